import type { PasswordRuleName, PasswordState } from '@portal/api';
import type { ReactNode } from 'react';
import type * as v from 'valibot';
import { type MessageKey, useWords } from '../../words/index.ts';
import { PasswordField } from '../Field.tsx';
import { Icon } from '../Icon.tsx';
import { Check, X } from '../icons.ts';
import { VisuallyHidden } from '../VisuallyHidden.tsx';
import { bullet, rule, ruleMet, rules as rulesClass } from './NewPasswordFields.css.ts';
import { type Rule, matchField, schemaRule } from './rules.ts';
import type { BoundField } from './useForm.ts';

interface NewPassword {
  readonly newPassword: string;
  readonly confirmPassword: string;
}

export const noNewPassword: NewPassword = { newPassword: '', confirmPassword: '' };

/** The server's rules, and whether the password meets them; none while they are not loaded: the server still checks them. */
export type PasswordStates = (password: string) => readonly PasswordState[];

/** Both are required, the first meets the rules, the second is the same (specification 1, section 5). `schema`: that of the password. */
export function newPasswordRules(schema: v.GenericSchema, statesOf: PasswordStates) {
  const typed = schemaRule(schema, { sent: 'verbatim' });
  const keepsRules: Rule<string> = (password) =>
    statesOf(password).every(({ met }) => met) ? null : { text: 'form.passwordRulesFailed' };
  return {
    newPassword: [typed, keepsRules],
    confirmPassword: [typed, matchField('newPassword', 'form.passwordsDiffer')],
  };
}

const ruleTexts: Readonly<Record<PasswordRuleName, MessageKey>> = {
  length: 'form.ruleLength',
  capitals: 'form.ruleCapitals',
  numbers: 'form.ruleNumbers',
  specials: 'form.ruleSpecials',
};

type RuleState = 'untried' | 'met' | 'notMet';

/** No rule is judged before anything is typed. */
export const ruleState = (password: string, met: boolean): RuleState =>
  password === '' ? 'untried' : met ? 'met' : 'notMet';

/** A bullet while the rule is not judged. */
const RuleMark = ({ state }: { readonly state: RuleState }): ReactNode =>
  state === 'untried' ? (
    <span className={bullet} aria-hidden="true" />
  ) : (
    <Icon of={state === 'met' ? Check : X} size="xs" />
  );

interface NewPasswordFieldsProps {
  readonly statesOf: PasswordStates;
  /** The form's two fields. */
  readonly field: (name: keyof NewPassword) => BoundField<string>;
  /** Other labels than "New password" and "Confirm new password". */
  readonly labels?: { readonly newPassword: MessageKey; readonly confirmPassword: MessageKey };
}

/** New and confirmed password; the rules are the server's and tick as they are met. Needs the `form` texts. */
export function NewPasswordFields({ statesOf, field, labels }: NewPasswordFieldsProps): ReactNode {
  const { t } = useWords();
  const password = field('newPassword');
  const states = statesOf(password.value);
  return (
    <>
      <PasswordField
        {...password}
        id="new-password"
        name="new-password"
        label={t(labels?.newPassword ?? 'form.newPassword')}
        hint={
          states.length === 0 ? undefined : (
            <>
              {t('form.useAtLeast')}
              <span className={rulesClass}>
                {states.map(({ name, count, met }) => (
                  <span key={name} className={met ? `${rule} ${ruleMet}` : rule}>
                    <RuleMark state={ruleState(password.value, met)} />
                    <span>
                      {t(ruleTexts[name], { count })}{' '}
                      {password.value === '' ? null : (
                        <VisuallyHidden>({t(met ? 'form.ruleMet' : 'form.ruleNotMet')})</VisuallyHidden>
                      )}
                    </span>
                  </span>
                ))}
              </span>
            </>
          )
        }
        required
        autoComplete="new-password"
      />
      <PasswordField
        {...field('confirmPassword')}
        id="confirm-password"
        name="confirm-password"
        label={t(labels?.confirmPassword ?? 'form.confirmPassword')}
        required
        autoComplete="new-password"
      />
    </>
  );
}
