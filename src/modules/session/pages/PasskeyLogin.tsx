import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { knowsPasskeys, suggestsPasskeys, wasPasskeyUsed } from '../../../browser/passkeys.ts';
import type { Search } from '../../../browser/search.ts';
import { facility } from '../../../data/facility.ts';
import { cancelPasskeys, signInWithPasskey, type PasskeySignIn } from '../../../data/portalPasskeys.ts';
import { completeSignIn } from '../../../layout/session/completeSignIn.ts';
import { Button } from '../../../ui/Button.tsx';
import { FingerprintPattern } from '../../../ui/icons.ts';
import { useWords } from '../../../words/index.ts';
import { beginTry, showLoginFailure, type ContinueSignIn } from './logIn.ts';

/** Loaded only where the facility has identity systems. */
const ProviderLogin = lazy(async () => ({ default: (await import('./ProviderLogin.tsx')).ProviderLogin }));

export interface PasskeyLoginProps {
  readonly search: () => Search;
  readonly onward: ContinueSignIn;
  /** True: no way in that leaves this document, whose memory the page needs. */
  readonly staysHere?: boolean;
}

/** Milliseconds after which the browser gets a new challenge: the server's is good for five minutes. */
const renewAfterMs = 4 * 60_000;

/**
 * Signs in with a passkey. The browser offers passkeys in the field for the username; the button is for browsers that do not, and for those
 * in which somebody has used one.
 */
export function PasskeyLogin({ search, onward, staysHere = false }: PasskeyLoginProps): ReactNode {
  const { t } = useWords();
  const [hasButton, setHasButton] = useState(() => knowsPasskeys() && wasPasskeyUsed());
  const [isBusy, setBusy] = useState(false);
  const suggest = useRef<() => void>(() => undefined);

  const follow = async (outcome: PasskeySignIn) => {
    switch (outcome.kind) {
      case 'signedIn':
        beginTry();
        await onward(await completeSignIn(outcome.profile, search()), true);
        return;
      case 'failed':
        beginTry();
        showLoginFailure(outcome.message.code, outcome.message.values);
        suggest.current();
        return;
      case 'cancelled':
        return;
      case 'unfinished':
      case 'tabletNotSetUp':
        // Only a sign-in with a password gets these.
        showLoginFailure('unspecified');
    }
  };
  const followSuggested = useEffectEvent(follow);

  useEffect(() => {
    let isGone = false;
    let timer: ReturnType<typeof setInterval> | undefined;
    const field = document.getElementById('username');
    void suggestsPasskeys().then((suggests) => {
      if (isGone) return;
      if (!suggests) {
        setHasButton(knowsPasskeys());
        return;
      }
      // Set here, so that a field says it only while somebody listens.
      field?.setAttribute('autocomplete', 'username webauthn');
      suggest.current = () =>
        void signInWithPasskey(true).then((outcome) => (isGone ? undefined : followSuggested(outcome)));
      suggest.current();
      timer = setInterval(suggest.current, renewAfterMs);
    });
    return () => {
      isGone = true;
      clearInterval(timer);
      field?.setAttribute('autocomplete', 'username');
      cancelPasskeys();
    };
  }, []);

  const choose = async () => {
    setBusy(true);
    try {
      const outcome = await signInWithPasskey(false);
      if (outcome.kind === 'cancelled') suggest.current();
      else await follow(outcome);
    } finally {
      setBusy(false);
    }
  };

  const providers = facility()?.identityProviders;
  return (
    <>
      {hasButton ? (
        <Button variant="secondary" size="block" busy={isBusy} icon={FingerprintPattern} onClick={() => void choose()}>
          {t('session.passkey')}
        </Button>
      ) : null}
      {providers === undefined || staysHere ? null : (
        <Suspense fallback={null}>
          <ProviderLogin providers={providers} search={search} />
        </Suspense>
      )}
    </>
  );
}
