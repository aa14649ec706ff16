import { signUpFacility } from './signUpFacility.tsx';
import { useRouter } from '@tanstack/react-router';
import type { SignInTarget } from '../../../layout/routing/redirect.ts';
import { useNavigate } from '../../../layout/routing/useNavigate.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { loadIdentity, openAccepted } from '../../../data/profile.ts';
import { signIn, useSession } from '../../../data/session.ts';
import type { SignInOutcome } from '../../../data/signInOutcome.ts';
import { type Accepted, AcceptanceForm, UseOwnAccount } from '../AcceptanceForm.tsx';
import { AccountForm, type MadeAccount } from '../AccountForm.tsx';
import type { Verified } from '../identity.ts';
import { RedirectOnce } from '../../../layout/routing/RedirectOnce.tsx';
import { type MessageBarCodeName, showMessage } from '../../../words/index.ts';
import { afterSignIn } from '../../../layout/session/afterSignIn.ts';
import { LeaveQuestion } from '../../../layout/LeaveQuestion.tsx';
import { forgetSignUpOutside, verifiedIdentity, noteAccepted } from './signUpState.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whose sign-up led to `/create-account`, so that a reload starts the right one again. It identifies nobody. */
    signUpOf?: Verified['kind'];
  }
}

const isFree = (path: string) => path === '/' || path === '/dashboard';
/** Asks even if the form is untouched, because the person has already typed a PIN or their identity. */
const renderLeaving = (): ReactNode => <LeaveQuestion isFree={isFree} />;

/** The account form, only after a verification in this document: a reload starts again, and anybody else goes to the start page. */
export function Page(): ReactNode {
  const router = useRouter();
  const [verified] = useState(verifiedIdentity);
  useEffect(() => () => forgetSignUpOutside(router.state.location.pathname), [router]);
  if (verified !== null) return <CreateAccount verified={verified} />;
  switch (router.state.location.state.signUpOf) {
    case 'patient':
      return <RedirectOnce path="/sign-up" />;
    case 'representative':
      return <GoBack />;
    case undefined:
      return <RedirectOnce path="/" />;
  }
}

/** Goes back to the entry before, which is the invitation's page with its token. */
function GoBack(): ReactNode {
  const router = useRouter();
  useEffect(() => router.history.back(), [router]);
  return null;
}

/** What the message bar says of a new account (specification 1, section 4). */
function successOf(verified: Verified, { isMailSent }: MadeAccount): MessageBarCodeName {
  if (verified.kind === 'representative') return 'arSignupSuccess';
  return isMailSent ? 'signupSuccess' : 'signupSuccessCantSendEmail';
}

function CreateAccount({ verified }: { verified: Verified }): ReactNode {
  const navigate = useNavigate();

  const [usesOwn, setUsesOwn] = useState(false);
  const session = useSession();
  const isSignedIn = session?.mode === 'online';
  // Loads the identity, because the page must name the account that would accept: on a shared device it may be somebody else's.
  useEffect(() => {
    if (isSignedIn) loadIdentity().catch(() => undefined);
  }, [isSignedIn]);
  const signedInAs = isSignedIn ? session.userName : null;

  const trySignIn = ({ username, password }: Pick<MadeAccount, 'username' | 'password'>) =>
    signIn({ kind: 'password', username, password, portalType: 'patientPortal' });
  const leave = async (outcome: SignInOutcome, account: MadeAccount) => {
    const target: SignInTarget =
      outcome.kind === 'signedIn' ? afterSignIn(outcome.profile, {}) : { path: '/login', search: {} };
    showMessage(successOf(verified, account));
    noteAccepted(verified);
    await navigate({ to: target.path, search: target.search, replace: true, ignoreBlocker: true });
  };
  // The account exists even if signing in fails.
  const made = async (account: MadeAccount) => leave(await trySignIn(account), account);
  const perhapsMade = async (account: MadeAccount) => {
    const outcome = await trySignIn(account);
    if (outcome.kind !== 'signedIn') return false;
    await leave(outcome, account);
    return true;
  };
  const goAccepted = async ({ patientId, account }: Accepted) => {
    const outcome = account === null ? null : await trySignIn(account);
    const profile =
      outcome === null ? (await loadIdentity()).profile : outcome.kind === 'signedIn' ? outcome.profile : null;
    const target: SignInTarget = profile === null ? { path: '/login', search: {} } : afterSignIn(profile, {});
    // The person may open the record in any case; if this fails, they find it under "Switch patient".
    if (profile !== null && patientId !== null) await openAccepted(patientId).catch(() => undefined);
    showMessage('invitationAccepted');
    noteAccepted(verified);
    await navigate({ to: target.path, search: target.search, replace: true, ignoreBlocker: true });
  };
  const cancel = () => {
    if (verified.kind === 'representative') void navigate({ to: '/auth-rep-sign-up', search: { u: verified.token } });
    else void navigate({ to: '/sign-up', search: {} });
  };

  if (verified.kind === 'representative' && usesOwn)
    return (
      <AcceptanceForm
        verified={verified}
        signedInAs={signedInAs}
        onAccepted={(accepted) => void goAccepted(accepted)}
        onPerhapsAccepted={async (account) => (await trySignIn(account)).kind === 'signedIn'}
        onCancel={() => setUsesOwn(false)}
        facility={signUpFacility}
        renderLeaving={renderLeaving}
      />
    );
  return (
    <AccountForm
      verified={verified}
      onMade={made}
      onPerhapsMade={perhapsMade}
      onCancel={cancel}
      otherWay={verified.kind === 'representative' ? <UseOwnAccount onUse={() => setUsesOwn(true)} /> : null}
      facility={signUpFacility}
      renderLeaving={renderLeaving}
    />
  );
}
