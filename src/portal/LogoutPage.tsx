import type { ReactNode } from 'react';
import { LogOut } from '../features/session/LogOut.tsx';
import { useNavigate } from '@tanstack/react-router';
import { SignInGate } from '../shell/SignInGate.tsx';
import { useWords } from '../words/index.ts';

/** Logs out; asks first when there are answers that the facility has not got. */
export function Page(): ReactNode {
  const { t } = useWords();
  const navigate = useNavigate();
  return (
    <SignInGate title={t('session.logoutTitle')}>
      <LogOut onStay={() => void navigate({ to: '/dashboard', search: {}, replace: true })} onDone={() => void navigate({ to: '/login', search: {}, replace: true })} />
    </SignInGate>
  );
}
