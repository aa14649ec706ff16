import { getThread, type MessageThread, type PatientId, type SecureThreadId } from '@portal/api';
import { type ReactNode, memo, useRef } from 'react';
import type { UnsentMessage } from '../../data/messages/types.ts';
import { useProgressiveList } from '../../browser/painting/useProgressiveList.ts';
import { useFacility } from '../../data/facility.ts';
import { useMissing } from '../../data/keptRecords/readable.ts';
import { RowNotKept } from '../../records/kept/RowNotKept.tsx';
import { useReturnToRow } from '../../records/list/useReturnToRow.ts';
import { paneRow } from '../../records/panes/panes.css.ts';
import { useNow } from '../../data/useNow.ts';
import type { LinkProps } from '../../records/links.ts';
import { type Zone, zoneOf } from '../../records/zone.ts';
import { Chevron } from '../../ui/Chevron.tsx';
import { classes } from '../../ui/classes.ts';
import { Count } from '../../ui/Count.tsx';
import { Lock, Paperclip } from '../../ui/icons.ts';
import { row, rowMain, rowSub, rowTitle } from '../../ui/Row.css.ts';
import { useWords, type Words } from '../../words/index.ts';
import * as look from './Messages.css.ts';
import { isRequest } from './useUnsent.ts';
import { beginningShown } from './threads.ts';
import { threadWhen, unreadOf } from './unread.ts';
import { type Says, SaysLine, unsentSays } from './unsentSays.tsx';

export interface ThreadListProps {
  readonly patientId: PatientId;
  readonly threads: readonly MessageThread[];
  /** The person's drafts and waiting messages on this device. */
  readonly unsent: readonly UnsentMessage[];
  readonly selected: SecureThreadId | null;
  /** The list returns in place of the open thread, as on a small screen. */
  readonly comesBack: boolean;
  readonly linkTo: (id: SecureThreadId) => LinkProps;
  readonly onNew: () => void;
  /** The draft of a new message is shown in this list. */
  readonly hasNew: boolean;
}

/** The line of a row: its most important state. */
function saysOf(words: Pick<Words, 't'>, thread: MessageThread, unsent: UnsentMessage | undefined): Says | null {
  const { t } = words;
  if (unsent !== undefined) return unsentSays(words, unsent);
  if (!thread.replyAllowed) return { icon: Lock, text: t('secureMessages.closed') };
  const { attachmentCount: count } = thread;
  return count === 0 ? null : { icon: Paperclip, text: t('secureMessages.files', { count }) };
}

/** Memoized, so that opening a thread renders two rows and not a thousand. */
const ThreadRow = memo(function ThreadRow({
  words,
  patientId,
  thread,
  unsent,
  isCurrent,
  isMissing,
  zone,
  now,
  linkTo,
}: Pick<ThreadListProps, 'patientId' | 'linkTo'> & {
  /** A property and not a hook: many rows that subscribe to the language are slow to mount. */
  words: Words;
  thread: MessageThread;
  unsent: UnsentMessage | undefined;
  isCurrent: boolean;
  isMissing: boolean;
  zone: Zone;
  now: number;
}): ReactNode {
  const { t, locale } = words;
  const { threadId, subjectText, lastSender, lastMessage } = thread;
  const unread = unreadOf(thread, patientId);
  const says = saysOf(words, thread, unsent);
  return (
    <li>
      <a
        {...linkTo(threadId)}
        className={classes(row, paneRow)}
        data-new={unread > 0 || undefined}
        aria-current={isCurrent || undefined}
      >
        <span className={rowMain}>
          <span className={rowTitle}>{subjectText}</span>
          <span className={rowSub}>
            {lastMessage?.isWrittenByReader === true
              ? `${t('secureMessages.you')} · `
              : lastSender === undefined
                ? null
                : `${lastSender} · `}
            <span className={look.unbroken}>{threadWhen(locale, thread, zone, now)}</span>
          </span>
          {lastMessage === undefined || lastMessage.beginning === '' ? null : (
            <span className={look.beginning} lang={lastMessage.language ?? undefined}>
              {beginningShown(lastMessage.beginning)}
            </span>
          )}
          {says === null ? null : <SaysLine says={says} />}
          {isMissing ? <RowNotKept words={words} /> : null}
        </span>
        <Count value={unread} hiddenWords={t('secureMessages.unread', { count: unread })} />
        <Chevron />
      </a>
    </li>
  );
});

/** The threads of one list, newest first, each with one line about its state. */
export function ThreadList({
  patientId,
  threads,
  unsent,
  selected,
  comesBack,
  linkTo,
  onNew,
  hasNew,
}: ThreadListProps): ReactNode {
  const words = useWords();
  const { t } = words;
  const zone = zoneOf(useFacility()?.timeZoneId ?? 'UTC');
  const now = useNow();
  const missing = useMissing();
  const list = useRef<HTMLUListElement>(null);
  // At least as far as the open one, because the focus returns to it.
  const open = threads.findIndex(({ threadId }) => threadId === selected);
  const drawn = Math.max(useProgressiveList(threads.length), open + 1);
  useReturnToRow(list, selected, comesBack);
  const started = hasNew ? unsent.find((one) => one.threadId === null && !isRequest(one)) : undefined;
  return (
    <ul ref={list} className={look.threadRows}>
      {started === undefined ? null : (
        <li>
          <button type="button" className={classes(row, paneRow)} onClick={onNew}>
            <span className={rowMain}>
              <span className={rowTitle}>
                {started.subject === '' ? t('secureMessages.noSubjectYet') : started.subject}
              </span>
              <SaysLine says={unsentSays(words, started)} />
            </span>
            <Chevron />
          </button>
        </li>
      )}
      {threads.slice(0, drawn).map((thread) => (
        <ThreadRow
          key={thread.threadId}
          words={words}
          patientId={patientId}
          thread={thread}
          unsent={unsent.find((message) => message.threadId === thread.threadId)}
          isCurrent={thread.threadId === selected}
          isMissing={missing(getThread, { params: { patientId, threadId: thread.threadId } }) !== null}
          zone={zone}
          now={now}
          linkTo={linkTo}
        />
      ))}
    </ul>
  );
}
