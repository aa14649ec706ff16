import { type MessageThread, searchMessages } from '@portal/api';
import { type ReactNode, useState } from 'react';
import { isOffered } from '../../data/version.ts';
import { paneList } from '../../records/panes/panes.css.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Count } from '../../ui/Count.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Archive, Mail, Search } from '../../ui/icons.ts';
import { input } from '../../ui/Input.css.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { searchBox } from '../../ui/search.css.ts';
import { useWords } from '../../words/index.ts';
import { UrgentFoot } from './BeforeWriting.tsx';
import * as look from './Messages.css.ts';
import { SearchHits, SearchStatus } from './SearchHits.tsx';
import { ThreadList, type ThreadListProps } from './ThreadList.tsx';
import { RequestList, type RequestListProps } from './RequestList.tsx';
import { requestsIn } from './requests.ts';
import { type Folder, type ListOfPage, listsOfPage } from './threads.ts';
import { isRequest } from './useUnsent.ts';
import { useUnsentEverywhere } from './unsentElsewhere.ts';
import { useRecipients } from './useRecipients.ts';
import { useMessageSearch } from './useMessageSearch.ts';

interface ListSideProps
  extends Omit<ThreadListProps, 'unsent' | 'hasNew'>, Omit<RequestListProps, 'unsent' | 'requests'> {
  readonly folder: ListOfPage;
  readonly onFolder: (next: ListOfPage) => void;
  /** All threads, for the requests among them. */
  readonly all: readonly MessageThread[];
  /** The count of the page includes these, so the button to them shows it. */
  readonly unreadInArchive: number;
  /** Neither list has a thread. */
  readonly isEmpty: boolean;
}

/** The choice of the list, the search over both, and the threads or the search results. */
export function ListSide({
  comesBack,
  patientId,
  folder,
  onFolder,
  all,
  threads,
  unreadInArchive,
  isEmpty,
  selected,
  linkTo,
  mayWrite,
  onNew,
  write,
  fillIn,
}: ListSideProps): ReactNode {
  const { t } = useWords();
  const [typed, setTyped] = useState('');
  const search = useMessageSearch(patientId, typed);
  const unsent = useUnsentEverywhere(patientId, mayWrite);
  const requests = requestsIn(all, patientId);
  const unsentRequests = unsent.filter(isRequest);
  const offersRequests = (useRecipients(patientId).data?.requests.length ?? 0) > 0;
  const hasRequests = offersRequests || requests.length + unsentRequests.length > 0 || folder === 'requests';
  const hasNew = mayWrite && folder === 'current' && unsent.some((one) => one.threadId === null && !isRequest(one));
  return (
    <>
      <div className={look.searchLine}>
        <Segmented
          legend={t('secureMessages.which')}
          options={listsOfPage
            .filter((value) => value !== 'requests' || hasRequests)
            .map((value) => ({
              value,
              label:
                value === 'requests' ? (
                  t('secureMessages.requests')
                ) : value === 'archive' ? (
                  <>
                    {t('secureMessages.archive')}
                    <Count
                      value={unreadInArchive}
                      hiddenWords={t('secureMessages.unread', { count: unreadInArchive })}
                    />
                  </>
                ) : (
                  t('secureMessages.current')
                ),
            }))}
          value={folder}
          onChange={onFolder}
        />
        {isEmpty || !isOffered(searchMessages) ? null : (
          <label className={searchBox}>
            <VisuallyHidden>{t('secureMessages.search')}</VisuallyHidden>
            <Icon of={Search} size="s" />
            <input
              className={input}
              type="search"
              enterKeyHint="search"
              autoComplete="off"
              maxLength={100}
              placeholder={t('secureMessages.search')}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </label>
        )}
      </div>
      <SearchStatus search={search} />
      {search.kind === 'found' ? (
        <SearchHits hits={search.answer.hits} selected={selected} linkTo={linkTo} />
      ) : folder === 'requests' ? (
        <RequestList
          patientId={patientId}
          requests={requests}
          unsent={mayWrite ? unsentRequests : []}
          selected={selected}
          linkTo={linkTo}
          write={write}
          mayWrite={mayWrite}
          fillIn={fillIn}
        />
      ) : threads.length === 0 && !hasNew ? (
        <Card>
          <NoThreads folder={folder} mayWrite={mayWrite} onNew={onNew} />
        </Card>
      ) : (
        <Card flush className={paneList}>
          <ThreadList
            key={folder}
            patientId={patientId}
            threads={threads}
            unsent={unsent}
            selected={selected}
            comesBack={comesBack}
            linkTo={linkTo}
            onNew={onNew}
            hasNew={hasNew}
          />
        </Card>
      )}
      <UrgentFoot patientId={patientId} />
    </>
  );
}

function NoThreads({
  folder,
  mayWrite,
  onNew,
}: Pick<ListSideProps, 'mayWrite' | 'onNew'> & { folder: Folder }): ReactNode {
  const { t } = useWords();
  switch (folder) {
    case 'archive':
      return (
        <EmptyState icon={Archive} level={2} title={t('secureMessages.none')}>
          {t('secureMessages.noneArchived')}
        </EmptyState>
      );
    case 'current':
      return (
        <EmptyState
          icon={Mail}
          level={2}
          title={t('secureMessages.none')}
          action={
            mayWrite ? (
              <Button variant="secondary" onClick={onNew}>
                {t('secureMessages.new')}
              </Button>
            ) : null
          }
        >
          {t(mayWrite ? 'secureMessages.noneText' : 'secureMessages.noneToRead')}
        </EmptyState>
      );
  }
}
