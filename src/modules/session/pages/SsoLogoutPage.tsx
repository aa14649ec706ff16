import { type ReactNode, useEffect, useRef, useState } from 'react';
import { endSession } from '../endSession.ts';
import { useSearchTexts } from '../../../layout/routing/useSearchTexts.ts';
import { SignInGate } from '../../../layout/gate/SignInGate.tsx';
import { GateCard } from '../../../ui/Gate.tsx';
import { useWords } from '../../../words/index.ts';

/** Where a single sign-on session ends; whoever comes with a session is logged out. */
export function Page(): ReactNode {
  const { t } = useWords();
  const [over, setOver] = useState(false);
  // Nobody asked for it: it was the inactivity limit, or the server.
  const isLocked = useSearchTexts()['ended'] !== undefined;
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
          <p>{t(isLocked ? 'session.ssoEndedText' : 'session.ssoLogoutText')}</p>
        </GateCard>
      ) : null}
    </SignInGate>
  );
}
