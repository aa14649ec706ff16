import {
  type AssignedQuestionnaireId,
  countUnreadMessages,
  listThreads,
  type MessageThread,
  type PatientId,
  type SecureThreadId,
} from '@portal/api';
import { type ReactNode, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useCall } from '../../data/query/query.ts';
import { Panes, PanesHead } from '../../records/panes/Panes.tsx';
import { useTwoPanes } from '../../records/panes/useTwoPanes.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { useFailureMessage } from '../../records/useFailureMessage.ts';
import type { LinkProps } from '../../records/links.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Count } from '../../ui/Count.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Mail, Pencil } from '../../ui/icons.ts';
import { ButtonLink } from '../../ui/LinkButton.tsx';
import { PageHead } from '../../ui/Page.tsx';
import { screenOnly } from '../../ui/text.css.ts';
import { useWords } from '../../words/index.ts';
import { ComposeDialog, loadWriting } from './lazyWriting.ts';
import { ListSide } from './ListSide.tsx';
import { messagesHead } from './Messages.css.ts';
import { threadsOf, useReviewing } from './threadActs.ts';
import { ThreadPane } from './ThreadPane.tsx';
import { requestsIn } from './requests.ts';
import { folderOf, type ListOfPage, threadsIn, threadToOpen, unreadIn } from './threads.ts';
import { type Writing, WritingNote } from './WritingNote.tsx';

interface SecureMessagesProps {
  readonly patientId: PatientId;
  /** The reader is the patient: a representative's reading leaves the patient's new messages new. */
  readonly isOwn: boolean;
  readonly writing: Writing;
  /** The thread in the address; `id` is null where it is not a thread's. */
  readonly opened: { readonly id: SecureThreadId | null } | null;
  /** The address comes from a sign-in. */
  readonly opensOne: boolean;
  readonly linkTo: (id: SecureThreadId) => LinkProps;
  readonly list: LinkProps;
  /** Opens a thread, or none. `isFirst`: replaces the address that asked for one. */
  readonly goTo: (id: SecureThreadId | null, isFirst?: boolean) => Promise<void>;
  readonly goToNew: () => void;
  /** The link to a new message. */
  readonly write: LinkProps;
  /** Opens a questionnaire; null where the person may fill in none. */
  readonly fillIn: ((id: AssignedQuestionnaireId) => void) | null;
  /** The address names the list of requests. */
  readonly opensRequests: boolean;
}

