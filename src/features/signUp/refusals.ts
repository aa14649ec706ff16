import { type CallShape, postAccountInformation } from '@portal/api';
import { type Failure, messageFor } from '../../data/errors.ts';
import type { Refused } from '../../ui/form/useForm.ts';
import type { MessageBarCodeName } from '../../words/index.ts';

/** What both checks can say of an invitation that is over (specification 1, section 8). */
const ended: Readonly<Record<string, MessageBarCodeName>> = { invitation_expired: 'invitationExpired', attempts_exceeded: 'attemptsExceeded' };
/** Refusals that mean the same wherever they come from. */
const general: ReadonlySet<string> = new Set(['locked_out', 'lockedout', 'too_many_requests']);

function generally(call: Pick<CallShape, 'name'>, failure: Failure): Pick<Refused<never>, 'message'> | null {
  const isGeneral = failure.kind === 'offline' || failure.kind === 'sessionEnded' || (failure.kind === 'refused' && general.has(failure.body.error));
  const message = isGeneral ? messageFor(call, failure) : null;
  return message && { message };
}

/**
 * What a failed check of an identity or a PIN says: on a 400 what the server says, on everything else that nothing fits
 * (specification 1, section 8).
 */
export function identityRefusal(call: Pick<CallShape, 'name'>, failure: Failure): Pick<Refused<never>, 'message' | 'said'> {
  const known = generally(call, failure);
  if (known) return known;
  if (failure.kind === 'refused' && failure.status === 400) {
    const code = ended[failure.body.error];
    if (code) return { message: { code } };
    if (failure.body.error_description) return { said: failure.body.error_description };
  }
  return { message: { code: 'signUpVerifyIdentityFailure' } };
}

/** The terms that were read hold no longer: others were published meanwhile. */
export const isTermsChange = (failure: Failure): boolean => failure.kind === 'refused' && failure.body.error === 'terms_changed';

/** What making the account says when it fails: a taken name and a weak password at their fields. */
export function accountRefusal(failure: Failure): Refused<{ username: string; newPassword: string; isTermsOfUseAccepted: boolean }> {
  const known = generally(postAccountInformation, failure);
  if (known) return known;
  if (failure.kind !== 'refused') return { message: { code: 'signupFailed' } };
  switch (failure.body.error) {
    case 'username_exists':
      return { message: { code: 'signUpAccountInformationDuplicateName' }, fields: { username: { text: 'signUp.otherUsername' } } };
    case 'password_rules':
      return { fields: { newPassword: { text: 'form.passwordRulesFailed' } } };
    case 'terms_changed':
      return { message: { code: 'termsChanged' }, fields: { isTermsOfUseAccepted: { text: 'signUp.termsMustAccept' } } };
    default:
      return { message: { code: ended[failure.body.error] ?? 'signupFailed' } };
  }
}
