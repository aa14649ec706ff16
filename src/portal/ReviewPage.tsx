import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useActingFor } from '../data/profile.ts';
import { ReviewQuestionnaire } from '../features/questionnaires/Review.tsx';
import { ActingFor } from '../shell/ActingFor.tsx';
import { GoTo } from '../shell/GoTo.tsx';
import { useSearchTexts } from '../shell/useSearchTexts.ts';
import { historySearch, questionnaireOf } from './questionnaireAddress.ts';

/** A completed questionnaire, to be read. */
export function Page(): ReactNode {
  const navigate = useNavigate();
  const patientId = useActingFor();
  const id = questionnaireOf(useSearchTexts());
  if (id === null) return <GoTo path="/questionnaires" />;
  if (patientId === null) return null;
  return <ReviewQuestionnaire patientId={patientId} assignedQuestionnaireId={id} person={<ActingFor />} onBack={() => void navigate({ to: '/questionnaires', search: historySearch, replace: true })} />;
}
