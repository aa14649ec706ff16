import { type ReactNode, useEffect, useRef, useState } from 'react';
import { endSession } from '../features/session/endSession.ts';
import { SignInGate } from '../shell/SignInGate.tsx';
import { GateCard } from '../ui/Gate.tsx';
import { useWords } from '../words/index.ts';

/** Where a single sign-on session ends; whoever comes with a session is logged out. */
export function Page(): ReactNode {
  const { t } = useWords();
  const [over, setOver] = useState(false);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void endSession().finally(() => setOver(true));
  }, []);
  return (
    <SignInGate title={t(over ? 'session.ssoLogoutTitle' : 'session.logoutTitle')}>
      {over ? (
        <GateCard>
          <p>{t('session.ssoLogoutText')}</p>
        </GateCard>
      ) : null}
    </SignInGate>
  );
}
