import { byCode, type ByCode, type Failure, type ShownMessage, someMessageFor } from './errors.ts';
import type { MessageBarCodeName } from '../words/index.ts';

/** The server's codes for what is wrong with a new password (specification 1, section 8). */
const codes: ByCode<MessageBarCodeName> = {
  invalid_old_password: 'invalidOldPassword',
  invalid_grant: 'invalidOldPassword',
  password_must_be_different: 'passwordMustBeDifferent',
  confirm_mismatch: 'confirmMismatch',
  password_rules: 'passwordRulesNotMet',
  password_guessable: 'passwordGuessable',
};

/** The message for a new password that was not taken. */
export function passwordMessage(failure: Failure | null): ShownMessage {
  const code = failure?.kind === 'refused' ? byCode(codes, failure.body) : undefined;
  return code === undefined ? someMessageFor(failure) : { code, values: {} };
}
