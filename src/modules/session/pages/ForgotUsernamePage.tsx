import type { ReactNode } from 'react';
import { markTitleFailed } from '../../../browser/title.ts';
import { SignInGate } from '../../../layout/gate/SignInGate.tsx';
import { clearMessage, showMessage, useWords } from '../../../words/index.ts';
import { ForgotUsernameForm } from '../ForgotUsernameForm.tsx';

/** A forgotten username, sent to the address of the account. */
export function Page(): ReactNode {
  const { t } = useWords();
  return (
    <SignInGate title={t('session.usernameTitle')} lead={t('session.usernameLead')}>
      <ForgotUsernameForm
        onOutcome={({ code, values }, success) => {
          clearMessage();
          showMessage(code, values);
          markTitleFailed(!success);
          window.scrollTo(0, 0);
        }}
      />
    </SignInGate>
  );
}
