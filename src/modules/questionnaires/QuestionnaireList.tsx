import {
  type AssignedQuestionnaireId,
  type PatientId,
  countOpenQuestionnaires,
  listQuestionnaireHistory,
  listQuestionnaires,
} from '@portal/api';
import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { useUnsentDrafts } from '../../data/drafts/unsentDrafts.ts';
import { useCall } from '../../data/query/query.ts';
import { Count } from '../../ui/Count.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { muted } from '../../ui/text.css.ts';
import { useWords } from '../../words/index.ts';
import { CurrentList } from './CurrentList.tsx';
import { redirectOnce } from './fill/due.ts';
import { HistoryList } from './HistoryList.tsx';
import { prefetchQuestionnaires } from './prefetch.ts';
import { listHead } from './QuestionnaireList.css.ts';

export interface QuestionnaireListProps {
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
