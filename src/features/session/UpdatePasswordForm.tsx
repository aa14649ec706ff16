import { changePasswordAtLogin } from '@portal/api';
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { failureOf, messageFor, type ShownMessage } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { usePasswordRules } from '../../data/passwordRules.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { NewPasswordFields, newPasswordIds, newPasswordProblems, noNewPassword } from '../../ui/form/NewPasswordFields.tsx';
import { GateCard } from '../../ui/Gate.tsx';
import { clearMessage, showMessage, useWords } from '../../words/index.ts';
import { NeedsConnection } from './NeedsConnection.tsx';
import { passwordMessage } from './passwordMessage.ts';

export interface UpdatePasswordFormProps {
  readonly username: string;
  /** What was typed at sign-in, so that it need not be typed again. */
  readonly current: string;
  readonly onChanged: (password: string) => Promise<void>;
  readonly onFailed: () => void;
}

const currentId = 'current-password';

/** Current, new and confirmed password (specification 1, section 5): all three required, errors after a failed submit. */
export function UpdatePasswordForm({ username, current, onChanged, onFailed }: UpdatePasswordFormProps): ReactNode {
  const { t } = useWords();
  const offline = useConnection() === 'offline';
  const rules = usePasswordRules();
  const [oldPassword, setOldPassword] = useState(current);
  const [typed, setTyped] = useState(noNewPassword);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const place = useRef<HTMLFormElement>(null);
  const problems = newPasswordProblems(rules, typed);

  const change = async () => {
    clearMessage();
    setBusy(true);
    try {
      await send(changePasswordAtLogin, { body: { userName: username, oldPassword, ...typed } });
      await onChanged(typed.newPassword);
    } catch (error) {
      const failure = failureOf(error);
      const message: ShownMessage = passwordMessage(failure) ?? (failure && messageFor(changePasswordAtLogin, failure)) ?? { code: 'unspecified', values: {} };
      showMessage(message.code, message.values);
      onFailed();
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    const first = oldPassword === '' ? currentId : problems.newPassword ? newPasswordIds.newPassword : problems.confirmPassword ? newPasswordIds.confirmPassword : null;
    if (first === null) void change();
    else place.current?.querySelector<HTMLInputElement>(`#${first}`)?.focus();
  };

  return (
    <GateCard>
      <Form ref={place} onSubmit={submit}>
        {/* Password managers file the new password under this name. */}
        <input hidden readOnly type="text" name="username" autoComplete="username" value={username} />
        <PasswordField
          id={currentId}
          name={currentId}
          label={t('session.currentPassword')}
          value={oldPassword}
          onChange={setOldPassword}
          error={tried && oldPassword === '' ? t('core.required') : undefined}
          required
          autoComplete="current-password"
        />
        <NewPasswordFields rules={rules} value={typed} onChange={setTyped} errors={tried ? problems : {}} />
        <NeedsConnection offline={offline} />
        <Button type="submit" size="block" busy={busy} disabled={offline}>
          {t('session.changePassword')}
        </Button>
      </Form>
    </GateCard>
  );
}
