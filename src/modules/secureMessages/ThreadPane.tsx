import { getMessageAttachment, getThread, type MessageThread, type PatientId } from '@portal/api';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { useFacility } from '../../data/facility.ts';
import { useMissing } from '../../data/keptRecords/readable.ts';
import { useCall } from '../../data/query/query.ts';
import { detailActions, detailHead } from '../../records/panes/panes.css.ts';
import { useTwoPanes } from '../../records/panes/useTwoPanes.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { useFailureMessage } from '../../records/useFailureMessage.ts';
import { useFileWindow } from '../../records/useFileWindow.tsx';
import { useNow } from '../../data/useNow.ts';
import type { LinkProps } from '../../records/links.ts';
import { zoneOf } from '../../records/zone.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Archive, ArrowLeft, Lock, Mail, Printer, Reply as ReplyIcon } from '../../ui/icons.ts';
import { back } from '../../ui/Page.css.ts';
import { muted, screenOnly, small } from '../../ui/text.css.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { showMessage, useWords } from '../../words/index.ts';
import { LegalNote } from './LegalNote.tsx';
import { MessageList } from './MessageList.tsx';
import * as look from './Messages.css.ts';
import { ReplyPart } from './lazyWriting.ts';
import { setArchived, showThread } from './threadActs.ts';
import { folderOf, offersReply, showsReply, withSides } from './threads.ts';
import { RequestLines } from './RequestLines.tsx';
import { useUnsentIn } from './useUnsent.ts';
import { type Writing, WritingNote } from './WritingNote.tsx';

interface ThreadPaneProps {
  readonly patientId: PatientId;
  readonly thread: MessageThread;
  readonly unreadAtOpening: number;
  readonly writing: Writing;
  /** Goes back to the list; null where the thread has a page of its own. */
  readonly list: LinkProps | null;
  /** Called when it was moved to the other list; resolves once the page shows what follows. */
  readonly onMoved: () => Promise<void>;
}

/** One thread: its actions, its messages, and the reply (specification 3, section 2). */
export function ThreadPane({ patientId, thread, unreadAtOpening, writing, list, onMoved }: ThreadPaneProps): ReactNode {
  const { t } = useWords();
  const { threadId, subjectText, replyAllowed } = thread;
  const zone = zoneOf(useFacility()?.timeZoneId ?? 'UTC');
  const now = useNow();
  const isOffline = useConnection() === 'offline';
  const isBeside = useTwoPanes();
  const query = useCall(getThread, { params: { patientId, threadId } });
  const missing = useMissing()(getThread, { params: { patientId, threadId } });
  useFailureMessage(query.data === undefined ? null : query.error);
  const files = useFileWindow();
  const heading = useRef<HTMLHeadingElement>(null);
  const replyButton = useRef<HTMLButtonElement>(null);
  const isArchived = folderOf(thread, patientId) === 'archive';
  const unsent = useUnsentIn(patientId, threadId);
  /** Whether the person has opened or closed the reply; null: it is open if there is a draft. */
  const [asked, setAsked] = useState<'reply' | 'nothing' | null>(null);
  const [isMoving, setMoving] = useState(false);
  const isAlone = list === null;
  // On a small screen the thread has replaced the list; beside the list the focus stays on the row.
  useEffect(() => {
    if (!isBeside && !isAlone) heading.current?.focus({ preventScroll: true });
  }, [isBeside, isAlone]);
  const hasReply = writing.mayWrite && showsReply(unsent, { replyAllowed, isArchived, asked });
  const move = async () => {
    setMoving(true);
    const moved = await setArchived(patientId, threadId, !isArchived);
    setMoving(false);
    if (moved === null) return;
    // The list stays the one from which the thread was moved.
    await onMoved();
    showThread(patientId, moved.thread);
    // After the navigation, which clears the message bar.
    showMessage(isArchived ? 'securemessagethreadunarchived' : 'securemessagethreadarchived');
  };
  return (
    <article aria-labelledby="thread-title">
      <div className={classes(detailHead, look.threadHead)}>
        {list === null ? null : (
          <a className={back} {...list}>
            <Icon of={ArrowLeft} size="s" />
            {t('secureMessages.back')}
          </a>
        )}
        <h2 id="thread-title" ref={heading} tabIndex={-1}>
          {subjectText}
        </h2>
        <div className={classes(detailActions, screenOnly)}>
          {writing.mayWrite && !hasReply && offersReply(unsent, { replyAllowed, isArchived }) ? (
            <Button ref={replyButton} variant="quiet" size="small" icon={ReplyIcon} onClick={() => setAsked('reply')}>
              {t('secureMessages.reply')}
            </Button>
          ) : null}
          {writing.mayWrite ? (
            <Button
              variant="quiet"
              size="small"
              icon={Archive}
              busy={isMoving}
              disabledReason={isOffline ? t('records.needsConnection') : null}
              onClick={() => void move()}
            >
              {t(isArchived ? 'secureMessages.unarchive' : 'secureMessages.toArchive')}
            </Button>
          ) : null}
          <Button variant="quiet" size="small" icon={Printer} onClick={() => window.print()}>
            {t('records.print')}
          </Button>
        </div>
      </div>
      {isBeside && !isAlone ? (
        <VisuallyHidden>
          <span role="status">{t('secureMessages.shownBeside', { title: subjectText })}</span>
        </VisuallyHidden>
      ) : null}
      <div className={classes(look.notice, screenOnly)} role="status">
        {files.notice}
      </div>
      {thread.request === null ? null : (
        <div className={look.requestOfThread}>
          <RequestLines request={thread.request} zone={zone} now={now} />
        </div>
      )}
      <div className={look.thread}>
        <QueryBoundary
          query={query}
          notFound="notYours"
          keepsData
          missing={missing}
          isEmpty={(messages) => messages.length === 0}
          empty={<EmptyState icon={Mail} level={3} title={t('records.empty')} />}
        >
          {(messages) => (
            <MessageList
              patientId={patientId}
              messages={withSides(messages, thread)}
              unreadAtOpening={unreadAtOpening}
              isComplete={!query.isFetching || messages.at(-1)?.messageDate === thread.lastMessageAt}
              zone={zone}
              now={now}
              onOpenFile={({ attachmentId }) => files.open(getMessageAttachment, { patientId, attachmentId }, {})}
            />
          )}
        </QueryBoundary>
        {hasReply ? (
          <Suspense fallback={<Skeleton lines={3} />}>
            <ReplyPart
              key={threadId}
              patientId={patientId}
              thread={thread}
              writing={writing}
              isAsked={asked === 'reply'}
              onClose={() => {
                setAsked('nothing');
                // The button returns with the next render.
                requestAnimationFrame(() => (replyButton.current ?? heading.current)?.focus());
              }}
              onSent={() => {
                setAsked(null);
                heading.current?.focus();
              }}
            />
          </Suspense>
        ) : null}
        <WhyNoReply
          text={
            !replyAllowed
              ? t('secureMessages.closedText')
              : isArchived && writing.mayWrite && unsent === null
                ? t('secureMessages.archivedText')
                : null
          }
        />
        <WritingNote writing={writing} />
        <LegalNote />
      </div>
    </article>
  );
}

const WhyNoReply = ({ text }: { text: string | null }): ReactNode =>
  text === null ? null : (
    <p className={classes(look.noted, muted, small, screenOnly)}>
      <Icon of={Lock} size="s" />
      <span>{text}</span>
    </p>
  );
