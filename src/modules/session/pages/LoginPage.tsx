import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { afterNextPaint } from '../../../browser/painting/afterPaint.ts';
import { useConnection, useIsFacilityDown } from '../../../data/connection.ts';
import { useBranding } from '../../../browser/branding.ts';
import { typedBefore } from '../../../browser/prerendered.ts';
import { LoginForm } from '../LoginForm.tsx';
import { SignInGate } from '../../../layout/gate/SignInGate.tsx';
import type { Search } from '../../../browser/search.ts';
import { Card } from '../../../ui/Card.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { GateCard } from '../../../ui/Gate.tsx';
import { CloudOff } from '../../../ui/icons.ts';
import { ButtonLink } from '../../../ui/LinkButton.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { loadWords, useWords } from '../../../words/index.ts';
import { loadSessionRuntime } from '../../../layout/session/loadSessionRuntime.ts';
import { beginTry, showLoginFailure, logIn, type ContinueSignIn } from './logIn.ts';
import type { OfflineLoginProps } from './OfflineLogin.tsx';
import type { PasskeyLoginProps } from './PasskeyLogin.tsx';

type Offline = ComponentType<OfflineLoginProps>;

/** Replaces the page without a connection; the service worker may have it. `isTyping`: it does not change while somebody types. */
function useOfflineLogin(
  offline: boolean,
  isTyping: boolean,
): { readonly isThere: boolean; readonly Page: Offline | null } {
  const [there, setThere] = useState<{ readonly Page: Offline | null } | null>(null);
  const loaded = useEffectEvent((page: Offline) => setThere({ Page: isTyping ? null : page }));
  useEffect(() => {
    if (!offline) return;
    let gone = false;
    Promise.all([import('./OfflineLogin.tsx'), loadWords('session')]).then(
      ([{ OfflineLogin }]) => {
        if (!gone) loaded(OfflineLogin);
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [offline]);
  return { isThere: offline && there !== null, Page: offline ? (there?.Page ?? null) : null };
}

/** How the page navigates. Callbacks, because it may be shown before the router has loaded. */
interface LoginPageProps {
  /** Returns the address's own parameters. */
  readonly search: () => Search;
  readonly onward: ContinueSignIn;
}

/** The sign-in with username and password; without a connection the same fields open what this device keeps. */
export function LoginPage({ search, onward }: LoginPageProps): ReactNode {
  const { t } = useWords();
  const isDown = useIsFacilityDown();
  const { portalName, sendsUsernames } = useBranding();
  const [username, setUsername] = useState(() => typedBefore('username'));
  const [password, setPassword] = useState(() => typedBefore('password'));
  const { isThere: offline, Page: OfflinePage } = useOfflineLogin(
    useConnection() === 'offline',
    username !== '' || password !== '',
  );

  const [Passkeys, setPasskeys] = useState<ComponentType<PasskeyLoginProps> | null>(null);
  useEffect(() => {
    // Loaded while the form is being filled in, because sending it needs it; passkeys after it.
    return afterNextPaint(
      () =>
        void loadSessionRuntime()
          .then(() => Promise.all([import('./PasskeyLogin.tsx'), loadWords('session')]))
          .then(
            ([{ PasskeyLogin }]) => setPasskeys(() => PasskeyLogin),
            () => undefined,
          ),
    );
  }, []);

  const unlock = async () => {
    beginTry();
    const unlocked = await Promise.all([loadSessionRuntime(), import('./unlock.ts')]).then(
      ([, { unlockHere }]) => unlockHere(username.trim(), password, search()),
      () => null,
    );
    if (unlocked?.kind === 'opened') await onward(unlocked.target, true);
    else showLoginFailure('unlockFailed');
  };

  if (OfflinePage !== null)
    return (
      <OfflinePage
        search={search}
        onward={onward}
        username={username}
        password={password}
        onUsername={setUsername}
        onPassword={setPassword}
      />
    );

  const lead = offline ? (
    <>
      <Chip kind="offline" icon={CloudOff}>
        {t(isDown ? 'core.noAnswer' : 'session.offline')}
      </Chip>
      <br />
      {t(isDown ? 'session.downText' : 'session.offlineText')}
    </>
  ) : (
    t('core.greetingText')
  );

  // The portal's name, as in mails: the facility's own name may tell what it treats.
  const title = portalName === '' ? t('core.logIn') : t('core.greeting', { facility: portalName });

  return (
    <SignInGate title={offline ? t('session.welcomeBack') : title} lead={lead}>
      <GateCard>
        <LoginForm
          kind={offline ? 'unlock' : 'logIn'}
          username={username}
          password={password}
          onUsername={setUsername}
          onPassword={setPassword}
          onSubmit={offline ? unlock : () => logIn(username.trim(), password, search(), onward)}
        >
          {offline ? null : (
            <>
              {Passkeys === null ? null : <Passkeys search={search} onward={onward} />}
              {sendsUsernames ? (
                <TextLink standalone href="/forgot-username">
                  {t('core.forgotUsername')}
                </TextLink>
              ) : null}
              <TextLink standalone href="/reset-password">
                {t('core.forgotPassword')}
              </TextLink>
            </>
          )}
        </LoginForm>
      </GateCard>
      {offline ? null : (
        <Card title={t('core.newHere')}>
          <ButtonLink variant="secondary" href="/sign-up">
            {t('core.createAccount')}
          </ButtonLink>
        </Card>
      )}
    </SignInGate>
  );
}
