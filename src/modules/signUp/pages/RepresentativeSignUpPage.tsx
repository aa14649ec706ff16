import { signUpFacility } from './signUpFacility.tsx';
import { useNavigate } from '../../../layout/routing/useNavigate.ts';
import type { ReactNode } from 'react';
import type { VerifiedRepresentative } from '../identity.ts';
import { RepresentativeForm } from '../RepresentativeForm.tsx';
import { SignInGate } from '../../../layout/gate/SignInGate.tsx';
import { useLink } from '../../../layout/routing/useLink.ts';
import { useSearchTexts } from '../../../layout/routing/useSearchTexts.ts';
import { GateCard } from '../../../ui/Gate.tsx';
import { ButtonLink } from '../../../ui/LinkButton.tsx';
import { stack } from '../../../ui/text.css.ts';
import { useWords } from '../../../words/index.ts';
import { LeaveQuestion } from '../../../layout/LeaveQuestion.tsx';
import { RedirectOnce } from '../../../layout/routing/RedirectOnce.tsx';
import { storeVerifiedIdentity, wasAccepted } from './signUpState.ts';

const isFree = (path: string) => path === '/create-account';
const renderLeaving = (isDirty: boolean): ReactNode => (isDirty ? <LeaveQuestion isFree={isFree} /> : null);

/** The page of a representative's invitation, where they enter the PIN that the patient tells them. */
export function Page(): ReactNode {
  const { t } = useWords();
  const navigate = useNavigate();
  const link = useLink();
  const token = useSearchTexts()['u'] ?? '';
  // Reached by Back from the first page of a new account.
  if (wasAccepted(token)) return <RedirectOnce path="/" />;
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
    storeVerifiedIdentity(who);
    void navigate({ to: '/create-account', search: {}, state: { signUpOf: 'representative' } });
  };
  return (
    <RepresentativeForm
      key={token}
      token={token}
      onVerified={goOn}
      onCancel={() => void navigate({ to: '/login', search: {} })}
      facility={signUpFacility}
      renderLeaving={renderLeaving}
    />
  );
}
