import { type SignUpIdentity, linkIdentity } from '@portal/api';
import { type ReactNode, useState } from 'react';
import { failureOf, refusalOf } from '../../../data/errors.ts';
import { send } from '../../../data/http.ts';
import { SignInGate } from '../../../layout/gate/SignInGate.tsx';
import { LeaveQuestion } from '../../../layout/LeaveQuestion.tsx';
import { secretFor } from '../../../layout/routing/addressSecret.ts';
import { useLink } from '../../../layout/routing/useLink.ts';
import { useNavigate } from '../../../layout/routing/useNavigate.ts';
import { GateCard } from '../../../ui/Gate.tsx';
import { ButtonLink } from '../../../ui/LinkButton.tsx';
import { stack } from '../../../ui/text.css.ts';
import { useWords } from '../../../words/index.ts';
import { IdentityForm } from '../IdentityForm.tsx';
import { signUpFacility } from './signUpFacility.tsx';

const isFree = (path: string) => path === '/singleSignOn';
const renderLeaving = (isDirty: boolean): ReactNode => (isDirty ? <LeaveQuestion isFree={isFree} /> : null);

/** The first sign-in with an identity system: the person says with their invitation whose record it opens from now on. */
export function Page(): ReactNode {
  const { t } = useWords();
  const navigate = useNavigate();
  const link = useLink();
  const [pending] = useState(() => secretFor('/link-sign-in'));
  const [isOver, setOver] = useState(pending === null);

  if (isOver || pending === null)
    return (
      <SignInGate title={t('signUp.linkOverTitle')}>
        <GateCard>
          <div className={stack}>
            <p>{t('signUp.linkOverText')}</p>
            <ButtonLink {...link('/login').props}>{t('core.logIn')}</ButtonLink>
          </div>
        </GateCard>
      </SignInGate>
    );

  const verify = async (identity: SignUpIdentity) => {
    try {
      const { ssoId } = await send(linkIdentity, { body: { pending, ...identity } });
      // A new document, so that the ticket is taken out of the address before anything else reads it.
      location.replace(`/singleSignOn?sso-id=${encodeURIComponent(ssoId)}`);
    } catch (error) {
      const code = refusalOf(linkIdentity, failureOf(error));
      if (code !== 'link_expired' && code !== 'other_person') throw error;
      setOver(true);
    }
  };
  return (
    <IdentityForm
      givenPin={null}
      lead={t('signUp.linkLead')}
      steps={['identity']}
      verify={verify}
      onCancel={() => void navigate({ to: '/login', search: {} })}
      facility={signUpFacility}
      renderLeaving={renderLeaving}
    />
  );
}
