import { redeemFrontDeskCode } from '@portal/api';
import { useNavigate } from '../../../layout/routing/useNavigate.ts';
import { type ReactNode, useEffect, useState } from 'react';
import type { ShownMessage } from '../../../data/errors.ts';
import { FrontDeskCodeForm } from '../FrontDeskCodeForm.tsx';
import { ForgotPasswordForm, ResetPasswordForm } from '../ResetPasswordForm.tsx';
import { SignInGate } from '../../../layout/gate/SignInGate.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { FormStack } from '../../../ui/Form.tsx';
import { isOffered } from '../../../data/version.ts';
import { clearMessage, showMessage, useWords } from '../../../words/index.ts';
import { markTitleFailed } from '../../../browser/title.ts';
import { forgetSecret, secretFor, useSecretArrivals } from '../../../layout/routing/addressSecret.ts';
import { showLoginFailure } from './logIn.ts';

/** A forgotten password: the username asks for a mail, and the mail's link comes back here for the new password. */
export function Page(): ReactNode {
  return <ResetPassword key={useSecretArrivals()} />;
}

function ResetPassword(): ReactNode {
  const { t } = useWords();
  const navigate = useNavigate();
  const [token, setToken] = useState(() => secretFor('/reset-password'));
  const [hasCode, setHasCode] = useState(false);

  useEffect(() => {
    // The person has read that the mail was sent, because its link is open.
    if (secretFor('/reset-password') !== null) clearMessage();
  }, []);

  const say = ({ code, values }: ShownMessage, success: boolean) => {
    clearMessage();
    showMessage(code, values);
    markTitleFailed(!success);
  };
  const linkOver = () => {
    forgetSecret();
    setToken(null);
    showLoginFailure('resetPasswordLinkExpired');
    document.getElementById('main')?.focus();
  };
  const toLogin = async (message: 'updatePasswordSuccess' | 'passwordPerhapsSaved') => {
    forgetSecret();
    await navigate({ to: '/login', search: {}, replace: true });
    showMessage(message);
  };
  const done = () => toLogin('updatePasswordSuccess');
  const perhapsDone = () => toLogin('passwordPerhapsSaved');

  if (token === null && hasCode)
    return (
      <SignInGate title={t('session.resetTitle')} lead={t('session.deskLead')}>
        <FrontDeskCodeForm onDone={done} onPerhapsDone={perhapsDone} onFailed={(message) => say(message, false)} />
      </SignInGate>
    );
  return (
    <SignInGate title={t('session.resetTitle')} lead={t(token === null ? 'session.resetLead' : 'session.resetNewLead')}>
      {token === null ? (
        <>
          <ForgotPasswordForm onOutcome={say} />
          {isOffered(redeemFrontDeskCode) ? (
            <Card title={t('session.deskTitle')}>
              <FormStack>
                <p>{t('session.deskText')}</p>
                <Button variant="secondary" onClick={() => setHasCode(true)}>
                  {t('session.deskHaveCode')}
                </Button>
              </FormStack>
            </Card>
          ) : null}
        </>
      ) : (
        <ResetPasswordForm
          token={token}
          onDone={done}
          onLinkOver={linkOver}
          onPerhapsDone={perhapsDone}
          onFailed={(message) => say(message, false)}
        />
      )}
    </SignInGate>
  );
}
