import { type AssignedQuestionnaire, getQuestionnaireHistory, type PatientId } from '@portal/api';
import { useNavigate } from '../../../layout/routing/useNavigate.ts';
import type { ReactNode } from 'react';
import { usePatientOfPage } from '../../../data/profile.ts';
import { useCall } from '../../../data/query/query.ts';
import { QueryBoundary } from '../../../records/QueryBoundary.tsx';
import { MoreToDo } from '../MoreToDo.tsx';
import { NextVisit } from '../NextVisit.tsx';
import { Sent } from '../Sent.tsx';
import { useAllowance } from '../../../layout/signedIn/allowance.ts';
import { useLinkTo } from '../../../layout/signedIn/useLinkTo.ts';
import { PatientOfPage } from '../../../layout/signedIn/WorkPatient.tsx';
import { RedirectOnce } from '../../../layout/routing/RedirectOnce.tsx';
import { useSearchTexts } from '../../../layout/routing/useSearchTexts.ts';
import { Page as MainPage } from '../../../ui/Page.tsx';
import { justCompleted } from './completed.ts';
import { questionnaireOf, questionnaireSearch } from './questionnaireAddress.ts';

type Id = NonNullable<ReturnType<typeof questionnaireOf>>;

/** After a reload the completed questionnaire is asked of the server. */
function Loaded({
  patientId,
  id,
  draw,
}: {
  patientId: PatientId;
  id: Id;
  draw: (completed: AssignedQuestionnaire) => ReactNode;
}): ReactNode {
  const query = useCall(getQuestionnaireHistory, { params: { patientId, assignedQuestionnaireId: id } });
  return (
    <QueryBoundary query={query} keepsData notFound="failed" texts={{ savedCopy: null }}>
      {draw}
    </QueryBoundary>
  );
}

export function Page(): ReactNode {
  const navigate = useNavigate();
  const patientId = usePatientOfPage();
  const id = questionnaireOf(useSearchTexts());
  const completed = justCompleted(id);
  const allowance = useAllowance();
  const linkTo = useLinkTo();
  const onBack = () => void navigate({ to: '/questionnaires', search: {}, replace: true });
  const open = (next: Id, path: '/complete-questionnaire' | '/review-questionnaire', replace: boolean) =>
    void navigate({ to: path, search: questionnaireSearch(next), replace });
  if (id === null) return <RedirectOnce path="/questionnaires" />;
  if (patientId === null) return null;
  const draw = (sent: AssignedQuestionnaire) => (
    <Sent
      completed={sent}
      visit={
        allowance.has('Dashboard.Appointments') ? (
          <NextVisit patientId={patientId} linkTo={(visit) => linkTo('/appointments', { id: String(visit) })} />
        ) : null
      }
      onReview={() => open(id, '/review-questionnaire', false)}
      scoresLink={linkTo('/questionnaire-scores', questionnaireSearch(id))}
      rest={
        <MoreToDo
          patientId={patientId}
          done={id}
          onOpen={(next) => open(next, '/complete-questionnaire', true)}
          onBack={onBack}
        />
      }
    />
  );
  return (
    <MainPage narrow>
      <PatientOfPage />
      {completed ? draw(completed) : <Loaded patientId={patientId} id={id} draw={draw} />}
    </MainPage>
  );
}
