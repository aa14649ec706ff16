import { NewAccount, SignUpEmail, SignUpIdentity, verifyInvitationToken } from '@portal/api';
import { type PasswordStates, newPasswordRules } from '../../ui/form/NewPasswordFields.tsx';
import { type Rule, dateRules, longestOf, required, schemaRule } from '../../ui/form/rules.ts';
import type { VerificationField } from './identity.ts';

const identity = SignUpIdentity.entries;
const noRules: readonly Rule<string>[] = [];

/** `shown`: the verification fields that can be filled in; each is required. */
export function identityRules(shown: ReadonlySet<VerificationField>) {
  const ofField = (field: VerificationField) =>
    shown.has(field) ? [required(), schemaRule(identity[field])] : noRules;
  return {
    firstName: [schemaRule(identity.firstName)],
    lastName: [schemaRule(identity.lastName)],
    ...dateRules,
    pin: ofField('pin'),
    mrn: ofField('mrn'),
    ssn: ofField('ssn'),
  };
}
/** The most characters of each field. */
export const longestVerification: Readonly<Record<VerificationField, number>> = {
  pin: longestOf(identity.pin),
  mrn: longestOf(identity.mrn),
  ssn: longestOf(identity.ssn),
};

export const emailRules = { email: [schemaRule(SignUpEmail)] };

export const representativeRules = { pin: [schemaRule(verifyInvitationToken.params.pin)] };
export const longestInvitationPin = longestOf(verifyInvitationToken.params.pin);

const account = NewAccount.entries;
export const accountRules = (statesOf: PasswordStates) => ({
  rules: {
    email: [required()],
    username: [schemaRule(account.username, { text: 'signUp.usernameFormat' })],
    ...newPasswordRules(account.password, statesOf),
    isTermsOfUseAccepted: [schemaRule(account.isTermsOfUseAccepted, { text: 'signUp.termsMustAccept' })],
  },
  rulesOnSubmit: { email: [schemaRule(account.emailAddress)] },
});
