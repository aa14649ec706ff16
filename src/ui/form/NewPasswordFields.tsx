import { type PasswordRuleName, type PasswordRules, keepsPasswordRules, passwordStates } from '@portal/api';
import type { ReactNode } from 'react';
import { type MessageKey, useWords } from '../../words/index.ts';
import { PasswordField } from '../Field.tsx';
import { Icon } from '../Icon.tsx';
import { Check, X } from '../icons.ts';
import { VisuallyHidden } from '../VisuallyHidden.tsx';
import { rule, ruleMet, rules as rulesClass } from './NewPasswordFields.css.ts';

/** A new password, typed twice. */
export interface NewPassword {
  readonly newPassword: string;
  readonly confirmPassword: string;
}

/** What is wrong with it, as keys of the `form` and `core` texts; absent where nothing is. */
export type NewPasswordProblems = { readonly [N in keyof NewPassword]?: MessageKey };

export const noNewPassword: NewPassword = { newPassword: '', confirmPassword: '' };

/** The ids of the two controls, for whoever moves the focus to the first one at fault. */
export const newPasswordIds = { newPassword: 'new-password', confirmPassword: 'confirm-password' } as const satisfies Record<keyof NewPassword, string>;

/** Both are required, the first keeps the rules, the second is the same (specification 1, section 5). */
export function newPasswordProblems(rules: PasswordRules | null, { newPassword, confirmPassword }: NewPassword): NewPasswordProblems {
  const broken = rules !== null && !keepsPasswordRules(rules, newPassword);
  return {
    ...(newPassword === '' ? { newPassword: 'core.required' } : broken ? { newPassword: 'form.passwordRulesFailed' } : {}),
    ...(confirmPassword === '' ? { confirmPassword: 'core.required' } : confirmPassword === newPassword ? {} : { confirmPassword: 'form.passwordsDiffer' }),
  };
}

const ruleTexts: Readonly<Record<PasswordRuleName, MessageKey>> = {
  length: 'form.ruleLength',
  capitals: 'form.ruleCapitals',
  numbers: 'form.ruleNumbers',
  specials: 'form.ruleSpecials',
};

export interface NewPasswordFieldsProps {
  /** The server's; null while they are on their way, and where they cannot be had: the server still checks them. */
  readonly rules: PasswordRules | null;
  readonly value: NewPassword;
  readonly onChange: (next: NewPassword) => void;
  readonly onBlur?: (name: keyof NewPassword) => void;
  /** Shown as they come: give none before the first try. */
  readonly errors: NewPasswordProblems;
  /** Other labels than "New password" and "Confirm new password". */
  readonly labels?: { readonly newPassword: MessageKey; readonly confirmPassword: MessageKey };
}

/** New and confirmed password; the rules are the server's and tick as they are met. Needs the `form` texts. */
export function NewPasswordFields({ rules, value, onChange, onBlur, errors, labels }: NewPasswordFieldsProps): ReactNode {
  const { t } = useWords();
  const states = rules === null ? [] : passwordStates(rules, value.newPassword);
  return (
    <>
      <PasswordField
        id={newPasswordIds.newPassword}
        name={newPasswordIds.newPassword}
        label={t(labels?.newPassword ?? 'form.newPassword')}
        hint={
          states.length === 0 ? undefined : (
            <>
              {t('form.useAtLeast')}
              <span className={rulesClass}>
                {states.map(({ name, count, met }) => (
                  <span key={name} className={met ? `${rule} ${ruleMet}` : rule}>
                    <Icon of={met ? Check : X} size="xs" />
                    <span>
                      {t(ruleTexts[name], { count })} <VisuallyHidden>({t(met ? 'form.ruleMet' : 'form.ruleNotMet')})</VisuallyHidden>
                    </span>
                  </span>
                ))}
              </span>
            </>
          )
        }
        value={value.newPassword}
        onChange={(newPassword) => onChange({ ...value, newPassword })}
        onBlur={() => onBlur?.('newPassword')}
        error={errors.newPassword && t(errors.newPassword)}
        required
        autoComplete="new-password"
      />
      <PasswordField
        id={newPasswordIds.confirmPassword}
        name={newPasswordIds.confirmPassword}
        label={t(labels?.confirmPassword ?? 'form.confirmPassword')}
        value={value.confirmPassword}
        onChange={(confirmPassword) => onChange({ ...value, confirmPassword })}
        onBlur={() => onBlur?.('confirmPassword')}
        error={errors.confirmPassword && t(errors.confirmPassword)}
        required
        autoComplete="new-password"
      />
    </>
  );
}
