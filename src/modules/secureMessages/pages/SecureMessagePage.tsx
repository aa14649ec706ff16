import { listMessageRecipients, listThreads, type SecureThreadId } from '@portal/api';
import { type ReactNode, useCallback } from 'react';
import { markTitleFailed } from '../../../browser/title.ts';
import { usePatientOfPage, useRepresented } from '../../../data/profile.ts';
import { queryFor } from '../../../data/query/query.ts';
import { useNavigate } from '../../../layout/routing/useNavigate.ts';
import { useSearchTexts } from '../../../layout/routing/useSearchTexts.ts';
import { PatientInBar } from '../../../layout/signedIn/WorkPatient.tsx';
import { prefetch } from '../../../records/prefetch.ts';
import { PrintHead } from '../../../records/PrintHead.tsx';
import { ComposeWork } from '../ComposeWork.tsx';
import { threadsOf } from '../threadActs.ts';
import { ThreadWork } from '../ThreadWork.tsx';
import { recipientIn, threadIn, threadSearch } from './threadAddress.ts';
import { useWriting } from './useWriting.ts';

export const load = (): void =>
  prefetch((patientId) => [
    queryFor(listThreads, threadsOf(patientId)),
    queryFor(listMessageRecipients, { params: { patientId } }),
  ]);

/** One thread by itself, or a new message, full screen (rulings, section 3). */
export function Page(): ReactNode {
  const patientId = usePatientOfPage();
  const isOwn = useRepresented() === null;
  const writing = useWriting();
  const navigate = useNavigate();
  const search = useSearchTexts();
  const opened = threadIn(search);
  const toList = useCallback(
    (id: SecureThreadId | null = null) =>
      navigate({ to: '/secure-messages', search: id === null ? {} : threadSearch(id), replace: true }),
    [navigate],
  );
  if (patientId === null) return null;
  return opened === null ? (
    <ComposeWork
      patientId={patientId}
      writing={writing}
      wanted={recipientIn(search)}
      person={<PatientInBar />}
      onClose={() => void toList()}
      onSent={toList}
      onFailed={markTitleFailed}
    />
  ) : (
    <>
      <PrintHead patientId={patientId} />
      <ThreadWork
        patientId={patientId}
        threadId={opened.id}
        isOwn={isOwn}
        writing={writing}
        person={<PatientInBar />}
        onLeave={() => toList()}
      />
    </>
  );
}
