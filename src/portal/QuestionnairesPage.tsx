import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useActingFor } from '../data/profile.ts';
import { useSession } from '../data/session.ts';
import { QuestionnaireList } from '../features/questionnaires/QuestionnaireList.tsx';
import { pages } from '../routes.ts';
import { NeedsCapability } from './NeedsCapability.tsx';
import { questionnaireSearch } from './questionnaireAddress.ts';
import { UnsentList } from './UnsentList.tsx';

/** The list of questionnaires; without a connection, those with answers on this device. */
export function Page(): ReactNode {
  const navigate = useNavigate();
  const patientId = useActingFor();
  const offline = useSession()?.mode === 'offline';
  if (patientId === null) return null;
  const open = (to: '/complete-questionnaire' | '/review-questionnaire') => (id: Parameters<typeof questionnaireSearch>[0]) => void navigate({ to, search: questionnaireSearch(id) });
  if (offline) return <UnsentList onOpen={open('/complete-questionnaire')} />;
  return (
    <NeedsCapability page={pages.questionnaires}>
      <QuestionnaireList patientId={patientId} onOpen={open('/complete-questionnaire')} onReview={open('/review-questionnaire')} />
    </NeedsCapability>
  );
}
