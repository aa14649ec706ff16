import { useBlocker, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useConnection } from '../data/connection.ts';
import { loadProfile } from '../data/profile.ts';
import { ProvideEmailForm } from '../features/session/ProvideEmailForm.tsx';
import { GoTo } from '../shell/GoTo.tsx';
import { SignInGate } from '../shell/SignInGate.tsx';
import { clearMessage, showMessage, useWords } from '../words/index.ts';
import { lacksEmail, mustAcceptTerms } from './afterSignIn.ts';
import { beginTry, fail } from './logIn.ts';
import { useOwnProfile } from './useOwnProfile.ts';

const waysOut: ReadonlySet<string> = new Set(['/', '/dashboard']);
const back = { redirect: '/provide-email' };

/** Asks an account without an email address for one; the only ways from here are the start page's (specification 1, section 2). */
export function Page(): ReactNode {
  const { t } = useWords();
  const navigate = useNavigate();
  const offline = useConnection() === 'offline';
  const profile = useOwnProfile(back);
  const [saved, setSaved] = useState(false);
  const isAsked = profile !== null && !saved && lacksEmail(profile) && !mustAcceptTerms(profile);

  useBlocker({ shouldBlockFn: ({ next }) => isAsked && !waysOut.has(next.pathname.toLowerCase()), enableBeforeUnload: false });

  const leave = () => navigate({ to: '/dashboard', search: {}, replace: true });
  const finish = async () => {
    setSaved(true);
    await loadProfile(true).catch(() => undefined);
    await leave();
    clearMessage();
    showMessage('changeEmailSuccess');
  };

  if (profile !== null && !saved && !isAsked) return <GoTo path={mustAcceptTerms(profile) ? '/termsOfUse' : '/dashboard'} />;
  return (
    <SignInGate title={t('session.provideEmailTitle')} lead={t('session.provideEmailLead')}>
      {isAsked ? (
        <ProvideEmailForm
          profile={profile}
          offline={offline}
          onSaved={finish}
          onNotNow={() => void leave()}
          onFailed={({ code, values }) => {
            beginTry();
            fail(code, values);
          }}
        />
      ) : null}
    </SignInGate>
  );
}
