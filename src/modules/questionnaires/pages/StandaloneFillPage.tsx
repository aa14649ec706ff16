import type { AssignedQuestionnaire, AssignedQuestionnaireId, PatientId } from '@portal/api';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { afterNextPaint } from '../../../browser/painting/afterPaint.ts';
import { parseSearch } from '../../../browser/search.ts';
import { markTitleFailed, retitle } from '../../../browser/title.ts';
import { portalDrafts } from '../../../data/drafts/portal.ts';
import { changePatient, loadIdentity, type PreparedPatientChange, useActingFor } from '../../../data/profile.ts';
import { queryClient } from '../../../data/query/query.ts';
import type { StandalonePageProps } from '../../../layout/module.ts';
import { PatientChoiceInBar, useEntriesOfPatients } from '../../../layout/work/PatientChoice.tsx';
import { prepareRecord } from '../../../layout/work/prepareRecord.ts';
import { useStandalonePage } from '../../../layout/standalone/useStandalonePage.tsx';
import { page as pageClass } from '../../../ui/Page.css.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { FillQuestionnaire, type FillWork } from '../fill/Fill.tsx';
import { showScore } from './completed.ts';
import { layListBehind, prefetch, useOpenFill, usePrefetchNextPages } from './fillWork.ts';
import { questionnaireOf, questionnaireSearch } from './questionnaireAddress.ts';

const drafts = portalDrafts();
/** Prefetches everything before the page renders. */
export function load(): void {
  loadIdentity().catch(() => undefined);
  prefetch(parseSearch(location.search));
}

/** For whom it is filled in; another record opens after the question about the answers here. */
function Patient({
  mayLeave,
  onLeave,
}: {
  mayLeave: () => Promise<boolean>;
  onLeave: (next: PreparedPatientChange) => void;
}): ReactNode {
  const open = async (patientId: PatientId) => {
    const next = await prepareRecord(patientId);
    if (next !== null && (await mayLeave())) onLeave(next);
  };
  return <PatientChoiceInBar patients={useEntriesOfPatients((patientId) => void open(patientId))} />;
}

/** The questionnaire of a deep link with a session: the questions show first, and the router loads while they are read. */
export function StandalonePage(props: StandalonePageProps): ReactNode {
  const { enter } = props;
  const patientId = useActingFor();
  const [nextRecord, setNextRecord] = useState<PreparedPatientChange | null>(null);
  const [id] = useState(() => questionnaireOf(parseSearch(location.search)));
  const { note, staysHere, mayLeave } = useOpenFill();
  const { isLeftToRouter, loadRouter, frame } = useStandalonePage(props, id !== null, staysHere);
  usePrefetchNextPages();

  const opened = useCallback(
    (next: FillWork | null) => {
      note(next);
      // The questions are painted before anything else is loaded.
      if (next !== null) afterNextPaint(loadRouter);
    },
    [note, loadRouter],
  );
  const leave = useCallback(() => {
    note(null);
    void enter({ path: '/questionnaires', search: {} });
  }, [note, enter]);
  const done = useCallback(
    (completed: AssignedQuestionnaire) => {
      showScore(completed);
      note(null);
      void enter({ path: '/questionnaire-scoring', search: questionnaireSearch(completed.assignedQuestionnaireId) });
    },
    [note, enter],
  );

  const openNext = useCallback(
    (next: AssignedQuestionnaireId) => {
      note(null);
      void enter({ path: '/complete-questionnaire', search: questionnaireSearch(next) });
    },
    [note, enter],
  );

  // The same element for all renders, so that the bar does not render again because of it.
  const person = useMemo(() => <Patient mayLeave={mayLeave} onLeave={setNextRecord} />, [mayLeave]);
  useEffect(() => {
    // The questionnaire has closed with the render before, so nothing of it can reach another record.
    if (nextRecord === null) return;
    note(null);
    changePatient(nextRecord);
    void enter({ path: '/', search: {} });
  }, [nextRecord, note, enter]);

  return frame(
    id === null || patientId === null || isLeftToRouter || nextRecord !== null ? (
      <main id="main" className={pageClass} tabIndex={-1}>
        <Skeleton />
      </main>
    ) : (
      <QueryClientProvider client={queryClient}>
        <FillQuestionnaire
          patientId={patientId}
          assignedQuestionnaireId={id}
          drafts={drafts}
          onDone={done}
          onLeave={leave}
          person={person}
          onErrorsShown={markTitleFailed}
          onWork={opened}
          onTitle={retitle}
          onChapter={layListBehind}
          onOpenNext={openNext}
        />
      </QueryClientProvider>
    ),
  );
}
