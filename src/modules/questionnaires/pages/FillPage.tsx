import type { AssignedQuestionnaire, AssignedQuestionnaireId, PatientId } from '@portal/api';
import { useBlocker } from '@tanstack/react-router';
import { useNavigate } from '../../../layout/routing/useNavigate.ts';
import { type ReactNode, useCallback } from 'react';
import { portalDrafts } from '../../../data/drafts/portal.ts';
import { usePatientOfPage } from '../../../data/profile.ts';
import { FillQuestionnaire } from '../fill/Fill.tsx';
import { PatientInBar } from '../../../layout/signedIn/WorkPatient.tsx';
import { RedirectOnce } from '../../../layout/routing/RedirectOnce.tsx';
import { useSearchTexts } from '../../../layout/routing/useSearchTexts.ts';
import { markTitleFailed, retitle } from '../../../browser/title.ts';
import { showScore } from './completed.ts';
import { layListBehind, useOpenFill, usePrefetchNextPages } from './fillWork.ts';
import { questionnaireOf, questionnaireSearch } from './questionnaireAddress.ts';

export { prefetch as load } from './fillWork.ts';

const drafts = portalDrafts();
/** The same element for all renders, so that the bar does not render again because of it. */
const patient = <PatientInBar />;

function Filling({ patientId, id }: { patientId: PatientId; id: AssignedQuestionnaireId }): ReactNode {
  const navigate = useNavigate();
  const { note, staysHere, mayLeave } = useOpenFill();
  usePrefetchNextPages();

  // Only the browser's own navigation, or a change of patient, asks here; the page's other exits have asked before they navigate. Back may
  // mean the overview of chapters.
  useBlocker({
    shouldBlockFn: async ({ action }) => (action === 'PUSH' ? !(await mayLeave()) : staysHere()),
    enableBeforeUnload: false,
  });

  // Nothing is being filled in any more, so a reload for a missing file is allowed.
  const leave = useCallback(() => {
    note(null);
    void navigate({ to: '/questionnaires', search: {}, replace: true, ignoreBlocker: true });
  }, [navigate, note]);
  const done = useCallback(
    (completed: AssignedQuestionnaire) => {
      showScore(completed);
      note(null);
      void navigate({
        to: '/questionnaire-scoring',
        search: questionnaireSearch(completed.assignedQuestionnaireId),
        replace: true,
        ignoreBlocker: true,
      });
    },
    [navigate, note],
  );
  const openNext = useCallback(
    (next: AssignedQuestionnaireId) => {
      note(null);
      void navigate({
        to: '/complete-questionnaire',
        search: questionnaireSearch(next),
        replace: true,
        ignoreBlocker: true,
      });
    },
    [navigate, note],
  );
  return (
    <FillQuestionnaire
      patientId={patientId}
      assignedQuestionnaireId={id}
      drafts={drafts}
      onDone={done}
      onLeave={leave}
      person={patient}
      onErrorsShown={markTitleFailed}
      onWork={note}
      onTitle={retitle}
      onChapter={layListBehind}
      onOpenNext={openNext}
    />
  );
}

export function Page(): ReactNode {
  const patientId = usePatientOfPage();
  const id = questionnaireOf(useSearchTexts());
  if (id === null) return <RedirectOnce path="/questionnaires" />;
  return patientId === null ? null : <Filling key={id} patientId={patientId} id={id} />;
}
