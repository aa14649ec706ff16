import { useRouter } from '@tanstack/react-router';
import { useNavigate } from '../../../layout/routing/useNavigate.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { type Invitation, InvitationForm } from '../InvitationForm.tsx';
import { PatientInBar } from '../../../layout/signedIn/WorkPatient.tsx';
import { RedirectOnce } from '../../../layout/routing/RedirectOnce.tsx';
import { type MessageBarCodeName, showMessage } from '../../../words/index.ts';
import { contactSearch, useOwnPatient } from './contactEditing.tsx';
import { storeInvited, forgetInvitationOutside, storedInvitee } from './contactInvite.ts';
import { PrintHead } from '../../../records/PrintHead.tsx';

/** What an invited contact may see, and what is agreed to before the mail goes out; only on the way from a contact. */
export function Page(): ReactNode {
  const router = useRouter();
  const navigate = useNavigate();
  const patientId = useOwnPatient();
  const [invitee] = useState(storedInvitee);
  useEffect(() => () => forgetInvitationOutside(router.state.location.pathname), [router]);
  if (invitee === null || patientId === null) return <RedirectOnce path="/" />;
  const invited = async (invitation: Invitation) => {
    storeInvited({ name: invitee.name, email: invitee.email, ...invitation });
    await navigate({ to: '/contact-pin', search: {}, replace: true });
    showMessage('contactInviteSuccess');
  };
  const notInvited = async (code: MessageBarCodeName) => {
    await navigate({ to: '/edit-contact', search: contactSearch(invitee.contactId), replace: true });
    showMessage(code);
  };
  return (
    <>
      <PrintHead />
      <InvitationForm
        patientId={patientId}
        person={<PatientInBar />}
        invitee={invitee}
        onInvited={(invitation) => void invited(invitation)}
        onNotInvited={(code) => void notInvited(code)}
        onCancel={() => router.history.back()}
      />
    </>
  );
}
