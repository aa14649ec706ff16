import {
  type CallShape,
  type CodeOf,
  type SharedError,
  type WireError,
  type WireErrorCode,
  declaredCode,
} from '@portal/api';
import type { MessageBarCodeName, Values } from '../words/index.ts';

/**
 * How a call can fail. `offline` covers every answer that is not our server's own: no network, a time-out, a captive portal.
 * `sessionEnded`: the session is over, and the message bar already says so.
 */
export type Failure =
  | {
      readonly kind: 'offline';
      /** Something accepted the request and never finished the answer. */
      readonly timedOut?: true;
      /** Something in front of the server answered with an error of its own, so the network works. */
      readonly isFacilityDown?: true;
    }
  | { readonly kind: 'sessionEnded' }
  | { readonly kind: 'refused'; readonly status: number; readonly body: WireError }
  | { readonly kind: 'malformed' };

export class CallError extends Error {
  readonly failure: Failure;
  readonly callName: string;

  constructor(callName: string, failure: Failure) {
    super(
      failure.kind === 'refused'
        ? `${callName}: ${failure.status} ${failure.body.error.toString()}`
        : `${callName}: ${failure.kind}`,
    );
    this.name = 'CallError';
    this.callName = callName;
    this.failure = failure;
  }
}

/** The failure of a call, or null when the error is something else. */
export const failureOf = (error: unknown): Failure | null => (error instanceof CallError ? error.failure : null);

/** The HTTP status with which a call was refused; null when it failed in another way. */
export function statusOf(error: unknown): number | null {
  const failure = failureOf(error);
  return failure?.kind === 'refused' ? failure.status : null;
}

/** The code with which this call was refused, one of those that it declares; null when it failed in another way. */
export const refusalOf = <C extends Pick<CallShape, 'errors'>>(call: C, failure: Failure | null): CodeOf<C> | null =>
  failure?.kind === 'refused' ? declaredCode(call, failure.body) : null;

/** Texts by error code. `lockedout` is how a facility's own back end may spell it (specification 1, section 8). */
export type ByCode<T> = Readonly<Partial<Record<WireErrorCode | 'lockedout', T>>>;

/** The entry of a table for a refusal's code, for texts that do not depend on the call; undefined when there is none. */
export const byCode = <T>(table: ByCode<T>, body: Pick<WireError, 'error'>): T | undefined =>
  new Map<string, T>(Object.entries(table)).get(body.error.toString());

/** Whether a call was refused because the person must first accept the terms of use. */
export const areTermsRequired = (failure: Failure): boolean =>
  failure.kind === 'refused' && failure.body.error.toString() === ('terms_required' satisfies SharedError);

/** True when trying again later can help: no connection, an overloaded or starting server, or terms that must be accepted first. */
export const isPassing = (failure: Failure): boolean =>
  failure.kind === 'offline' ||
  areTermsRequired(failure) ||
  (failure.kind === 'refused' && (failure.status >= 500 || failure.status === 429 || failure.status === 408));

/** True when the server may have done what it was asked to: its answer did not come, or was none of ours. */
export const mayHaveArrived = (failure: Failure): boolean =>
  failure.kind === 'offline' ||
  failure.kind === 'malformed' ||
  (failure.kind === 'refused' && (failure.status >= 500 || failure.status === 408));

export interface ShownMessage {
  readonly code: MessageBarCodeName;
  readonly values: Values;
}

const show = (code: MessageBarCodeName, values: Values = {}): ShownMessage => ({ code, values });

/** Minutes until a locked account opens: the server's number, or else the rule's fifteen (rulings, section 4). */
function lockedMinutes(body: WireError): number {
  const minutes = body['minutes'];
  return typeof minutes === 'number' && minutes > 0 ? Math.ceil(minutes) : 15;
}

/**
 * The message that the message bar shows for a failure (specification 1, section 8); null when it shows none. `general` replaces the usual
 * message for failures without a specific one.
 */
export function messageFor(failure: Failure, general?: MessageBarCodeName): ShownMessage | null {
  switch (failure.kind) {
    case 'sessionEnded':
      return null;
    case 'offline':
      return show(failure.isFacilityDown ? 'facilityDown' : 'noConnection');
    case 'malformed':
      return show(general ?? 'unspecified');
    case 'refused':
      return refusedMessage(failure, general);
  }
}

/** The same for a place that must say something whatever happened; `null`: it was no call that failed. */
export const someMessageFor = (failure: Failure | null): ShownMessage =>
  (failure && messageFor(failure)) ?? show('unspecified');

/** Null: the app opens a page instead of showing a message. */
const messages: ByCode<MessageBarCodeName | null> = {
  invalid_grant: 'invalidgrant',
  access_ended: 'accessEnded',
  records_joined: 'recordsJoined',
  account_joined: 'accountJoined',
  patient_died: 'patientDied',
  locked_out: 'lockedout',
  lockedout: 'lockedout',
  invalid_subscription: 'facilitySubscriptionExpired',
  username_password_incorrect: 'invalidlastnamebirthday',
  link_expired: 'linkexpired',
  passkey_refused: 'passkeyRefused',
  passkey_unknown: 'passkeyUnknown',
  too_many_requests: 'tooManyRequests',
  password_change_required: null,
  second_step_required: null,
  second_step_over: 'secondStepOver',
  tablet_not_set_up: null,
  password_needed: 'passwordNeeded',
  terms_required: 'termsRequired',
  wrong_password: 'invalidOldPassword',
};

function refusedMessage(
  { status, body }: Extract<Failure, { kind: 'refused' }>,
  general: MessageBarCodeName | undefined,
): ShownMessage | null {
  const code = byCode(messages, body);
  // A server that is briefly unavailable is not an error to report to anybody.
  if (code === undefined) return show(general ?? (status === 503 ? 'serverBusy' : 'unspecified'));
  if (code === 'lockedout') return show(code, { minutes: lockedMinutes(body) });
  // With a time, this person tried too often; without one, too many requests came from their address.
  const { minutes } = body;
  if (code === 'tooManyRequests' && typeof minutes === 'number') return show('tooOften', { minutes });
  return code && show(code);
}
