import { changePasswordAtLogin, getPasswordRules, type PasswordRules } from '@portal/api';
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { failureOf, messageFor } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { GateCard } from '../../ui/Gate.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Check, X } from '../../ui/icons.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { clearMessage, type MessageBarCodeName, type MessageKey, showMessage, useWords } from '../../words/index.ts';
import { checkPassword, type RuleName } from './passwordRules.ts';
import { rule, ruleMet, rules as rulesClass } from './UpdatePasswordForm.css.ts';

export interface UpdatePasswordFormProps {
  readonly username: string;
  /** What was typed at sign-in, so that it need not be typed again. */
  readonly current: string;
  readonly onChanged: (password: string) => Promise<void>;
  readonly onFailed: () => void;
}

const ruleTexts: Readonly<Record<RuleName, MessageKey>> = {
  length: 'session.ruleLength',
  capitals: 'session.ruleCapitals',
  numbers: 'session.ruleNumbers',
  specials: 'session.ruleSpecials',
};

/** The wire's words for what is wrong with a new password (specification 1, section 8). */
const codes: Readonly<Record<string, MessageBarCodeName>> = {
  invalid_old_password: 'invalidOldPassword',
  invalid_grant: 'invalidOldPassword',
  password_must_be_different: 'passwordMustBeDifferent',
  confirm_mismatch: 'confirmMismatch',
  password_rules: 'passwordRulesNotMet',
};

/** Current, new and confirmed password; the rules are the server's and tick as they are met. */
export function UpdatePasswordForm({ username, current, onChanged, onFailed }: UpdatePasswordFormProps): ReactNode {
  const { t } = useWords();
  const [rules, setRules] = useState<PasswordRules | null>(null);
  const [oldPassword, setOldPassword] = useState(current);
  const [newPassword, setNewPassword] = useState('');
  const [confirmPassword, setConfirmPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const place = useRef<HTMLFormElement>(null);
  const listId = useId();

  useEffect(() => {
    // Without the rules the server still checks them; the page only cannot say them beforehand.
    send(getPasswordRules).then(setRules, () => undefined);
  }, []);

  const states = rules === null ? [] : checkPassword(rules, newPassword);
  const problems = {
    'current-password': oldPassword === '' ? t('core.required') : undefined,
    'new-password': newPassword === '' ? t('core.required') : states.some(({ met }) => !met) ? t('session.passwordRulesFailed') : undefined,
    'confirm-password': confirmPassword === '' ? t('core.required') : confirmPassword === newPassword ? undefined : t('session.passwordsDiffer'),
  };
  const shown = (name: keyof typeof problems) => (tried ? problems[name] : undefined);

  const change = async () => {
    clearMessage();
    setBusy(true);
    try {
      await send(changePasswordAtLogin, { body: { userName: username, oldPassword, newPassword, confirmPassword } });
      await onChanged(newPassword);
    } catch (error) {
      const failure = failureOf(error);
      const known = failure?.kind === 'refused' ? codes[failure.body.error] : undefined;
      const message = known ? { code: known, values: {} } : (failure && messageFor(changePasswordAtLogin, failure)) ?? { code: 'unspecified' as const, values: {} };
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
    const first = Object.entries(problems).find(([, text]) => text !== undefined);
    if (first) place.current?.querySelector<HTMLInputElement>(`#${first[0]}`)?.focus();
    else void change();
  };

  return (
    <GateCard>
      <Form ref={place} onSubmit={submit}>
        {/* Password managers file the new password under this name. */}
        <input hidden readOnly autoComplete="username" value={username} />
        <PasswordField id="current-password" label={t('session.currentPassword')} value={oldPassword} onChange={setOldPassword} error={shown('current-password')} required autoComplete="current-password" />
        <PasswordField
          id="new-password"
          label={t('session.newPassword')}
          hint={
            states.length === 0 ? undefined : (
              <span id={listId}>
                {t('session.useAtLeast')}
                <span className={rulesClass}>
                  {states.map(({ name, count, met }) => (
                    <span key={name} className={met ? `${rule} ${ruleMet}` : rule}>
                      <Icon of={met ? Check : X} size="xs" />
                      <span>
                        {t(ruleTexts[name], { count })} <VisuallyHidden>({t(met ? 'session.ruleMet' : 'session.ruleNotMet')})</VisuallyHidden>
                      </span>
                    </span>
                  ))}
                </span>
              </span>
            )
          }
          value={newPassword}
          onChange={setNewPassword}
          error={shown('new-password')}
          required
          autoComplete="new-password"
        />
        <PasswordField id="confirm-password" label={t('session.confirmPassword')} value={confirmPassword} onChange={setConfirmPassword} error={shown('confirm-password')} required autoComplete="new-password" />
        <Button type="submit" size="block" busy={busy}>
          {t('session.changePassword')}
        </Button>
      </Form>
    </GateCard>
  );
}
