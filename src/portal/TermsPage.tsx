import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { acceptTerms } from '@portal/api';
import { failureOf, messageFor } from '../data/errors.ts';
import { send } from '../data/http.ts';
import { currentProfile, loadProfile } from '../data/profile.ts';
import { currentSession, signOut } from '../data/session.ts';
import { TermsForm } from '../features/session/TermsForm.tsx';
import { SignInGate } from '../shell/SignInGate.tsx';
import { textsOf } from '../shell/search.ts';
import { markTitleFailed } from '../shell/title.ts';
import { clearMessage, showMessage, useWords } from '../words/index.ts';
import { afterSignIn } from './afterSignIn.ts';

/** The facility's terms: accepting goes on to where the person wanted to be, Cancel signs out (rulings, section 3). */
export function Page(): ReactNode {
  const { t } = useWords();
  const navigate = useNavigate();
  const router = useRouter();
  const [known, setKnown] = useState(currentProfile() !== null);
  const searchNow = () => textsOf(router.state.location.search);

  useEffect(() => {
    if (currentSession() === null) {
      void navigate({ to: '/login', search: textsOf(router.state.location.search), replace: true });
      return;
    }
    loadProfile().then(
      () => setKnown(true),
      (error: unknown) => {
        const failure = failureOf(error);
        if (failure?.kind === 'offline') void navigate({ to: '/login', search: textsOf(router.state.location.search), replace: true });
      },
    );
  }, [navigate, router]);

  const accept = async () => {
    const profile = currentProfile();
    if (profile === null) return;
    clearMessage();
    try {
      await send(acceptTerms, { params: { userId: profile.userId }, body: [{ op: 'replace', path: '/isEulaAccepted', value: true }] });
      const accepted = await loadProfile(true);
      const target = afterSignIn({ ...accepted, isEulaAccepted: true }, searchNow());
      await navigate({ to: target.path, search: target.search, replace: true });
    } catch (error) {
      const failure = failureOf(error);
      const message = failure && messageFor(acceptTerms, failure);
      if (message) showMessage(message.code, message.values);
      else if (!failure) showMessage('unspecified');
      markTitleFailed(true);
    }
  };

  return (
    <SignInGate title={t('session.termsTitle')} lead={t('session.termsLead')}>
      {known ? <TermsForm onAccept={accept} onCancel={() => signOut('asked')} /> : null}
    </SignInGate>
  );
}
