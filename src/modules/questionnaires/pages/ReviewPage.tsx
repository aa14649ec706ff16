import { useNavigate } from '../../../layout/routing/useNavigate.ts';
import type { ReactNode } from 'react';
import { usePatientOfPage } from '../../../data/profile.ts';
import { ReviewQuestionnaire } from '../Review.tsx';
import { useLinkTo } from '../../../layout/signedIn/useLinkTo.ts';
import { PatientOfPage } from '../../../layout/signedIn/WorkPatient.tsx';
import { RedirectOnce } from '../../../layout/routing/RedirectOnce.tsx';
import { useSearchTexts } from '../../../layout/routing/useSearchTexts.ts';
import { historySearch, questionnaireOf, questionnaireSearch } from './questionnaireAddress.ts';

export function Page(): ReactNode {
  const navigate = useNavigate();
  const linkTo = useLinkTo();
  const patientId = usePatientOfPage();
  const id = questionnaireOf(useSearchTexts());
  if (id === null) return <RedirectOnce path="/questionnaires" />;
  if (patientId === null) return null;
  return (
    <ReviewQuestionnaire
      patientId={patientId}
      assignedQuestionnaireId={id}
      person={<PatientOfPage />}
      scoresLink={linkTo('/questionnaire-scores', questionnaireSearch(id))}
      onBack={() => void navigate({ to: '/questionnaires', search: historySearch, replace: true })}
    />
  );
}
