import type { CallShape, WireError } from '@portal/api';
import type { MessageBarCodeName, Values } from '../words/index.ts';

/**
 * How a call can fail. `offline` covers every answer that is not our server's own: no network, a time-out, a captive portal.
 * `sessionEnded`: the session is over, and the message bar says so already.
 */
export type Failure =
  | { readonly kind: 'offline'; /** Somebody took the request and never finished the answer. */ readonly timedOut?: true }
  | { readonly kind: 'sessionEnded' }
  | { readonly kind: 'refused'; readonly status: number; readonly body: WireError }
  | { readonly kind: 'malformed' };

export class CallError extends Error {
  readonly failure: Failure;
  readonly callName: string;

  constructor(callName: string, failure: Failure) {
    super(failure.kind === 'refused' ? `${callName}: ${failure.status} ${failure.body.error}` : `${callName}: ${failure.kind}`);
    this.name = 'CallError';
    this.callName = callName;
    this.failure = failure;
  }
}

/** The failure of a call, or null when the error is something else. */
export const failureOf = (error: unknown): Failure | null => (error instanceof CallError ? error.failure : null);

/** True when trying again later can help: no connection, an overloaded server, one that is starting. */
export const isPassing = (failure: Failure): boolean =>
  failure.kind === 'offline' || (failure.kind === 'refused' && (failure.status >= 500 || failure.status === 429 || failure.status === 408));

export interface ShownMessage {
  readonly code: MessageBarCodeName;
  readonly values: Values;
}

const show = (code: MessageBarCodeName, values: Values = {}): ShownMessage => ({ code, values });

/** Minutes until a locked account opens: the server's word, or the rule's fifteen (rulings, section 4). */
function lockedMinutes(body: WireError): number {
  const minutes = body['minutes'];
  return typeof minutes === 'number' && minutes > 0 ? Math.ceil(minutes) : 15;
}

/** Calls that run behind the person's back: their failure is shown where it matters, never in the message bar. */
const silentCalls: ReadonlySet<string> = new Set(['putDraft', 'deleteDraft', 'getDeviceKey', 'putDeviceKey', 'sendAuditEvent', 'logOff', 'countNewQuestionnaires', 'countUnreadEducation']);

/** What the message bar says of a failure (specification 1, section 8); null where it says nothing. */
export function messageFor(call: Pick<CallShape, 'name'>, failure: Failure): ShownMessage | null {
  if (silentCalls.has(call.name)) return null;
  switch (failure.kind) {
    case 'sessionEnded': return null;
    case 'offline': return show('noConnection');
    case 'malformed': return show(generalFor(call.name));
    case 'refused': return refusedMessage(call.name, failure.body);
  }
}

function refusedMessage(callName: string, body: WireError): ShownMessage | null {
  switch (body.error) {
    case 'invalid_grant': return show('invalidgrant');
    case 'locked_out':
    case 'lockedout': return show('lockedout', { minutes: lockedMinutes(body) });
    case 'invalid_subscription': return show('facilitySubscriptionExpired');
    case 'username_password_incorrect': return show('invalidlastnamebirthday');
    case 'link_expired': return show('linkexpired');
    case 'too_many_requests': return show('tooManyRequests');
    // A page of its own follows, not a message.
    case 'password_change_required': return null;
    default: return show(generalFor(callName));
  }
}

function generalFor(callName: string): MessageBarCodeName {
  if (callName === 'submitQuestionnaire') return 'questionnairesendfailed';
  if (callName === 'declineQuestionnaire') return 'questionnairedeclinefailed';
  return 'unspecified';
}
