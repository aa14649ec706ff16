import { Navigate, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useActingFor } from '../data/profile.ts';
import { ReviewQuestionnaire } from '../features/questionnaires/Review.tsx';
import { useSearchTexts } from '../shell/useSearchTexts.ts';
import { historySearch, questionnaireOf } from './questionnaireAddress.ts';

/** A completed questionnaire, to be read. */
export function Page(): ReactNode {
  const navigate = useNavigate();
  const patientId = useActingFor();
  const id = questionnaireOf(useSearchTexts());
  if (id === null) return <Navigate to="/questionnaires" search={{}} replace />;
  if (patientId === null) return null;
  return <ReviewQuestionnaire patientId={patientId} assignedQuestionnaireId={id} onBack={() => void navigate({ to: '/questionnaires', search: historySearch, replace: true })} />;
}
