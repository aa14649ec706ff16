import { useRouter } from '@tanstack/react-router';
import { useNavigate } from '../../../layout/routing/useNavigate.ts';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useConnection } from '../../../data/connection.ts';
import { signIn } from '../../../data/session.ts';
import { NeedsConnection } from '../../../ui/NeedsConnection.tsx';
import { SignInGate } from '../../../layout/gate/SignInGate.tsx';
import { textsOf } from '../../../browser/search.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormStack } from '../../../ui/Form.tsx';
import { GateCard } from '../../../ui/Gate.tsx';
import { useWords } from '../../../words/index.ts';
import { forgetSecret, secretFor } from '../../../layout/routing/addressSecret.ts';
import { completeSignIn } from '../../../layout/session/completeSignIn.ts';
import { beginTry, showLoginFailure } from './logIn.ts';

/** The sign-in from an identity system: the ticket in the address signs in by itself, once (specification 1, section 4). */
export function Page(): ReactNode {
  const { t } = useWords();
  const navigate = useNavigate();
  const router = useRouter();
  const offline = useConnection() === 'offline';
  const [waiting, setWaiting] = useState(true);
  const begun = useRef(false);

  const logIn = useCallback(async () => {
    const ssoId = secretFor('/singleSignOn');
    const refused = () => navigate({ to: '/singleSignOnFailed', search: {}, replace: true });
    if (ssoId === null) return refused();
    beginTry();
    setWaiting(true);
    const outcome = await signIn({ kind: 'singleSignOn', ssoId });
    if (outcome.kind === 'signedIn') {
      forgetSecret();
      const target = await completeSignIn(outcome.profile, textsOf(router.state.location.search));
      return navigate({ to: target.path, search: target.search, replace: true });
    }
    // The ticket may not have been used, so it can be sent again.
    const code = outcome.kind === 'failed' ? outcome.message.code : null;
    if (code === 'noConnection' || code === 'facilityDown' || code === 'serverBusy') {
      showLoginFailure(code);
      setWaiting(false);
      return;
    }
    forgetSecret();
    return refused();
  }, [navigate, router]);

  useEffect(() => {
    // A ticket works once, and effects may run twice.
    if (begun.current) return;
    begun.current = true;
    void logIn();
  }, [logIn]);

  return (
    <SignInGate title={t('session.ssoTitle')} lead={waiting ? t('session.ssoWaiting') : undefined}>
      {waiting ? null : (
        <>
          <NeedsConnection offline={offline} />
          <GateCard>
            <FormStack>
              <Button onClick={() => void logIn()}>{t('core.tryAgain')}</Button>
            </FormStack>
          </GateCard>
        </>
      )}
    </SignInGate>
  );
}
