import { useNavigate } from '../../../layout/routing/useNavigate.ts';
import { type ReactNode, useCallback, useState } from 'react';
import { acceptTerms, type UserProfile } from '@portal/api';
import { failureOf, refusalOf } from '../../../data/errors.ts';
import { send } from '../../../data/http.ts';
import { loadProfile } from '../../../data/profile.ts';
import { showFailure } from '../../../data/showFailure.ts';
import { LogOut } from '../LogOut.tsx';
import { TermsForm } from '../TermsForm.tsx';
import { RedirectOnce } from '../../../layout/routing/RedirectOnce.tsx';
import { SignInGate } from '../../../layout/gate/SignInGate.tsx';
import { markTitleFailed } from '../../../browser/title.ts';
import { useSearchTexts } from '../../../layout/routing/useSearchTexts.ts';
import { clearMessage, showMessage, useWords } from '../../../words/index.ts';
import { afterSignIn, mustAcceptTerms } from '../../../layout/session/afterSignIn.ts';
import { remindToConfirm } from '../../../layout/session/completeSignIn.ts';
import { useOwnProfile } from './useOwnProfile.ts';

const accepting = { op: 'replace', path: '/isEulaAccepted', value: true } as const;

/** The facility's terms: accepting continues to the requested page, Cancel logs out (rulings, section 3). */
export function Page(): ReactNode {
  const { t } = useWords();
  const navigate = useNavigate();
  const search = useSearchTexts();
  const profile = useOwnProfile({ ...search });
  const [leaving, setLeaving] = useState(false);
  const [cancelled, setCancelled] = useState(false);
  const nobody = useCallback(() => void navigate({ to: '/login', search: {}, replace: true }), [navigate]);

  const accept = async (who: UserProfile, version: string | undefined): Promise<'done' | 'changed'> => {
    clearMessage();
    markTitleFailed(false);
    setLeaving(true);
    try {
      await send(acceptTerms, {
        params: { userId: who.userId },
        body:
          version === undefined ? [accepting] : [{ op: 'test', path: '/termsOfUseVersion', value: version }, accepting],
      });
      const accepted = await loadProfile(true);
      remindToConfirm(accepted);
      const target = afterSignIn({ ...accepted, isEulaAccepted: true }, search);
      await navigate({ to: target.path, search: target.search, replace: true });
      return 'done';
    } catch (error) {
      setLeaving(false);
      const failure = failureOf(error);
      markTitleFailed(true);
      if (refusalOf(acceptTerms, failure) === 'terms_changed') {
        showMessage('termsChanged');
        return 'changed';
      }
      if (failure) showFailure(failure);
      else showMessage('unspecified');
      return 'done';
    }
  };

  // A person who has accepted these terms is not asked again.
  const onward = profile !== null && !leaving && !mustAcceptTerms(profile) ? afterSignIn(profile, search) : null;
  return (
    <SignInGate
      title={t(cancelled ? 'session.logoutTitle' : 'core.termsOfUse')}
      lead={cancelled ? undefined : t('session.termsLead')}
    >
      {onward ? (
        <RedirectOnce path={onward.path} search={onward.search} />
      ) : cancelled ? (
        <LogOut termsOpen onStay={() => setCancelled(false)} onNobody={nobody} />
      ) : profile ? (
        <TermsForm
          profile={profile}
          onAccept={(version) => accept(profile, version)}
          onCancel={() => {
            clearMessage();
            setCancelled(true);
          }}
        />
      ) : null}
    </SignInGate>
  );
}
