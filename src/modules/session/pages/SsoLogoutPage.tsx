import { type ReactNode, useEffect, useRef, useState } from 'react';
import { endSession } from '../endSession.ts';
import { useSearchTexts } from '../../../layout/routing/useSearchTexts.ts';
import { SignInGate } from '../../../layout/gate/SignInGate.tsx';
import { GateCard } from '../../../ui/Gate.tsx';
import { useWords } from '../../../words/index.ts';

/** The end of a single sign-on session; a person who arrives with a session is logged out. */
export function Page(): ReactNode {
  const { t } = useWords();
  const [over, setOver] = useState(false);
  // The inactivity limit or the server has ended the session, and not the person.
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
