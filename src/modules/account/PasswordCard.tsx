import { type UserId, changePassword, listSignedInPlaces } from '@portal/api';
import { type ReactNode, useRef } from 'react';
import { useConnection } from '../../data/connection.ts';
import { confirmByPassword } from '../../data/confirmIdentity.ts';
import { failureOf, mayHaveArrived, refusalOf } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { passwordMessage } from '../../data/passwordMessage.ts';
import { usePasswordStates } from '../../data/passwordRules.ts';
import { invalidate } from '../../data/query/query.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { NewPasswordFields, newPasswordRules, noNewPassword } from '../../ui/form/NewPasswordFields.tsx';
import { schemaRule } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { showMessage, useWords } from '../../words/index.ts';
import { SettingRow, type SettingRowHandle } from './SettingRow.tsx';

export interface PasswordCardProps {
  readonly userId: UserId;
  readonly userName: string;
  /** Makes the vault of this device open with the new password. */
  readonly onChanged: (password: string) => void;
  /** What stands below the form. */
  readonly children?: ReactNode;
}

const { oldPassword, newPassword } = changePassword.body.entries;
const nothing = { oldPassword: '', ...noNewPassword };

/** Change Password (specification 3, section 5): all three required, the rules are the server's, errors after a failed submit. */
export function PasswordCard({ userId, userName, onChanged, children }: PasswordCardProps): ReactNode {
  const { t } = useWords();
  const row = useRef<SettingRowHandle>(null);
  const isOffline = useConnection() === 'offline';
  const statesOf = usePasswordStates();
  /** A new password that was sent, and whose answer was lost: it may be the password by now. */
  const perhapsSaved = useRef<string | null>(null);
  const form = useForm({
    initial: nothing,
    rules: {
      oldPassword: [schemaRule(oldPassword, { sent: 'verbatim' })],
      ...newPasswordRules(newPassword, statesOf),
    },
    errorsFrom: 'submit',
    onSubmit: async (typed) => {
      try {
        await send(changePassword, { params: { userId }, body: typed });
      } catch (error) {
        const failure = failureOf(error);
        if (failure?.kind === 'sessionEnded') return null;
        if (failure !== null && mayHaveArrived(failure)) perhapsSaved.current = typed.newPassword;
        const isSaved =
          perhapsSaved.current === typed.newPassword &&
          refusalOf(changePassword, failure) === 'invalid_old_password' &&
          (await confirmByPassword(userId, typed.newPassword)) === 'confirmed';
        if (!isSaved) return { message: passwordMessage(failure) };
      }
      onChanged(typed.newPassword);
      form.reset(nothing);
      void invalidate(listSignedInPlaces);
      showMessage('passwordChanged');
      row.current?.close();
      window.scrollTo(0, 0);
      return null;
    },
  });
  return (
    <SettingRow ref={row} id="change-password" title={t('account.changePassword')} value={null}>
      <Form {...form.props}>
        {/* The username under which password managers store the new password. */}
        <input hidden readOnly type="text" name="username" autoComplete="username" value={userName} />
        <PasswordField
          {...form.field('oldPassword')}
          id="current-password"
          name="current-password"
          label={t('form.currentPassword')}
          required
          autoComplete="current-password"
        />
        <NewPasswordFields statesOf={statesOf} field={form.field} />
        <div>
          <Button type="submit" busy={form.isBusy} disabledReason={isOffline ? t('account.offline') : null}>
            {t('form.save')}
          </Button>
        </div>
      </Form>
      {children}
    </SettingRow>
  );
}
