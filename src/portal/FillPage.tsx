import type { AssignedQuestionnaire, AssignedQuestionnaireId, PatientId } from '@portal/api';
import { useBlocker, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import { portalDrafts } from '../data/drafts/portal.ts';
import { useActingFor } from '../data/profile.ts';
import { FillQuestionnaire } from '../features/questionnaires/Fill.tsx';
import { ActingFor } from '../shell/ActingFor.tsx';
import { GoTo } from '../shell/GoTo.tsx';
import { useSearchTexts } from '../shell/useSearchTexts.ts';
import { markTitleFailed } from '../shell/title.ts';
import { showScore } from './completed.ts';
import { useOpenFill, useWaysOn } from './fillWork.ts';
import { questionnaireOf, questionnaireSearch } from './questionnaireAddress.ts';

export { askAhead as load } from './fillWork.ts';

const drafts = portalDrafts();
/** One element for all time, so that the bar is not drawn anew with it. */
const actingFor = <ActingFor />;

function Filling({ patientId, id }: { patientId: PatientId; id: AssignedQuestionnaireId }): ReactNode {
  const navigate = useNavigate();
  const { note, staysHere } = useOpenFill();
  useWaysOn();

  // Only what the person does with the browser asks here; the page's own ways out have asked before they navigate.
  useBlocker({ shouldBlockFn: staysHere, enableBeforeUnload: false });

  // From here on nothing is being filled in: a reload for a missing file would interrupt nobody.
  const leave = useCallback(() => {
    note(null);
    void navigate({ to: '/questionnaires', search: {}, replace: true, ignoreBlocker: true });
  }, [navigate, note]);
  const done = useCallback(
    (completed: AssignedQuestionnaire) => {
      showScore(completed);
      note(null);
      void navigate({ to: '/questionnaire-scoring', search: questionnaireSearch(completed.assignedQuestionnaireId), replace: true, ignoreBlocker: true });
    },
    [navigate, note],
  );
  return <FillQuestionnaire patientId={patientId} assignedQuestionnaireId={id} drafts={drafts} onDone={done} onLeave={leave} person={actingFor} onErrorsShown={markTitleFailed} onWork={note} />;
}

/** One questionnaire to fill in, full screen. */
export function Page(): ReactNode {
  const patientId = useActingFor();
  const id = questionnaireOf(useSearchTexts());
  if (id === null) return <GoTo path="/questionnaires" />;
  return patientId === null ? null : <Filling key={id} patientId={patientId} id={id} />;
}
