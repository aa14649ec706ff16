import { useBlocker } from '@tanstack/react-router';
import { useNavigate } from '../../../layout/routing/useNavigate.ts';
import { type ReactNode, useState } from 'react';
import { loadProfile } from '../../../data/profile.ts';
import { ProvideEmailForm } from '../ProvideEmailForm.tsx';
import { RedirectOnce } from '../../../layout/routing/RedirectOnce.tsx';
import { SignInGate } from '../../../layout/gate/SignInGate.tsx';
import { clearMessage, showMessage, useWords } from '../../../words/index.ts';
import type { PagePath } from '../../../layout/module.ts';
import { redirectTarget } from '../../../layout/routing/redirectTarget.ts';
import { useSearchTexts } from '../../../layout/routing/useSearchTexts.ts';
import { isTarget, lacksEmail, mustAcceptTerms } from '../../../layout/session/afterSignIn.ts';
import { beginTry, showLoginFailure } from './logIn.ts';
import { useOwnProfile } from './useOwnProfile.ts';

const waysOut: ReadonlySet<string> = new Set(['/', '/dashboard']);

/** Asks an account without an email address for one; the only links are those of the start page (specification 1, section 2). */
export function Page(): ReactNode {
  const { t } = useWords();
  const navigate = useNavigate();
  const search = useSearchTexts();
  const profile = useOwnProfile({ ...search, redirect: '/provide-email' });
  const [saved, setSaved] = useState(false);
  const isAsked = profile !== null && !saved && lacksEmail(profile) && !mustAcceptTerms(profile);

  useBlocker({
    shouldBlockFn: ({ next }) => isAsked && !waysOut.has(next.pathname.toLowerCase()),
    enableBeforeUnload: false,
  });

  // The page that the sign-in asked for, else the dashboard.
  const target = redirectTarget(search, (path): path is PagePath => isTarget(path) && path !== '/provide-email');
  const leave = () =>
    navigate({ to: target?.path ?? '/dashboard', search: target?.search ?? {}, replace: true, ignoreBlocker: true });
  const finish = async () => {
    setSaved(true);
    await loadProfile(true).catch(() => undefined);
    await leave();
    clearMessage();
    showMessage('emailAdded');
  };

  if (profile !== null && !saved && !isAsked)
    return mustAcceptTerms(profile) ? (
      <RedirectOnce path="/termsOfUse" search={search} />
    ) : (
      <RedirectOnce path={target?.path ?? '/dashboard'} search={target?.search ?? {}} />
    );
  return (
    <SignInGate title={t('session.provideEmailTitle')} lead={t('session.provideEmailLead')}>
      {isAsked ? (
        <ProvideEmailForm
          profile={profile}
          onSaved={finish}
          onNotNow={() => void leave()}
          onFailed={({ code, values }) => {
            beginTry();
            showLoginFailure(code, values);
          }}
        />
      ) : null}
    </SignInGate>
  );
}
