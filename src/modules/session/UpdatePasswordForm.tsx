import { changePasswordAtLogin } from '@portal/api';
import { type ReactNode, useState } from 'react';
import { markTitleFailed } from '../../browser/title.ts';
import { useConnection } from '../../data/connection.ts';
import type { ShownMessage } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { passwordChange } from '../../data/passwordChange.ts';
import { usePasswordStates } from '../../data/passwordRules.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { NewPasswordFields, noNewPassword } from '../../ui/form/NewPasswordFields.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { GateCard } from '../../ui/Gate.tsx';
import { useWords } from '../../words/index.ts';
import { updatePasswordRules } from './formRules.ts';
import { NeedsConnection } from '../../ui/NeedsConnection.tsx';

interface UpdatePasswordFormProps {
  readonly username: string;
  /** The password of the sign-in, so that it need not be typed again. */
  readonly current: string;
  readonly onChanged: (password: string) => Promise<void>;
  /** The same, where an earlier try was never answered; resolves with why the person cannot log in with it. */
  readonly onPerhapsChanged: (password: string) => Promise<ShownMessage | null>;
}

/** Current, new and confirmed password (specification 1, section 5): all three required, errors after a failed submit. */
export function UpdatePasswordForm({
  username,
  current,
  onChanged,
  onPerhapsChanged,
}: UpdatePasswordFormProps): ReactNode {
  const { t } = useWords();
  const offline = useConnection() === 'offline';
  const statesOf = usePasswordStates();
  const [change] = useState(passwordChange);
  const form = useForm({
    initial: { oldPassword: current, ...noNewPassword },
    rules: updatePasswordRules(statesOf),
    errorsFrom: 'submit',
    onFailed: markTitleFailed,
    onSubmit: async (typed) => {
      const message = await change(typed.newPassword, {
        send: () => send(changePasswordAtLogin, { body: { userName: username, ...typed } }),
        changed: () => onChanged(typed.newPassword),
        perhapsChanged: () => onPerhapsChanged(typed.newPassword),
      });
      return message && { message };
    },
  });

  return (
    <GateCard>
      <Form {...form.props}>
        {/* The username under which password managers store the new password. */}
        <input hidden readOnly type="text" name="username" autoComplete="username" value={username} />
        <PasswordField
          {...form.field('oldPassword')}
          id="current-password"
          name="current-password"
          label={t('form.currentPassword')}
          required
          autoComplete="current-password"
        />
        <NewPasswordFields statesOf={statesOf} field={form.field} />
        <NeedsConnection offline={offline} />
        <Button type="submit" size="block" busy={form.isBusy} disabled={offline}>
          {t('session.changePassword')}
        </Button>
      </Form>
    </GateCard>
  );
}
