import { type CallShape, type SharedError, WireError } from '@portal/api';
import * as v from 'valibot';
import { CallError } from './errors.ts';
import { noteOtherServer, noteServer } from './version.ts';

/** An answer as it came, before anything in it is believed. */
export interface RawAnswer {
  /** Whether our own server answers here. Then an answer that does not look like ours came from something in front of it. */
  readonly isOurs: boolean;
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

const isHtml = (type: string): boolean => /^text\/html\b/i.test(type);
const isJson = (type: string): boolean => /^application\/([\w.-]+\+)?json\b/i.test(type);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value of an answer that is not an error; undefined when it is no answer to this call. */
function valueOf(call: CallShape, { isOurs, type, text }: RawAnswer, isEmpty: boolean): unknown {
  if (call.alsoHtml && !isOurs && isHtml(type)) return text;
  // An empty answer is allowed for calls of the specification that need not return what our server adds.
  if (isEmpty && v.is(call.answer ?? v.null(), null)) return null;
  return isJson(type) ? jsonOf(text) : undefined;
}

/** Statuses with which a network asks for its own sign-in. */
const ofNetwork: readonly number[] = [407, 511];

/** The code for a status, for an error body without one of our codes. */
const codes: Readonly<Record<number, SharedError>> = {
  401: 'unauthorized',
  404: 'not_found',
  429: 'too_many_requests',
};

/**
 * A refusal of a facility's own back end, which has error bodies of its own or none. Null for an answer that may come from something in
 * front of it: a network's page, or the page of a proxy whose server does not answer.
 */
function refusalOfOther({ isOurs, status, type, text }: RawAnswer): WireError | null {
  if (isOurs || status >= 500 || ofNetwork.includes(status)) return null;
  const code = codes[status] ?? 'bad_request';
  // Web frameworks answer an unknown address with an HTML page of theirs.
  if (isHtml(type)) return status === 404 ? v.parse(WireError, { error: code }) : null;
  const said: unknown = isJson(type) ? jsonOf(text) : null;
  const body = v.safeParse(v.looseObject({}), said);
  return v.parse(WireError, { ...(body.success ? body.output : {}), error: code });
}

/**
 * Reads an answer by the call's declaration. What does not look like our server (a captive portal's page, a proxy's error page, a cut body)
 * is `offline`, because only a later try can help. An error without our codes comes from something in front of the facility's server.
 */
export function readAnswer(call: CallShape, answer: RawAnswer): unknown {
  const offline = () => new CallError(call.name, { kind: 'offline' });
  const isEmpty = !answer.isOurs && answer.text === '';
  if (answer.status >= 400) {
    const body = isJson(answer.type) ? v.safeParse(WireError, jsonOf(answer.text)) : null;
    if (!body?.success) {
      const refusal = refusalOfOther(answer);
      if (refusal !== null) throw new CallError(call.name, { kind: 'refused', status: answer.status, body: refusal });
      if (ofNetwork.includes(answer.status)) throw offline();
      throw new CallError(call.name, { kind: 'offline', isFacilityDown: true });
    }
    throw new CallError(call.name, { kind: 'refused', status: answer.status, body: body.output });
  }
  if (call.answer === null) {
    if (answer.status !== 204 && !isJson(answer.type) && !isEmpty) throw offline();
    return null;
  }
  if (call.answerType === 'css') {
    if (!/^text\/css\b/i.test(answer.type)) throw offline();
    return answer.text;
  }
  const json = valueOf(call, answer, isEmpty);
  if (json === undefined) throw offline();
  const parsed = v.safeParse(call.answer, json);
  if (!parsed.success) {
    noteServer(null, true);
    throw new CallError(call.name, { kind: 'malformed' });
  }
  if (!answer.isOurs) noteOtherServer();
  return parsed.output;
}
