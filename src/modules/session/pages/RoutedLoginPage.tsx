import { useRouter } from '@tanstack/react-router';
import type { UserProfile } from '@portal/api';
import { type ReactNode, useEffect, useState } from 'react';
import { untilStopped } from '../../../browser/untilStopped.ts';
import { textsOf } from '../../../browser/search.ts';
import { useConnection } from '../../../data/connection.ts';
import { loadProfile } from '../../../data/profile.ts';
import { currentSession, useSession } from '../../../data/session.ts';
import { SignInGate } from '../../../layout/gate/SignInGate.tsx';
import { afterSignIn } from '../../../layout/session/afterSignIn.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { formatPersonName, loadWords, useWords } from '../../../words/index.ts';
import { SignedInAlready } from '../SignedInAlready.tsx';
import { LoginPage } from './LoginPage.tsx';

type Asked =
  | { readonly kind: 'asking' }
  | { readonly kind: 'form' }
  | { readonly kind: 'found'; readonly who: UserProfile };

/** Who is signed in when the page opens. Without a connection that is not known, and the form opens what the device keeps. */
function useWhoIsSignedIn(): Asked {
  const [hadSession] = useState(() => currentSession()?.mode === 'online');
  const offline = useConnection() === 'offline';
  const isOver = useSession() === null;
  const [asked, setAsked] = useState<Asked>({ kind: hadSession && !offline ? 'asking' : 'form' });
  useEffect(() => {
    if (!hadSession || offline) return;
    return untilStopped(
      Promise.all([loadProfile(), loadWords('session')]),
      ([who]) => setAsked({ kind: 'found', who }),
      () => setAsked({ kind: 'form' }),
    );
  }, [hadSession, offline]);
  return isOver ? { kind: 'form' } : asked;
}

/** The login page within the router; it tells a person who is signed in so. */
export function Page(): ReactNode {
  const { t, locale } = useWords();
  const router = useRouter();
  const asked = useWhoIsSignedIn();
  if (asked.kind === 'asking')
    return (
      <SignInGate title={t('core.logIn')}>
        <Skeleton lines={3} />
      </SignInGate>
    );
  if (asked.kind === 'found') {
    const next = afterSignIn(asked.who, textsOf(router.state.location.search));
    const name = formatPersonName(locale, asked.who);
    return (
      <SignInGate title={t('session.signedInTitle')} lead={t('session.signedInAs', { name })}>
        <SignedInAlready
          onContinue={() => void router.navigate({ to: next.path, search: next.search, replace: true })}
          onLogOut={() => void router.navigate({ to: '/logout' })}
        />
      </SignInGate>
    );
  }
  return (
    <LoginPage
      search={() => textsOf(router.state.location.search)}
      onward={(target, replace) => router.navigate({ to: target.path, search: target.search, replace })}
    />
  );
}
