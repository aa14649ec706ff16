import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { knowsPasskeys } from '../../src/browser/passkeys.ts';
import { providerName } from '../../src/browser/providerName.ts';
import { parseSearch } from '../../src/browser/search.ts';
import type { ShownMessage } from '../../src/data/errors.ts';
import { facility } from '../../src/data/facility.ts';
import type { SignIn } from '../../src/data/signInRequest.ts';
import { Button } from '../../src/ui/Button.tsx';
import { FingerprintPattern } from '../../src/ui/icons.ts';
import { ButtonLink } from '../../src/ui/LinkButton.tsx';
import { clearMessage, showMessage, useWords } from '../../src/words/index.ts';
import { runtime } from '../runtime.ts';
import { endCeremony } from './endCeremony.ts';
import { giveUpTicket } from './signOnTicket.ts';

export interface OtherWaysProps {
  readonly onLogIn: (way: SignIn) => Promise<void>;
  readonly onFailed: (message: ShownMessage) => void;
}

/** Ways in of staff beside the password: a passkey, and the facility's identity systems, which send the browser back. Loaded after the form. */
export function OtherWays({ onLogIn, onFailed }: OtherWaysProps): ReactNode {
  const { t, language } = useWords();
  const [busy, setBusy] = useState(false);
  const comeBack = useEffectEvent(() => {
    const ticket = giveUpTicket();
    const { because } = parseSearch(location.search);
    if (because !== undefined) showMessage(because === 'notAllowed' ? 'kioskSignOnNotAllowed' : 'kioskSignOnFailed');
    if (ticket !== null) void onLogIn({ kind: 'singleSignOn', ssoId: ticket, portalType: 'kioskManagement' });
  });
  useEffect(() => comeBack(), []);

  const byPasskey = async (): Promise<void> => {
    clearMessage();
    setBusy(true);
    const failure = await Promise.all([import('../../src/data/passkeys.ts'), runtime()]).then(
      async ([{ signInWithPasskey }, { followLogIn }]) => {
        const outcome = await signInWithPasskey(false);
        return outcome.kind === 'cancelled' ? null : followLogIn(outcome);
      },
      () => ({ code: 'noConnection' as const, values: {} }),
    );
    setBusy(false);
    if (failure !== null) onFailed(failure);
  };
  useEffect(() => (busy ? endCeremony : undefined), [busy]);

  return (
    <>
      {knowsPasskeys() ? (
        <Button variant="secondary" size="block" icon={FingerprintPattern} busy={busy} onClick={() => void byPasskey()}>
          {t('kiosk.passkeyLogIn')}
        </Button>
      ) : null}
      {facility()
        ?.identityProviders?.filter((provider) => provider.for === 'kioskStaff')
        .map((provider) => (
          <ButtonLink key={provider.key} variant="secondary" size="block" href={`/openid/${provider.key}/start`}>
            {t('kiosk.continueWith', { name: providerName(provider, language) })}
          </ButtonLink>
        ))}
    </>
  );
}
