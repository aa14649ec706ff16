import { Navigate, useNavigate, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useActingFor } from '../data/profile.ts';
import { ReviewQuestionnaire } from '../features/questionnaires/Review.tsx';
import { textsOf } from '../shell/search.ts';
import { historySearch, questionnaireOf } from './questionnaireAddress.ts';

/** A completed questionnaire, to be read. */
export function Page(): ReactNode {
  const navigate = useNavigate();
  const router = useRouter();
  const patientId = useActingFor();
  const id = questionnaireOf(textsOf(router.state.location.search));
  if (id === null) return <Navigate to="/questionnaires" search={{}} replace />;
  if (patientId === null) return null;
  return <ReviewQuestionnaire patientId={patientId} assignedQuestionnaireId={id} onBack={() => void navigate({ to: '/questionnaires', search: historySearch, replace: true })} />;
}
