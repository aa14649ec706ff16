import { countOpenQuestionnaires, listQuestionnaires, type AssignedQuestionnaireId } from '@portal/api';
import { useNavigate } from '../../../layout/routing/useNavigate.ts';
import { type ReactNode, useCallback } from 'react';
import { useActingFor, useRepresented } from '../../../data/profile.ts';
import { queryFor } from '../../../data/query/query.ts';
import { useSession } from '../../../data/session.ts';
import { QuestionnaireList, type QuestionnaireView } from '../QuestionnaireList.tsx';
import { useLinkTo } from '../../../layout/signedIn/useLinkTo.ts';
import { useSearchTexts } from '../../../layout/routing/useSearchTexts.ts';
import { formatPersonName, useWords } from '../../../words/index.ts';
import { historySearch, questionnaireSearch } from './questionnaireAddress.ts';
import { useUnsentDrafts } from '../../../data/drafts/unsentDrafts.ts';
import { prefetch } from '../../../records/prefetch.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Check, ClipboardList, Hourglass } from '../../../ui/icons.ts';
import { PageHead } from '../../../ui/Page.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { unsentRow, unsentRows } from './UnsentList.css.ts';

/** What an unlocked device offers without a connection: the questionnaires with answers on it. */
function UnsentList({ onOpen }: { onOpen: (id: AssignedQuestionnaireId) => void }): ReactNode {
  const { t } = useWords();
  const drafts = useUnsentDrafts();
  return (
    <>
      <PageHead
        title={t('questionnaires.unsentTitle')}
        lead={drafts === null || drafts.length === 0 ? undefined : t('questionnaires.unsentText')}
      />
      {drafts === null ? (
        <Skeleton />
      ) : drafts.length === 0 ? (
        <EmptyState icon={ClipboardList} title={t('questionnaires.unsentNone')} level={2} />
      ) : (
        <Card flush>
          <ul className={unsentRows}>
            {drafts.map(({ assignedQuestionnaireId, templateTitle, submission }) => (
              <li key={assignedQuestionnaireId} className={unsentRow}>
                <h2>{templateTitle}</h2>
                {submission === 'none' ? (
                  <Chip kind="saved" icon={Check}>
                    {t('questionnaires.savedOnDevice')}
                  </Chip>
                ) : (
                  <Chip icon={Hourglass}>{t('questionnaires.waitingToSend')}</Chip>
                )}
                <Button variant="secondary" size="small" onClick={() => onOpen(assignedQuestionnaireId)}>
                  {t('core.continue')}
                </Button>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

type Id = Parameters<typeof questionnaireSearch>[0];

export const load = (): void =>
  prefetch((patientId) => [
    queryFor(listQuestionnaires, { params: { patientId } }),
    queryFor(countOpenQuestionnaires, { params: { patientId } }),
  ]);

/** The list of questionnaires; without a connection, those with answers on this device. */
export function Page(): ReactNode {
  const navigate = useNavigate();
  const patientId = useActingFor();
  const offline = useSession()?.mode === 'offline';
  const search = useSearchTexts();
  const { locale } = useWords();
  const patient = useRepresented();
  const mayAnswer = useLinkTo()('/complete-questionnaire') !== null;
  const open = useCallback(
    (id: Id, replace = false) =>
      void navigate({ to: '/complete-questionnaire', search: questionnaireSearch(id), replace }),
    [navigate],
  );
  const review = useCallback(
    (id: Id) => void navigate({ to: '/review-questionnaire', search: questionnaireSearch(id) }),
    [navigate],
  );
  // The address has the shown list, so that Back from a review returns to the history.
  const view = useCallback(
    (which: QuestionnaireView) =>
      void navigate({
        to: '/questionnaires',
        search: which === 'history' ? historySearch : {},
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  if (patientId === null) return null;
  if (offline) return <UnsentList onOpen={open} />;
  return (
    <QuestionnaireList
      patientId={patientId}
      onOpen={mayAnswer ? open : null}
      patientName={patient === null ? '' : formatPersonName(locale, patient)}
      onReview={review}
      isAutoRedirect={search['isAutoRedirect'] === 'true'}
      initialView={search['view'] === 'history' ? 'history' : 'current'}
      onView={view}
    />
  );
}
