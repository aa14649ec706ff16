import {
  type AssignedQuestionnaireId,
  type PatientId,
  countOpenQuestionnaires,
  listQuestionnaireHistory,
  listQuestionnaires,
  type AssignedQuestionnaireSummary,
  getQuestionnaire,
} from '@portal/api';
import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { useUnsentDrafts } from '../../data/drafts/unsentDrafts.ts';
import { useCall, keyOf, queryClient } from '../../data/query/query.ts';
import { Count } from '../../ui/Count.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { muted } from '../../ui/text.css.ts';
import { useWords } from '../../words/index.ts';
import { CurrentList } from './CurrentList.tsx';
import { redirectOnce } from './fill/due.ts';
import { listHead, cardActions, cardBody, cardLine } from './QuestionnaireList.css.ts';
import type { QueryAnswer } from '../../data/query/queryState.ts';
import { RecordCards } from '../../records/list/RecordCards.tsx';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ClipboardList } from '../../ui/icons.ts';
import { RichText } from '../../ui/RichText.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { HistoryDate } from './HistoryDate.tsx';
import { listTexts } from './listTexts.ts';
import { send } from '../../data/http.ts';

/** The most questionnaires to prefetch, so that a long list does not cause hundreds of requests. */
const atMost = 10;

/**
 * Fetches the questionnaires of a list ahead of time, one after the other, so that they open if the connection is lost. They do not count
 * as opened. Stops at the first failure; cached ones are not loaded again.
 */
async function prefetchQuestionnaires(
  patientId: PatientId,
  current: readonly AssignedQuestionnaireSummary[],
  signal: AbortSignal,
): Promise<void> {
  for (const { assignedQuestionnaireId, canStartByPatient } of current.slice(0, atMost)) {
    const params = { patientId, assignedQuestionnaireId };
    const queryKey = keyOf(getQuestionnaire, { params });
    if (signal.aborted) return;
    if (!canStartByPatient || queryClient.getQueryData(queryKey) !== undefined) continue;
    try {
      queryClient.setQueryData(queryKey, await send(getQuestionnaire, { params, query: { ahead: 'true' }, signal }));
    } catch {
      return;
    }
  }
}

/** What was completed, declined or missed. */
function HistoryList({
  query,
  onReview,
}: {
  query: QueryAnswer<readonly AssignedQuestionnaireSummary[]>;
  onReview: (id: AssignedQuestionnaireId) => void;
}): ReactNode {
  const { t } = useWords();
  return (
    <QueryBoundary
      query={query}
      keepsData
      notFound="failed"
      texts={listTexts}
      isEmpty={(list) => list.length === 0}
      empty={
        <EmptyState icon={ClipboardList} level={2} title={t('records.empty')}>
          {t('questionnaires.emptyHistory')}
        </EmptyState>
      }
    >
      {(list) => (
        <RecordCards
          items={list}
          keyOf={(one) => one.assignedQuestionnaireId}
          draw={(one) => <HistoryCard one={one} onReview={onReview} />}
        />
      )}
    </QueryBoundary>
  );
}

function HistoryCard({
  one,
  onReview,
}: {
  one: AssignedQuestionnaireSummary;
  onReview: (id: AssignedQuestionnaireId) => void;
}): ReactNode {
  const { t } = useWords();
  return (
    <Card>
      <div className={cardBody}>
        <div>
          <h2 lang={one.language}>{one.templateTitle}</h2>
          {one.templateDescription ? (
            <p className={cardLine}>
              <RichText html={one.templateDescription} lang={one.language} inline />
            </p>
          ) : null}
          <p className={cardLine}>
            <HistoryDate one={one} />
          </p>
        </div>
        {one.statusDescription === 'Completed' ? (
          <div className={cardActions}>
            <Button variant="secondary" onClick={() => onReview(one.assignedQuestionnaireId)}>
              {t('questionnaires.review')}
              <VisuallyHidden>: {one.templateTitle}</VisuallyHidden>
            </Button>
          </div>
        ) : null}
      </div>
    </Card>
  );
}

interface QuestionnaireListProps {
  patientId: PatientId;
  /** Opens one for filling in; null for whoever may only read. `replace`: nobody pressed, so this list must not stay in the history. */
  onOpen: ((id: AssignedQuestionnaireId, replace: boolean) => void) | null;
  /** The patient's name, for a representative; empty in one's own record. */
  patientName: string;
  onReview: (id: AssignedQuestionnaireId) => void;
  /** With exactly one current questionnaire, opens that one directly (specification 2, section 2). */
  isAutoRedirect?: boolean;
  initialView?: QuestionnaireView;
  onView?: (view: QuestionnaireView) => void;
}

export type QuestionnaireView = 'current' | 'history';

/** The patient's questionnaires: what is to be filled in, and the history. */
export function QuestionnaireList({
  patientId,
  onOpen,
  patientName,
  onReview,
  isAutoRedirect = false,
  initialView = 'current',
  onView,
}: QuestionnaireListProps): ReactNode {
  const { t } = useWords();
  const [which, setWhich] = useState(initialView);
  const isOnline = useConnection() === 'online';
  const mayAnswer = onOpen !== null;
  const openCount = useCall(countOpenQuestionnaires, { params: { patientId } });
  // Home may have loaded it a moment ago; this page loads it anew, for example because a right was taken back.
  const current = useCall(listQuestionnaires, { params: { patientId } }, { refetchOnMount: 'always' });
  const history = useCall(listQuestionnaireHistory, { params: { patientId } }, { enabled: which === 'history' });
  const unsent = (useUnsentDrafts() ?? []).filter((draft) => draft.patientId === patientId);

  const look = useRef<ReturnType<typeof redirectOnce> | null>(null);
  const { data: list, isFetching } = current;
  useEffect(() => {
    if (!isAutoRedirect || onOpen === null || list === undefined || isFetching) return;
    look.current ??= redirectOnce((id) => onOpen(id, true));
    look.current(list);
  }, [isAutoRedirect, list, isFetching, onOpen]);

  useEffect(() => {
    if (!isOnline || !mayAnswer || list === undefined) return;
    const stop = new AbortController();
    const timer = setTimeout(() => void prefetchQuestionnaires(patientId, list, stop.signal), 300);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [isOnline, mayAnswer, list, patientId]);

  const open = openCount.data ?? list?.filter((one) => one.canStartByPatient).length ?? 0;
  return (
    <>
      <div className={listHead}>
        <h1>
          {t('questionnaires.title')}{' '}
          <Count value={open} hiddenWords={t('questionnaires.openCount', { count: open })} />
        </h1>
        <Segmented
          legend={t('questionnaires.which')}
          options={[
            { value: 'current', label: t('questionnaires.current') },
            { value: 'history', label: t('questionnaires.history') },
          ]}
          value={which}
          onChange={(next) =>
            startTransition(() => {
              setWhich(next);
              onView?.(next);
            })
          }
        />
      </div>
      {which === 'current' ? (
        <>
          {mayAnswer ? null : <p className={muted}>{t('questionnaires.mayNotAnswer', { name: patientName })}</p>}
          <CurrentList patientId={patientId} query={current} unsent={unsent} isOnline={isOnline} onOpen={onOpen} />
        </>
      ) : (
        <HistoryList query={history} onReview={onReview} />
      )}
    </>
  );
}
