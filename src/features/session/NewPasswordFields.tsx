import { getPasswordRules, type PasswordRules } from '@portal/api';
import { type ReactNode, useEffect, useState } from 'react';
import { send } from '../../data/http.ts';
import { PasswordField } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Check, X } from '../../ui/icons.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { type MessageKey, useWords } from '../../words/index.ts';
import { rule, ruleMet, rules as rulesClass } from './NewPasswordFields.css.ts';
import { checkPassword, type RuleName } from './passwordRules.ts';

/** A new password, typed twice. */
export interface NewPassword {
  readonly newPassword: string;
  readonly confirmPassword: string;
}

/** What is wrong with it, as keys of the `session` and `core` texts; absent where nothing is. */
export type NewPasswordProblems = { readonly [N in keyof NewPassword]?: MessageKey };

export const noNewPassword: NewPassword = { newPassword: '', confirmPassword: '' };

/** The ids of the two controls, for whoever moves the focus to the first one at fault. */
export const newPasswordIds = { newPassword: 'new-password', confirmPassword: 'confirm-password' } as const satisfies Record<keyof NewPassword, string>;

/** The server's rules; null while they are on their way, and where they cannot be had: the server still checks them. */
export function usePasswordRules(): PasswordRules | null {
  const [rules, setRules] = useState<PasswordRules | null>(null);
  useEffect(() => {
    let gone = false;
    send(getPasswordRules).then(
      (answer) => !gone && setRules(answer),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, []);
  return rules;
}

/** Both are required, the first keeps the rules, the second is the same (specification 1, section 5). */
export function newPasswordProblems(rules: PasswordRules | null, { newPassword, confirmPassword }: NewPassword): NewPasswordProblems {
  const broken = rules !== null && checkPassword(rules, newPassword).some(({ met }) => !met);
  return {
    ...(newPassword === '' ? { newPassword: 'core.required' } : broken ? { newPassword: 'session.passwordRulesFailed' } : {}),
    ...(confirmPassword === '' ? { confirmPassword: 'core.required' } : confirmPassword === newPassword ? {} : { confirmPassword: 'session.passwordsDiffer' }),
  };
}

const ruleTexts: Readonly<Record<RuleName, MessageKey>> = {
  length: 'session.ruleLength',
  capitals: 'session.ruleCapitals',
  numbers: 'session.ruleNumbers',
  specials: 'session.ruleSpecials',
};

export interface NewPasswordFieldsProps {
  readonly rules: PasswordRules | null;
  readonly value: NewPassword;
  readonly onChange: (next: NewPassword) => void;
  /** Shown as they come: give none before the first try. */
  readonly errors: NewPasswordProblems;
  /** Other labels than "New password" and "Confirm new password". */
  readonly labels?: { readonly newPassword: MessageKey; readonly confirmPassword: MessageKey };
}

/** New and confirmed password; the rules are the server's and tick as they are met. Needs the `session` texts. */
export function NewPasswordFields({ rules, value, onChange, errors, labels }: NewPasswordFieldsProps): ReactNode {
  const { t } = useWords();
  const states = rules === null ? [] : checkPassword(rules, value.newPassword);
  return (
    <>
      <PasswordField
        id={newPasswordIds.newPassword}
        name={newPasswordIds.newPassword}
        label={t(labels?.newPassword ?? 'session.newPassword')}
        hint={
          states.length === 0 ? undefined : (
            <>
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
            </>
          )
        }
        value={value.newPassword}
        onChange={(newPassword) => onChange({ ...value, newPassword })}
        error={errors.newPassword && t(errors.newPassword)}
        required
        autoComplete="new-password"
      />
      <PasswordField
        id={newPasswordIds.confirmPassword}
        name={newPasswordIds.confirmPassword}
        label={t(labels?.confirmPassword ?? 'session.confirmPassword')}
        value={value.confirmPassword}
        onChange={(confirmPassword) => onChange({ ...value, confirmPassword })}
        error={errors.confirmPassword && t(errors.confirmPassword)}
        required
        autoComplete="new-password"
      />
    </>
  );
}
