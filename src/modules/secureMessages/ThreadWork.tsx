import { listThreads, type PatientId, type SecureThreadId } from '@portal/api';
import type { ReactNode } from 'react';
import { useCall } from '../../data/query/query.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { useFailureMessage } from '../../records/useFailureMessage.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Mail } from '../../ui/icons.ts';
import { MessageBar } from '../../ui/MessageBar.tsx';
import { Page } from '../../ui/Page.tsx';
import { QuestionBar } from '../../ui/QuestionBar.tsx';
import { useWords } from '../../words/index.ts';
import { threadsOf, useReviewing } from './threadActs.ts';
import { ThreadPane } from './ThreadPane.tsx';
import type { Writing } from './WritingNote.tsx';
import { frame } from './Writing.css.ts';

/** One thread, full screen: for links from elsewhere. */
export function ThreadWork({
  patientId,
  threadId,
  isOwn,
  writing,
  person,
  onLeave,
}: {
  patientId: PatientId;
  /** Null when the address names no thread. */
  threadId: SecureThreadId | null;
  isOwn: boolean;
  writing: Writing;
  /** Names the patient whose record it is, with the button for another record. */
  person: ReactNode;
  onLeave: () => Promise<void>;
}): ReactNode {
  const { t } = useWords();
  const query = useCall(listThreads, threadsOf(patientId));
  useFailureMessage(query.data === undefined ? null : query.error);
  const thread = query.data?.find((one) => one.threadId === threadId);
  const unreadAtOpening = useReviewing(patientId, thread, isOwn);
  return (
    <div className={frame}>
      <QuestionBar
        title={t('secureMessages.titleOne')}
        leaveLabel={t('secureMessages.leaveReading')}
        onLeave={() => void onLeave()}
        person={person}
      />
      <Page narrow flat>
        <MessageBar without="confirmEmailRequired" />
        <QueryBoundary query={query} notFound="notYours" keepsData>
          {() =>
            thread === undefined ? (
              <EmptyState icon={Mail} level={2} title={t('secureMessages.gone')}>
                {t('secureMessages.goneText')}
              </EmptyState>
            ) : (
              <ThreadPane
                patientId={patientId}
                thread={thread}
                unreadAtOpening={unreadAtOpening}
                writing={writing}
                list={null}
                onMoved={onLeave}
              />
            )
          }
        </QueryBoundary>
      </Page>
    </div>
  );
}
