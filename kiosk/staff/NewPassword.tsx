import { changePasswordAtLogin } from '@portal/api';
import { type ReactNode, useEffect, useState } from 'react';
import { send } from '../../src/data/http.ts';
import { passwordChange } from '../../src/data/passwordChange.ts';
import { usePasswordStates } from '../../src/data/passwordRules.ts';
import { type UnfinishedSignIn, forgetUnfinished, unfinishedSignIn } from '../../src/data/unfinishedSignIn.ts';
import { Button } from '../../src/ui/Button.tsx';
import { Form } from '../../src/ui/Form.tsx';
import { NewPasswordFields, newPasswordRules, noNewPassword } from '../../src/ui/form/NewPasswordFields.tsx';
import { useForm } from '../../src/ui/form/useForm.ts';
import { GateCard } from '../../src/ui/Gate.tsx';
import { showMessage, useWords } from '../../src/words/index.ts';
import { runtime } from '../runtime.ts';
import { BackToLogin, SignInFrame, toLogin } from './SignInFrame.tsx';

/** Asks staff for a password of their own, in place of the one that was made for them. */
export function Page(): ReactNode {
  const { t } = useWords();
  const [signIn] = useState(() => unfinishedSignIn('newPassword'));
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    // Opened without a password before it, as after a reload.
    if (signIn === null) toLogin();
  }, [signIn]);
  return (
    <SignInFrame title={t('kiosk.newPasswordTitle')} lead={t('kiosk.newPasswordLead')} failed={failed}>
      {signIn === null ? null : <NewPasswordForm signIn={signIn} onFailed={setFailed} />}
    </SignInFrame>
  );
}

function NewPasswordForm({
  signIn: { username, password: oldPassword },
  onFailed,
}: {
  readonly signIn: Extract<UnfinishedSignIn, { readonly lacks: 'newPassword' }>;
  readonly onFailed: (failed: boolean) => void;
}): ReactNode {
  const { t } = useWords();
  const statesOf = usePasswordStates();
  const [change] = useState(passwordChange);
  const logIn = async (password: string): Promise<void> => {
    const ready = await runtime();
    const failed = await ready.logIn({ kind: 'password', username, password, portalType: 'kioskManagement' });
    forgetUnfinished('newPassword');
    if (failed === null) return;
    toLogin();
    showMessage(failed.code, failed.values);
  };
  const form = useForm({
    initial: noNewPassword,
    rules: newPasswordRules(changePasswordAtLogin.body.entries.newPassword, statesOf),
    errorsFrom: 'submit',
    onFailed,
    onSubmit: async (typed) => {
      const logInWithIt = () => logIn(typed.newPassword);
      const message = await change(typed.newPassword, {
        send: () => send(changePasswordAtLogin, { body: { userName: username, oldPassword, ...typed } }),
        changed: logInWithIt,
        // The old password was right before, so the lost answer was a success.
        perhapsChanged: () => logInWithIt().then(() => null),
      });
      return message && { message };
    },
  });
  return (
    <GateCard>
      <Form {...form.props}>
        <NewPasswordFields statesOf={statesOf} field={form.field} />
        <Button type="submit" size="block" busy={form.isBusy}>
          {t('kiosk.newPasswordSave')}
        </Button>
        <BackToLogin />
      </Form>
    </GateCard>
  );
}
