import type { Failure, ShownMessage } from '../../data/errors.ts';
import type { MessageBarCodeName } from '../../words/index.ts';

/** The wire's words for what is wrong with a new password (specification 1, section 8). */
const codes: Readonly<Record<string, MessageBarCodeName>> = {
  invalid_old_password: 'invalidOldPassword',
  invalid_grant: 'invalidOldPassword',
  password_must_be_different: 'passwordMustBeDifferent',
  confirm_mismatch: 'confirmMismatch',
  password_rules: 'passwordRulesNotMet',
};

/** The message of a refused new password, or null where the failure is a general one. */
export function passwordMessage(failure: Failure | null): ShownMessage | null {
  const code = failure?.kind === 'refused' ? codes[failure.body.error] : undefined;
  return code === undefined ? null : { code, values: {} };
}
