import { type ReactNode, useEffect, useState } from 'react';
import { useConnection } from '../data/connection.ts';
import { LoginForm } from '../features/session/LoginForm.tsx';
import { followAccountLanguage } from '../shell/language.ts';
import type { Target } from '../shell/redirect.ts';
import { SignInGate } from '../shell/SignInGate.tsx';
import type { Search } from '../shell/search.ts';
import { markTitleFailed } from '../shell/title.ts';
import { Chip } from '../ui/Chip.tsx';
import { GateCard } from '../ui/Gate.tsx';
import { CloudOff } from '../ui/icons.ts';
import { clearMessage, loadWords, type MessageBarCodeName, showMessage, useWords, type Values } from '../words/index.ts';
import { afterSignIn } from './afterSignIn.ts';
import { engine } from './lazyEngine.ts';
import { keepForPasswordChange } from './passwordChange.ts';

function fail(code: MessageBarCodeName, values: Values = {}): void {
  showMessage(code, values);
  markTitleFailed(true);
}

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
  readonly onward: (target: Target, replace: boolean) => Promise<void>;
}

/** Sign-in with username and password; without a connection the same fields open what is kept on this device. */
export function LoginPage({ search: searchNow, onward }: LoginPageProps): ReactNode {
  const { t } = useWords();
  const offline = useOfflineWords(useConnection() === 'offline');
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');

  useEffect(() => {
    // The form is on the screen: what it needs when it is sent comes while it is being filled in.
    engine().catch(() => undefined);
  }, []);

  const logIn = async () => {
    // A standing message, the time-out among them, has been read by now; what comes of this try must be seen.
    clearMessage();
    markTitleFailed(false);
    const search = searchNow();
    const name = username.trim();
    const ready = await engine().catch(() => null);
    if (ready === null) {
      fail('noConnection');
      return;
    }
    const outcome = await ready.signIn({ kind: 'password', username: name, password, portalType: 'patientPortal' });
    switch (outcome.kind) {
      case 'signedIn': {
        void followAccountLanguage(outcome.profile.languageCode);
        await onward(afterSignIn(outcome.profile, search), true);
        return;
      }
      case 'passwordChangeRequired':
        keepForPasswordChange({ username: name, password });
        await onward({ path: '/update-password', search: { ...search } }, false);
        return;
      case 'failed':
        fail(outcome.message.code, outcome.message.values);
    }
  };

  const unlock = async () => {
    clearMessage();
    markTitleFailed(false);
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
        <LoginForm kind={offline ? 'unlock' : 'logIn'} username={username} password={password} onUsername={setUsername} onPassword={setPassword} onSubmit={offline ? unlock : logIn} />
      </GateCard>
    </SignInGate>
  );
}
