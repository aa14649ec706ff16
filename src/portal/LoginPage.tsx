import { type ReactNode, useEffect, useState } from 'react';
import { afterPicture } from '../data/afterPaint.ts';
import { useConnection } from '../data/connection.ts';
import { typedBefore } from '../data/firstPicture.ts';
import { LoginForm } from '../features/session/LoginForm.tsx';
import { SignInGate } from '../shell/SignInGate.tsx';
import type { Search } from '../shell/search.ts';
import { Card } from '../ui/Card.tsx';
import { Chip } from '../ui/Chip.tsx';
import { GateCard } from '../ui/Gate.tsx';
import { CloudOff } from '../ui/icons.ts';
import { ButtonLink } from '../ui/LinkButton.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { loadWords, useWords } from '../words/index.ts';
import { engine } from './lazyEngine.ts';
import { beginTry, fail, logIn, type Onward } from './logIn.ts';

/** Without a connection the page has words of its own; they come from the service worker's store, or the page goes on without. */
function useOfflineWords(offline: boolean): boolean {
  const [there, setThere] = useState(false);
  useEffect(() => {
    if (!offline) return;
    let gone = false;
    loadWords('session').then(
      () => !gone && setThere(true),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [offline]);
  return offline && there;
}

/** How the page leads on. It knows no router, because it is shown before there is one. */
export interface LoginPageProps {
  /** The address's own parameters, when asked. */
  readonly search: () => Search;
  readonly onward: Onward;
}

/** Sign-in with username and password; without a connection the same fields open what is kept on this device. */
export function LoginPage({ search, onward }: LoginPageProps): ReactNode {
  const { t } = useWords();
  const offline = useOfflineWords(useConnection() === 'offline');
  const [username, setUsername] = useState(() => typedBefore('username'));
  const [password, setPassword] = useState(() => typedBefore('password'));

  useEffect(() => {
    // What the form needs when it is sent comes while it is being filled in.
    return afterPicture(() => void engine().catch(() => undefined));
  }, []);

  const unlock = async () => {
    beginTry();
    const isOpen = await Promise.all([engine(), import('./unlock.ts')]).then(
      ([, { unlockHere }]) => unlockHere(username.trim(), password),
      () => false,
    );
    if (isOpen) await onward({ path: '/questionnaires', search: {} }, true);
    else fail('unlockFailed');
  };

  const lead = offline ? (
    <>
      <Chip kind="offline" icon={CloudOff}>
        {t('session.offline')}
      </Chip>{' '}
      {t('session.offlineText')}
    </>
  ) : (
    t('core.greetingText')
  );

  return (
    <SignInGate title={t(offline ? 'session.welcomeBack' : 'core.greeting')} lead={lead}>
      <GateCard>
        <LoginForm
          kind={offline ? 'unlock' : 'logIn'}
          username={username}
          password={password}
          onUsername={setUsername}
          onPassword={setPassword}
          onSubmit={offline ? unlock : () => logIn(username.trim(), password, search(), onward)}
        >
          {offline ? null : <TextLink standalone href="/reset-password">{t('core.forgotPassword')}</TextLink>}
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