/** The messages of a patient and their care team (specification 3, section 2). */
export function SecureMessages(props: SecureMessagesProps): ReactNode {
  const { patientId, writing, opened, opensOne, goTo, goToNew } = props;
  const { t } = useWords();
  const isBeside = useTwoPanes();
  const query = useCall(listThreads, threadsOf(patientId));
  const count = useCall(countUnreadMessages, { params: { patientId } });
  // The badge of other pages fails silently; here the count is part of the page.
  useFailureMessage(query.data === undefined ? null : (query.error ?? count.error));
  const [isComposing, setComposing] = useState(false);
  const threads = query.data;
  const first = opensOne && opened === null && threads !== undefined ? threadToOpen(threads, patientId) : null;
  const open = useRef(goTo);
  useEffect(() => {
    open.current = goTo;
  });
  useEffect(() => {
    if (first !== null) void open.current(first, true);
  }, [first]);
  const hasList = threads !== undefined;
  useEffect(() => {
    if (hasList && writing.mayWrite) loadWriting();
  }, [hasList, writing.mayWrite]);
  const writeNew = () => (isBeside ? setComposing(true) : goToNew());
  const newButton = (
    <Button size="small" icon={Pencil} onClick={writeNew}>
      {t('secureMessages.new')}
    </Button>
  );
  const unread = count.data ?? 0;
  return (
    <>
      <PanesHead isOpen={opened !== null} className={messagesHead}>
        <PageHead
          title={t('secureMessages.title')}
          count={
            <span className={screenOnly}>
              <Count value={unread} hiddenWords={t('secureMessages.unread', { count: unread })} />
            </span>
          }
          // Not where the head is hidden: nobody would see the focus on it.
          end={writing.mayWrite && (isBeside || opened === null) ? newButton : null}
        />
      </PanesHead>
      <QueryBoundary query={query} notFound="notYours" keepsData>
        {(all) => <Threads {...props} threads={all} isBeside={isBeside} onNew={writeNew} />}
      </QueryBoundary>
      {isComposing ? (
        <Suspense>
          <ComposeDialog
            patientId={patientId}
            writing={writing}
            wanted={null}
            onClose={() => setComposing(false)}
            onSent={(threadId) => {
              setComposing(false);
              return goTo(threadId);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

const threadsOfList = (
  threads: readonly MessageThread[],
  list: ListOfPage,
  patientId: PatientId,
): readonly MessageThread[] =>
  list === 'requests' ? requestsIn(threads, patientId) : threadsIn(threads, list, patientId);

function Threads({
  patientId,
  isOwn,
  writing,
  opened,
  linkTo,
  list,
  goTo,
  write,
  opensRequests,
  threads,
  isBeside,
  fillIn,
  onNew,
}: SecureMessagesProps & {
  threads: readonly MessageThread[];
  isBeside: boolean;
  onNew: () => void;
}): ReactNode {
  const { t } = useWords();
  const listSide = useRef<HTMLElement>(null);
  const thread = threads.find(({ threadId }) => threadId === opened?.id);
  // The pressed row is marked first; the thread is rendered after that.
  const drawn = useDeferredValue(thread);
  const unreadAtOpening = useReviewing(patientId, thread, isOwn);
  const [chosen, setChosen] = useState<ListOfPage>(opensRequests ? 'requests' : 'current');
  const openIn =
    thread === undefined
      ? null
      : chosen === 'requests' && thread.request !== null
        ? chosen
        : folderOf(thread, patientId);
  const folder = openIn ?? chosen;
  if (folder !== chosen) setChosen(folder);
  /** The last open thread of each list. */
  const last = useRef<Record<ListOfPage, SecureThreadId | null>>({ current: null, archive: null, requests: null });
  useEffect(() => {
    if (openIn === null || thread === undefined) return;
    last.current[openIn] = thread.threadId;
  }, [openIn, thread]);
  const choose = (next: ListOfPage) => {
    if (opened === null && !isBeside) return setChosen(next);
    const again = threadsOfList(threads, next, patientId).find(({ threadId }) => threadId === last.current[next]);
    // Where both panes show, the last thread of that list opens again. Until the navigation is done, the open thread decides the list.
    return void goTo(again?.threadId ?? null).then(() => setChosen(next));
  };
  // A small screen shows the list only after the thread is closed.
  const goesToList = useRef(false);
  useEffect(() => {
    if (opened !== null || !goesToList.current) return;
    goesToList.current = false;
    listSide.current?.focus();
  }, [opened]);
  const isOpen = opened !== null;
  const shown = threadsOfList(threads, folder, patientId);
  return (
    <Panes
      isOpen={isOpen}
      listRef={listSide}
      listName={t('secureMessages.threads')}
      list={
        <ListSide
          comesBack={!isOpen && !isBeside}
          patientId={patientId}
          folder={folder}
          onFolder={choose}
          all={threads}
          threads={shown}
          unreadInArchive={unreadIn(threadsIn(threads, 'archive', patientId), patientId)}
          isEmpty={threads.length === 0}
          selected={thread?.threadId ?? null}
          linkTo={linkTo}
          mayWrite={writing.mayWrite}
          onNew={onNew}
          write={write}
          fillIn={fillIn}
        />
      }
      detail={
        thread === undefined ? (
          <Card>
            <EmptyState
              icon={Mail}
              level={2}
              title={t(isOpen ? 'secureMessages.gone' : shown.length === 0 ? 'records.empty' : 'records.select')}
              action={
                isOpen ? (
                  <ButtonLink variant="secondary" {...list}>
                    {t('secureMessages.back')}
                  </ButtonLink>
                ) : null
              }
            >
              {isOpen
                ? t('secureMessages.goneText')
                : writing.mayWrite && shown.length > 0
                  ? t('secureMessages.selectText')
                  : null}
            </EmptyState>
            {isOpen ? null : <WritingNote writing={writing} />}
          </Card>
        ) : drawn === undefined ? null : (
          <ThreadPane
            key={drawn.threadId}
            patientId={patientId}
            thread={drawn}
            unreadAtOpening={unreadAtOpening}
            writing={writing}
            list={list}
            onMoved={() => {
              last.current = { current: null, archive: null, requests: null };
              goesToList.current = true;
              return goTo(null);
            }}
          />
        )
      }
    />
  );
}
