import { type SignUpIdentity, validateInvitedPatient } from '@portal/api';
import { signUpFacility } from './signUpFacility.tsx';
import { useRouter } from '@tanstack/react-router';
import { send } from '../../../data/http.ts';
import { currentSession } from '../../../data/session.ts';
import { RedirectOnce } from '../../../layout/routing/RedirectOnce.tsx';
import { useNavigate } from '../../../layout/routing/useNavigate.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { EmailForm } from '../EmailForm.tsx';
import type { VerifiedPatient } from '../identity.ts';
import { IdentityForm } from '../IdentityForm.tsx';
import { setTitle } from '../../../browser/title.ts';
import { useWords } from '../../../words/index.ts';
import { LeaveQuestion } from '../../../layout/LeaveQuestion.tsx';
import { storedPin, forgetSignUpOutside, storeVerifiedIdentity } from './signUpState.ts';

const isFree = (path: string) => path === '/create-account';
const renderLeaving = (isDirty: boolean): ReactNode => (isDirty ? <LeaveQuestion isFree={isFree} /> : null);
/** Asks even if the step is untouched, because the person has typed their identity in the step before. */
const renderAlways = (): ReactNode => renderLeaving(true);

/** Signing up by invitation: the person's identity, then their email address where the record has none. */
export function Page(): ReactNode {
  // Reached by Back from the first page of a new account: the person who is signed in has an account.
  const [isSignedIn] = useState(() => currentSession()?.mode === 'online');
  return isSignedIn ? <RedirectOnce path="/" /> : <SignUp />;
}

function SignUp(): ReactNode {
  const { t } = useWords();
  const navigate = useNavigate();
  const router = useRouter();
  const [pin] = useState(storedPin);
  const [patient, setPatient] = useState<VerifiedPatient | null>(null);
  const asksForEmail = patient !== null;

  useEffect(() => () => forgetSignUpOutside(router.state.location.pathname), [router]);
  useEffect(() => {
    if (!asksForEmail) return;
    setTitle('signUp.emailTitle');
    document.getElementById('main')?.focus();
  }, [asksForEmail]);

  const goOn = (who: VerifiedPatient) => {
    storeVerifiedIdentity(who);
    void navigate({ to: '/create-account', search: {}, state: { signUpOf: 'patient' } });
  };
  const verify = async (identity: SignUpIdentity) => {
    const { patientId, emailAddress, homeFacilityId } = await send(validateInvitedPatient, { body: identity });
    const email = emailAddress ?? '';
    const wasAskedForEmail = email === '';
    const who = { kind: 'patient', patientId, identity, email, facilityId: homeFacilityId, wasAskedForEmail } as const;
    if (wasAskedForEmail) setPatient(who);
    else goOn(who);
  };
  const cancel = () => void navigate({ to: '/login', search: {} });

  return (
    <>
      {patient === null ? (
        <IdentityForm
          givenPin={pin}
          lead={t('signUp.identityLead')}
          steps={['identity', 'account']}
          verify={verify}
          onCancel={cancel}
          facility={signUpFacility}
          renderLeaving={renderLeaving}
        />
      ) : (
        <EmailForm
          onEmail={(email) => goOn({ ...patient, email })}
          onCancel={cancel}
          facility={signUpFacility}
          renderLeaving={renderAlways}
        />
      )}
    </>
  );
}
