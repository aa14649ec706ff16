import { useRouter } from '@tanstack/react-router';
import type { SignInTarget } from '../../../layout/routing/redirect.ts';
import { useNavigate } from '../../../layout/routing/useNavigate.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { signIn } from '../../../data/session.ts';
import type { SignInOutcome } from '../../../data/signInOutcome.ts';
import { forgetUnfinished, unfinishedSignIn } from '../../../data/unfinishedSignIn.ts';
import { currentProfile } from '../../../data/profile.ts';
import { UpdatePasswordForm } from '../UpdatePasswordForm.tsx';
import { SignInGate } from '../../../layout/gate/SignInGate.tsx';
import { textsOf } from '../../../browser/search.ts';
import { showMessage, useWords } from '../../../words/index.ts';
import { completeSignIn } from '../../../layout/session/completeSignIn.ts';

/** The change that a sign-in asks for; afterwards the person is signed in with the new password. */
export function Page(): ReactNode {
  const { t } = useWords();
  const navigate = useNavigate();
  const router = useRouter();
  const [username] = useState(() => unfinishedSignIn('newPassword')?.username ?? currentProfile()?.userName ?? null);

  useEffect(() => {
    // Opened without a sign-in before it: it is not known whose password to change.
    if (username === null)
      void navigate({ to: '/login', search: textsOf(router.state.location.search), replace: true });
    return () => forgetUnfinished('newPassword');
  }, [username, navigate, router]);

  const trySignIn = (password: string) =>
    signIn({ kind: 'password', username: username ?? '', password, portalType: 'patientPortal' });
  const leave = async (outcome: SignInOutcome) => {
    const search = textsOf(router.state.location.search);
    const target: SignInTarget =
      outcome.kind === 'signedIn'
        ? await completeSignIn(outcome.profile, search)
        : { path: outcome.kind === 'unfinished' ? outcome.path : '/login', search };
    showMessage('updatePasswordSuccess');
    await navigate({ to: target.path, search: target.search, replace: true });
  };
  const changed = async (password: string) => leave(await trySignIn(password));
  const perhapsChanged = async (password: string) => {
    const outcome = await trySignIn(password);
    if (outcome.kind === 'failed') return outcome.message;
    await leave(outcome);
    return null;
  };

  return (
    <SignInGate title={t('session.passwordTitle')} lead={t('session.passwordLead')}>
      {username === null ? null : (
        <UpdatePasswordForm
          username={username}
          current={unfinishedSignIn('newPassword')?.password ?? ''}
          onChanged={changed}
          onPerhapsChanged={perhapsChanged}
        />
      )}
    </SignInGate>
  );
}
