import type { ReactNode } from 'react';
import { usePatientOfPage } from '../../../data/profile.ts';
import { RedirectOnce } from '../../../layout/routing/RedirectOnce.tsx';
import { useNavigate } from '../../../layout/routing/useNavigate.ts';
import { useSearchTexts } from '../../../layout/routing/useSearchTexts.ts';
import { PatientOfPage } from '../../../layout/signedIn/WorkPatient.tsx';
import { ScoresOverTime } from '../ScoresOverTime.tsx';
import { historySearch, questionnaireOf } from './questionnaireAddress.ts';

export function Page(): ReactNode {
  const navigate = useNavigate();
  const patientId = usePatientOfPage();
  const id = questionnaireOf(useSearchTexts());
  if (id === null) return <RedirectOnce path="/questionnaires" />;
  if (patientId === null) return null;
  return (
    <ScoresOverTime
      patientId={patientId}
      assignedQuestionnaireId={id}
      person={<PatientOfPage />}
      onBack={() => void navigate({ to: '/questionnaires', search: historySearch, replace: true })}
    />
  );
}
