import { type AnswerOf, type CallShape, getFacility, requestToken, type SharedError, WireError } from '@portal/api';
import * as v from 'valibot';
import { createEvents } from '../words/smallStore.ts';
import { dropPrefetched, fetchOrTake } from './prefetched.ts';
import { config } from './config.ts';
import { noteExchange, watchConnection } from './connection.ts';
import { areTermsRequired, CallError, failureOf, statusOf } from './errors.ts';
import { browserTabs } from './tabs.ts';
import { createTokens, type Tokens } from './tokens.ts';
import { pause } from './pause.ts';
import { isOffered, isOurServer } from './version.ts';
import { needsProof, proveWho } from './proof.ts';
import {
  type AnyInput,
  exchange,
  exchangeAny,
  exchangeFile,
  type FileOnWire,
  type InputArguments,
  type Wire,
} from './wire.ts';

export type { InputOf } from './wire.ts';

/** How often a call that gets 401 is tried in all, and the wait between tries in milliseconds (specification 1, section 9). */
const retries = { attempts: 3, wait: 100 };
const requestBound = 20_000;

const wire = (): Wire => ({ fetch: fetchOrTake, origin: config().apiOrigin, timeout: requestBound });

let made: Tokens | null = null;

/** The tokens of this tab. Only `data` itself uses them. */
export const tokens = (): Tokens =>
  (made ??= createTokens({
    storage: sessionStorage,
    storageKey: `vestibule.${config().surface}`,
    tabs: browserTabs,
    monotonic: () => performance.now(),
    wall: () => Date.now(),
    refresh: (refreshToken) =>
      observed(exchange(wire(), requestToken, { body: { grant_type: 'refresh_token', refresh_token: refreshToken } })),
  }));

/** The failure of a call without tokens: `offline` in an offline session (vault open, no tokens), else `sessionEnded`. */
let withoutTokens: 'sessionEnded' | 'offline' = 'sessionEnded';
export const setAnswerWithoutTokens = (answer: 'sessionEnded' | 'offline'): void => {
  withoutTokens = answer;
};

const notFound = v.parse(WireError, { error: 'not_found' satisfies SharedError });
/** Decides whether the person signed in may make a call. Asked before each call that needs a session. */
type CallGuard = (call: CallShape, input: AnyInput) => Promise<boolean>;
let isAllowed: CallGuard = () => Promise.resolve(true);
export const setCallGuard = (guard: CallGuard): void => {
  isAllowed = guard;
};

async function observed<T>(answer: Promise<T>): Promise<T> {
  try {
    const value = await answer;
    noteExchange(true);
    return value;
  } catch (error) {
    const failure = failureOf(error);
    if (failure)
      noteExchange(failure.kind !== 'offline', failure.kind === 'offline' && failure.isFacilityDown === true);
    throw error;
  }
}

const moduleRefused = createEvents();

/** Calls back when a module's call gets a 404, because it may have been switched off. Returns the function that stops it. */
export const whenModuleRefuses = moduleRefused.on;

const termsRequired = createEvents();

/** Calls back when a call needs new terms accepted, which changed during the session. Returns the function that stops it. */
export const whenTermsRequired = termsRequired.on;

function noteRefusal(call: CallShape, error: unknown): void {
  const failure = failureOf(error);
  if (failure !== null && areTermsRequired(failure)) termsRequired.emit();
  // An optional call that a facility's own back end lacks does not mean that the module was switched off.
  if (call.isOptional === true && !isOurServer()) return;
  if (call.capability === undefined || statusOf(error) !== 404) return;
  moduleRefused.emit();
}

const isUnauthorized = (error: unknown): boolean => statusOf(error) === 401;

/**
 * Makes a call of the contract and returns its parsed answer. Signed-in calls carry the token; a 401 refreshes it and tries again, at most
 * three times (rulings, section 3). A call that needs a proof of who is at the page waits for the proof and is sent again. A call that the
 * person may not make by its declaration is refused here as the server would refuse it, and is not sent. Every request ends within 20 s.
 * Rejects with `CallError`, or with the caller's own `AbortError`. A call that changes something is sent once: a lost reply is `offline`,
 * and the caller decides whether to try again.
 */
export function send<C extends CallShape>(call: C, ...input: InputArguments<C>): Promise<AnswerOf<C>>;
export function send(call: CallShape, input: AnyInput = {}): Promise<unknown> {
  return sendAny(call, input);
}

/** The same without the types of one call, for code that carries any call. */
export const sendAny = (call: CallShape, input: AnyInput): Promise<unknown> =>
  sendThrough(call, input, (accessToken) => exchangeAny(wire(), call, input, accessToken));

/** The bytes of a file, for the app itself. A file of more than `largest` bytes is not read. Rejects as `send` does. */
export const sendForFile = (call: CallShape, input: AnyInput, largest: number): Promise<FileOnWire | 'tooLarge'> =>
  sendThrough(call, input, (accessToken) => exchangeFile(wire(), call, input, accessToken, largest));

async function sendThrough<T>(
  call: CallShape,
  input: AnyInput,
  through: (accessToken: string | null) => Promise<T>,
): Promise<T> {
  if (!isOffered(call)) throw new CallError(call.name, { kind: 'refused', status: 404, body: notFound });
  if (call.invalidates.length > 0) dropPrefetched();
  const ask = (accessToken: string | null) => observed(through(accessToken));
  if (call.access === 'everyone') return ask(null);
  if (tokens().current() === null) throw new CallError(call.name, { kind: withoutTokens });
  if (!(await isAllowed(call, input))) throw new CallError(call.name, { kind: 'refused', status: 404, body: notFound });
  let refused: string | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const accessToken = await tokens().usable(refused);
    input.signal?.throwIfAborted();
    try {
      return await ask(accessToken);
    } catch (error) {
      noteRefusal(call, error);
      if (needsProof(error) && (await proveWho())) continue;
      if (!isUnauthorized(error) || attempt >= retries.attempts) throw error;
      refused = accessToken;
      await pause(retries.wait);
    }
  }
}

/** Makes a call with tokens that are no longer this tab's, to end a session that the tab has already left. */
export function sendWith<C extends CallShape>(
  accessToken: string,
  call: C,
  ...input: InputArguments<C>
): Promise<AnswerOf<C>>;
export function sendWith(accessToken: string, call: CallShape, input: AnyInput = {}): Promise<unknown> {
  return observed(exchangeAny(wire(), call, input, accessToken));
}

/** While there is no connection, keeps asking whether the server is back. Returns the function that stops it. */
export const keepWatchOnConnection = (): (() => void) =>
  watchConnection(async () => {
    await send(getFacility, { query: { facilityAlias: location.host } });
  });
