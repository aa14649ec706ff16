import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { InvitationStatement } from '../features/contacts/Invitation.tsx';
import { GoTo } from '../shell/GoTo.tsx';
import { showMessage } from '../words/index.ts';
import { agree, keepInvitedOnlyFor, keptInvited } from './contactInvite.ts';
import { PrintHead } from './PrintHead.tsx';

/** What is agreed to before the PIN is shown; only on the way from an invitation. */
export function Page(): ReactNode {
  const router = useRouter();
  const navigate = useNavigate();
  const [invited] = useState(keptInvited);
  useEffect(() => () => keepInvitedOnlyFor(router.state.location.pathname), [router]);
  if (invited === null) return <GoTo path="/" />;
  const goOn = async () => {
    agree();
    await navigate({ to: '/contact-pin', search: {}, replace: true });
    showMessage('contactInviteSuccess');
  };
  return (
    <>
      <PrintHead />
      <InvitationStatement invited={invited} onAgree={() => void goOn()} onCancel={() => router.history.back()} />
    </>
  );
}
