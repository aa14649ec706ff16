import { useRouter } from '@tanstack/react-router';
import { useNavigate } from '../../../layout/routing/useNavigate.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { ContactPin } from '../Invitation.tsx';
import { PatientInBar } from '../../../layout/signedIn/WorkPatient.tsx';
import { RedirectOnce } from '../../../layout/routing/RedirectOnce.tsx';
import { storedInvited, forgetInvitationOutside } from './contactInvite.ts';
import { LeaveQuestion } from '../../../layout/LeaveQuestion.tsx';
import { PrintHead } from '../../../records/PrintHead.tsx';
import { useWords } from '../../../words/index.ts';

const noFreePage = () => false;

/** The PIN of an invitation; only once, on the way from it. */
export function Page(): ReactNode {
  const router = useRouter();
  const navigate = useNavigate();
  const { t } = useWords();
  const [invited] = useState(storedInvited);
  useEffect(() => () => forgetInvitationOutside(router.state.location.pathname), [router]);
  if (invited === null) return <RedirectOnce path="/" />;
  return (
    <>
      <PrintHead />
      <ContactPin
        invited={invited}
        person={<PatientInBar />}
        onDone={() => void navigate({ to: '/', search: {}, replace: true, ignoreBlocker: true })}
        onLeave={() => void navigate({ to: '/', search: {}, replace: true })}
      />
      <LeaveQuestion
        isFree={noFreePage}
        texts={{
          title: t('contacts.pinLeaveTitle'),
          message: t('contacts.pinLeaveText'),
          confirm: t('contacts.pinLeave'),
          dismiss: t('contacts.pinStay'),
        }}
      />
    </>
  );
}
