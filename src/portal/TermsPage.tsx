import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { acceptTerms, type UserProfile } from '@portal/api';
import { failureOf, messageFor } from '../data/errors.ts';
import { send } from '../data/http.ts';
import { loadProfile } from '../data/profile.ts';
import { signOut } from '../data/session.ts';
import { TermsForm } from '../features/session/TermsForm.tsx';
import { GoTo } from '../shell/GoTo.tsx';
import { SignInGate } from '../shell/SignInGate.tsx';
import { markTitleFailed } from '../shell/title.ts';
import { useSearchTexts } from '../shell/useSearchTexts.ts';
import { clearMessage, showMessage, useWords } from '../words/index.ts';
import { afterSignIn, mustAcceptTerms } from './afterSignIn.ts';
import { remindToConfirm } from './arrival.ts';
import { useOwnProfile } from './useOwnProfile.ts';

const accepting = { op: 'replace', path: '/isEulaAccepted', value: true } as const;

/** The facility's terms: accepting goes on to where the person wanted to be, Cancel signs out (rulings, section 3). */
export function Page(): ReactNode {
  const { t } = useWords();
  const navigate = useNavigate();
  const search = useSearchTexts();
  const profile = useOwnProfile({ ...search });
  const [leaving, setLeaving] = useState(false);

  const accept = async (who: UserProfile, version: string | undefined): Promise<'done' | 'changed'> => {
    clearMessage();
    markTitleFailed(false);
    setLeaving(true);
    try {
      await send(acceptTerms, { params: { userId: who.userId }, body: version === undefined ? [accepting] : [{ op: 'test', path: '/termsOfUseVersion', value: version }, accepting] });
      const accepted = await loadProfile(true);
      remindToConfirm(accepted);
      const target = afterSignIn({ ...accepted, isEulaAccepted: true }, search);
      await navigate({ to: target.path, search: target.search, replace: true });
      return 'done';
    } catch (error) {
      setLeaving(false);
      const failure = failureOf(error);
      markTitleFailed(true);
      if (failure?.kind === 'refused' && failure.body.error === 'terms_changed') {
        showMessage('termsChanged');
        return 'changed';
      }
      const message = failure && messageFor(acceptTerms, failure);
      if (message) showMessage(message.code, message.values);
      else if (!failure) showMessage('unspecified');
      return 'done';
    }
  };

  // Nothing is asked twice: who accepted these terms already is led on.
  const onward = profile !== null && !leaving && !mustAcceptTerms(profile) ? afterSignIn(profile, search) : null;
  return (
    <SignInGate title={t('session.termsTitle')} lead={t('session.termsLead')}>
      {onward ? <GoTo path={onward.path} search={onward.search} /> : profile ? <TermsForm profile={profile} onAccept={(version) => accept(profile, version)} onCancel={() => signOut('asked')} /> : null}
    </SignInGate>
  );
}
