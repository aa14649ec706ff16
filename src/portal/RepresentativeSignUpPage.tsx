import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { VerifiedRepresentative } from '../features/signUp/identity.ts';
import { RepresentativeForm } from '../features/signUp/RepresentativeForm.tsx';
import { SignInGate } from '../shell/SignInGate.tsx';
import { markTitleFailed } from '../shell/title.ts';
import { useLink } from '../shell/useLink.ts';
import { useSearchTexts } from '../shell/useSearchTexts.ts';
import { GateCard } from '../ui/Gate.tsx';
import { ButtonLink } from '../ui/LinkButton.tsx';
import { stack } from '../ui/text.css.ts';
import { useWords } from '../words/index.ts';
import { LeaveQuestion } from './LeaveQuestion.tsx';
import { keepVerified } from './signUpState.ts';

const isFree = (path: string) => path === '/create-account';

/** Whoever is to act for a patient comes here from their invitation, and enters the PIN that the patient tells them. */
export function Page(): ReactNode {
  const { t } = useWords();
  const navigate = useNavigate();
  const link = useLink();
  const token = useSearchTexts()['u'] ?? '';
  if (token === '') {
    return (
      <SignInGate title={t('signUp.noInvitationTitle')}>
        <GateCard>
          <div className={stack}>
            <p>{t('signUp.noInvitationText')}</p>
            <ButtonLink {...link('/login').props}>{t('core.logIn')}</ButtonLink>
          </div>
        </GateCard>
      </SignInGate>
    );
  }
  const goOn = (who: VerifiedRepresentative) => {
    keepVerified(who);
    void navigate({ to: '/create-account', search: {}, state: { signUpOf: 'representative' } });
  };
  return (
    <>
      <RepresentativeForm key={token} token={token} onVerified={goOn} onCancel={() => void navigate({ to: '/login', search: {} })} onFailed={markTitleFailed} />
      <LeaveQuestion isFree={isFree} />
    </>
  );
}
