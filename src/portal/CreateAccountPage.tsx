import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { type SignInOutcome, signIn } from '../data/session.ts';
import { AccountForm, type MadeAccount } from '../features/signUp/AccountForm.tsx';
import type { Verified } from '../features/signUp/identity.ts';
import { GoTo } from '../shell/GoTo.tsx';
import { markTitleFailed } from '../shell/title.ts';
import { type MessageBarCodeName, showMessage } from '../words/index.ts';
import { afterSignIn } from './afterSignIn.ts';
import { LeaveQuestion } from './LeaveQuestion.tsx';
import { keepOnlyFor, keptVerified } from './signUpState.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whose sign-up led to `/create-account`: which way a reload begins again. Says nothing about anybody. */
    signUpOf?: Verified['kind'];
  }
}

const isFree = (path: string) => path === '/' || path === '/dashboard';

/** The account itself; only for who was verified in this page's life. A reload begins again, anybody else goes to the start. */
export function Page(): ReactNode {
  const router = useRouter();
  const [verified] = useState(keptVerified);
  useEffect(() => () => keepOnlyFor(router.state.location.pathname), [router]);
  if (verified !== null) return <CreateAccount verified={verified} />;
  switch (router.state.location.state.signUpOf) {
    case 'patient':
      return <GoTo path="/sign-up" />;
    case 'representative':
      return <GoBack />;
    case undefined:
      return <GoTo path="/" />;
  }
}

/** The invitation's page, with its token, is the entry before. */
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

  const trySignIn = ({ username, password }: MadeAccount) => signIn({ kind: 'password', username, password, portalType: 'patientPortal' });
  const leave = async (outcome: SignInOutcome, account: MadeAccount) => {
    const target = outcome.kind === 'signedIn' ? afterSignIn(outcome.profile, {}) : { path: '/login', search: {} };
    showMessage(successOf(verified, account));
    await navigate({ to: target.path, search: target.search, replace: true, ignoreBlocker: true });
  };
  // The account is there even where signing in has to wait.
  const made = async (account: MadeAccount) => leave(await trySignIn(account), account);
  const perhapsMade = async (account: MadeAccount) => {
    const outcome = await trySignIn(account);
    if (outcome.kind !== 'signedIn') return false;
    await leave(outcome, account);
    return true;
  };
  const cancel = () => {
    if (verified.kind === 'representative') void navigate({ to: '/auth-rep-sign-up', search: { u: verified.token } });
    else void navigate({ to: '/sign-up', search: {} });
  };

  return (
    <>
      <AccountForm verified={verified} onMade={made} onPerhapsMade={perhapsMade} onCancel={cancel} onFailed={markTitleFailed} />
      <LeaveQuestion isFree={isFree} />
    </>
  );
}
