import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { ContactPin } from '../features/contacts/Invitation.tsx';
import { GoTo } from '../shell/GoTo.tsx';
import { agreedInvited, keepInvitedOnlyFor } from './contactInvite.ts';
import { PrintHead } from './PrintHead.tsx';

/** The PIN of an invitation; only once, after the statement was agreed to. */
export function Page(): ReactNode {
  const router = useRouter();
  const navigate = useNavigate();
  const [invited] = useState(agreedInvited);
  useEffect(() => () => keepInvitedOnlyFor(router.state.location.pathname), [router]);
  if (invited === null) return <GoTo path="/" />;
  return (
    <>
      <PrintHead />
      <ContactPin invited={invited} onDone={() => void navigate({ to: '/', search: {}, replace: true })} />
    </>
  );
}
