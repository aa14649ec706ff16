import * as v from 'valibot';

/** Codes with which any call may be refused, and their HTTP status. */
export const sharedErrors = {
  bad_request: 400,
  unauthorized: 401,
  /** For calls that do not declare `beforeTerms`. */
  terms_required: 403,
  /** For calls that declare `needsProof`. */
  password_needed: 403,
  not_found: 404,
  payload_too_large: 413,
  too_many_requests: 429,
  unexpected: 500,
  unavailable: 503,
} as const;
export type SharedError = keyof typeof sharedErrors;

/** Every code with which a call may be refused, and its HTTP status. A call declares its own codes in `errors`. */
export const wireErrors = {
  ...sharedErrors,
  access_ended: 400,
  account_joined: 400,
  already_completed: 409,
  already_represents: 409,
  answers_invalid: 422,
  arrival_too_early: 409,
  arrival_too_late: 409,
  attachment_missing: 409,
  attachments_too_large: 400,
  attempts_exceeded: 400,
  /** The signature of a health card does not fit, or it does not hold now. */
  card_invalid: 422,
  code_wrong: 400,
  communication_incomplete: 422,
  confirm_mismatch: 400,
  device_revoked: 410,
  direct_not_configured: 400,
  draft_sent: 409,
  draft_superseded: 409,
  email_not_confirmed: 400,
  email_not_different: 400,
  email_required: 400,
  endpoint_refused: 422,
  failed_sending_email: 400,
  feature_inactive: 400,
  file_broken: 422,
  file_empty: 422,
  file_infected: 422,
  file_type: 422,
  /** The scanner gave no result. The file can be sent again. */
  file_unchecked: 503,
  invalid_grant: 400,
  invalid_old_password: 400,
  invalid_subscription: 400,
  invitation_expired: 400,
  language_unknown: 400,
  last_day_after_access: 400,
  last_day_over: 400,
  last_day_too_late: 400,
  last_way_in: 409,
  link_expired: 400,
  link_gone: 410,
  /** Another clinic's server does not answer, or not as it should. */
  link_unreachable: 422,
  locked_out: 400,
  mail_refused: 400,
  no_email: 400,
  no_longer_open: 409,
  not_parked: 400,
  not_recipient: 409,
  on_other_tablet: 409,
  other_person: 409,
  own_record: 400,
  passcode_wrong: 401,
  passkey_exists: 409,
  passkey_refused: 400,
  passkey_unknown: 400,
  password_change_required: 400,
  password_guessable: 400,
  password_must_be_different: 400,
  password_rules: 400,
  patient_died: 400,
  patch_not_allowed: 422,
  patch_test_failed: 409,
  phone_required: 400,
  recipient_invalid: 422,
  records_joined: 400,
  relationship_unknown: 400,
  reply_closed: 409,
  request_not_offered: 409,
  second_factor_required: 409,
  second_step_over: 400,
  second_step_required: 400,
  sender_changed: 409,
  signature_mismatch: 409,
  summary_too_large: 413,
  summary_unreadable: 422,
  tablet_code_wrong: 400,
  tablet_not_set_up: 403,
  template_revised: 409,
  terms_changed: 409,
  too_few_passkeys: 409,
  too_many_messages: 409,
  too_many_passkeys: 409,
  username_exists: 400,
  username_password_incorrect: 400,
  visit_cancelled: 409,
  visit_moved: 409,
  wrong_password: 400,
  wrong_pin: 400,
} as const;
export type WireErrorCode = keyof typeof wireErrors;

/** A received code. To the compiler no string, so that it can only be compared with the codes that a call declares (`declaredCode`). */
export interface WireCode {
  readonly kind: 'wire code';
  toString(): string;
}

/** The body of every refusal. `error` is for programs; the client chooses the text for people in their language. */
export const WireError = v.looseObject({
  error: v.custom<WireCode>((value) => typeof value === 'string'),
  error_description: v.optional(v.string()),
});
export type WireError = v.InferOutput<typeof WireError>;

/** The body of a refusal that has more than its code. */
export const refusalBody = <const Code extends WireErrorCode, const Entries extends v.ObjectEntries>(
  code: Code,
  entries: Entries,
) => v.object({ error: v.literal(code), ...entries });

/** Codes with which a call may be refused: its own and the shared ones. */
export type CodeOf<C extends { readonly errors: readonly WireErrorCode[] }> = C['errors'][number] | SharedError;

/** The code of a refusal if the call declares it; null for any other code, such as those of a facility's own back end. */
export function declaredCode<const C extends { readonly errors: readonly WireErrorCode[] }>(
  call: C,
  body: Pick<WireError, 'error'>,
): CodeOf<C> | null {
  const code = body.error.toString();
  const declares = (text: string): text is CodeOf<C> =>
    Object.hasOwn(sharedErrors, text) || call.errors.some((one) => one === text);
  return declares(code) ? code : null;
}
