import { useNavigate } from '../../../layout/routing/useNavigate.ts';
import { type ReactNode, useCallback } from 'react';
import { LogOut } from '../LogOut.tsx';
import { SignInGate } from '../../../layout/gate/SignInGate.tsx';
import { useWords } from '../../../words/index.ts';

/** Logs out; asks first when there are answers that the facility does not have. */
export function Page(): ReactNode {
  const { t } = useWords();
  const navigate = useNavigate();
  const nobody = useCallback(() => void navigate({ to: '/login', search: {}, replace: true }), [navigate]);
  return (
    <SignInGate title={t('session.logoutTitle')}>
      <LogOut onStay={() => void navigate({ to: '/dashboard', search: {}, replace: true })} onNobody={nobody} />
    </SignInGate>
  );
}
