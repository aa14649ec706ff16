import { type MessageThread, type PatientId, searchMessages, type SecureThreadId } from '@portal/api';
import { type ReactNode, useState } from 'react';
import { isOffered } from '../../data/version.ts';
import { paneList } from '../../records/panes/panes.css.ts';
import type { VisitLink } from '../../records/visit/VisitRow.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Count } from '../../ui/Count.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Archive, Mail, Search } from '../../ui/icons.ts';
import { input } from '../../ui/Input.css.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useWords } from '../../words/index.ts';
import { UrgentFoot } from './BeforeWriting.tsx';
import * as look from './Messages.css.ts';
import { SearchHits, SearchStatus } from './SearchHits.tsx';
import { ThreadList } from './ThreadList.tsx';
import { type Folder, folders } from './threads.ts';
import { useUnsentEverywhere } from './unsentElsewhere.ts';
import { useMessageSearch } from './useMessageSearch.ts';

export interface ListSideProps {
  /** The list returns in place of the open thread, as on a small screen. */
  readonly comesBack: boolean;
  readonly patientId: PatientId;
  readonly folder: Folder;
  readonly onFolder: (next: Folder) => void;
  readonly threads: readonly MessageThread[];
  /** The count of the page includes these, so the button to them shows it. */
  readonly unreadInArchive: number;
  /** Neither list has a thread. */
  readonly isEmpty: boolean;
  readonly selected: SecureThreadId | null;
  readonly linkTo: (id: SecureThreadId) => VisitLink;
  readonly mayWrite: boolean;
  readonly onNew: () => void;
}

/** The choice of the list, the search over both, and the threads or the search results. */
export function ListSide({
  comesBack,
  patientId,
  folder,
  onFolder,
  threads,
  unreadInArchive,
  isEmpty,
  selected,
  linkTo,
  mayWrite,
  onNew,
}: ListSideProps): ReactNode {
  const { t } = useWords();
  const [typed, setTyped] = useState('');
  const search = useMessageSearch(patientId, typed);
  const unsent = useUnsentEverywhere(patientId, mayWrite);
  const hasNew = mayWrite && folder === 'current' && unsent.some(({ threadId }) => threadId === null);
  return (
    <>
      <div className={look.searchLine}>
        <Segmented
          legend={t('secureMessages.which')}
          options={folders.map((value) => ({
            value,
            label:
              value === 'archive' ? (
                <>
                  {t('secureMessages.archive')}
                  <Count value={unreadInArchive} hiddenWords={t('secureMessages.unread', { count: unreadInArchive })} />
                </>
              ) : (
                t('secureMessages.current')
              ),
          }))}
          value={folder}
          onChange={onFolder}
        />
        {isEmpty || !isOffered(searchMessages) ? null : (
          <label className={look.search}>
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

function NoThreads({ folder, mayWrite, onNew }: Pick<ListSideProps, 'folder' | 'mayWrite' | 'onNew'>): ReactNode {
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
