import { type CodeOf, postAccountInformation } from '@portal/api';
import { byCode, type ByCode, type Failure, messageFor, refusalOf } from '../../data/errors.ts';
import type { RefusedSubmit } from '../../ui/form/useForm.ts';
import type { MessageBarCodeName } from '../../words/index.ts';

/** What both checks answer for an invitation that has ended (specification 1, section 8). */
const ended: ByCode<MessageBarCodeName> = {
  invitation_expired: 'invitationExpired',
  attempts_exceeded: 'attemptsExceeded',
};
/** Refusals that mean the same for every call, like a failure of the server. They are not caused by what was typed. */
const general: ByCode<true> = { locked_out: true, lockedout: true, too_many_requests: true };

function generally(failure: Failure): Pick<RefusedSubmit<never>, 'message'> | null {
  if (failure.kind === 'refused' && failure.status < 500 && byCode(general, failure.body) !== true) return null;
  const message = messageFor(failure);
  return message === null ? {} : { message };
}

/** The message for a failed identity or PIN check: on a 400 the server's text, else that nothing matches (specification 1, section 8). */
export function identityRefusal(failure: Failure): Pick<RefusedSubmit<never>, 'message' | 'said'> {
  const known = generally(failure);
  if (known) return known;
  if (failure.kind === 'refused' && failure.status === 400) {
    const code = byCode(ended, failure.body);
    if (code) return { message: { code } };
    if (failure.body.error_description) return { said: failure.body.error_description };
  }
  return { message: { code: 'signUpVerifyIdentityFailure' } };
}

/** True when the terms have changed since they were read. */
export const isTermsChange = (failure: Failure): boolean =>
  refusalOf(postAccountInformation, failure) === 'terms_changed';

type AccountRefused = RefusedSubmit<{ username: string; newPassword: string; isTermsOfUseAccepted: boolean }>;
const ofAccount: Partial<Record<CodeOf<typeof postAccountInformation>, AccountRefused>> = {
  username_exists: {
    message: { code: 'signUpAccountInformationDuplicateName' },
    fields: { username: { text: 'signUp.otherUsername' } },
  },
  password_rules: { fields: { newPassword: { text: 'form.passwordRulesFailed' } } },
  password_guessable: { fields: { newPassword: { text: 'signUp.passwordGuessable' } } },
  terms_changed: {
    message: { code: 'termsChanged' },
    fields: { isTermsOfUseAccepted: { text: 'signUp.termsMustAccept' } },
  },
};

/** The errors of making the account: a taken name and a weak password at their fields. */
export function accountRefusal(failure: Failure): AccountRefused {
  const known = generally(failure);
  if (known) return known;
  if (failure.kind !== 'refused') return {};
  return byCode(ofAccount, failure.body) ?? { message: { code: byCode(ended, failure.body) ?? 'signupFailed' } };
}

const ofAcceptance: ByCode<MessageBarCodeName> = {
  ...ended,
  invalid_grant: 'invalidgrant',
  already_represents: 'alreadyRepresents',
  own_record: 'ownRecord',
};

/** The errors of accepting an invitation with an account. */
export function acceptanceRefusal(failure: Failure): Pick<RefusedSubmit<never>, 'message'> {
  const known = generally(failure);
  if (known) return known;
  const code = failure.kind === 'refused' ? byCode(ofAcceptance, failure.body) : undefined;
  return { message: { code: code ?? 'signUpVerifyIdentityFailure' } };
}
