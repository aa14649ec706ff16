import { type AnswerOf, type CallName, type CallShape, isAboutPatient } from '@portal/api';
import {
  type Query,
  QueryClient,
  useMutation,
  type UseMutationResult,
  useQueries,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import * as v from 'valibot';
import { config } from '../config.ts';
import { connection, onConnectionReturn } from '../connection.ts';
import { setFetchedQuestionnaires, whenAnswersSent } from '../drafts/events.ts';
import { type CallError, failureOf, mayHaveArrived } from '../errors.ts';
import { type InputOf, sendAny } from '../http.ts';
import { onPatientChange } from '../profile.ts';
import { isOfPatient } from '../keptRecords/recordPlace.ts';
import { onSessionEnd } from '../session.ts';
import { onAnswersStale } from '../staleAnswers.ts';
import type { AnyInput, InputArguments } from '../wire.ts';
import { subscribeToWords, words } from '../../words/index.ts';
import { sendMaybeTogether } from './counts.ts';
import { askBesideKept } from './keptAnswers.ts';

/**
 * Whether the answers of a call may stay on this device in clear: it says `offline: 'keep'`, and it is not about a patient or about
 * whoever is signed in. Everything else is the vault's, or nobody's; files are sealed in any case.
 */
export const isKeptInClear = (call: CallShape): boolean =>
  call.offline === 'keep' && !isAboutPatient(call) && call.answerType !== 'file';

const offlineTries = 2;
/** Milliseconds for which a failure stands when a component begins to show it. */
const freshFailureMs = 5_000;

/** A kiosk keeps nothing that nobody looks at, and asks nothing that nobody asked for. */
const ofKiosk = { gcTime: 0, retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

/** For answers that are not about a patient: they outlive the session, and the portal keeps them on the device (`persist.ts`). */
export const persistedQuery = { gcTime: Infinity, meta: { isKept: true } } as const;

/** Server state of both apps. What is about a patient or an account does not outlive the session; at a kiosk nothing does. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // We tell offline from the answers themselves: the query library's own idea of it would pause for ever in a captive portal.
      networkMode: 'always',
      gcTime: 30 * 60_000,
      // After a time-out somebody has looked at "Loading" for long enough: they are told, and decide themselves.
      retry: (count, error) => {
        const failure = failureOf(error);
        return count < offlineTries && failure?.kind === 'offline' && failure.timedOut !== true;
      },
      retryDelay: (count) => 800 * 2 ** count,
      refetchOnReconnect: 'always',
      // What failed while the page was loading is shown as failed; asked again at once, it would wait for the same refusal twice.
      retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > freshFailureMs,
      throwOnError: false,
      ...(config().surface === 'kiosk' ? ofKiosk : {}),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** True for an answer that is kept between visits. */
export const isPersisted = ({ meta }: Pick<Query, 'meta'>): boolean => meta === persistedQuery.meta;

onSessionEnd(() => {
  queryClient.removeQueries({ predicate: (query) => !isPersisted(query) });
  queryClient.getMutationCache().clear();
});

onPatientChange(() => {
  queryClient.removeQueries({ predicate: (query) => !isPersisted(query) && isOfPatient(query.queryKey[1]) });
});

/** How often a query is asked again until it has an answer, unless somebody presses "Try again": a call that alone never gets through would go on for ever. */
const triesOnReturn = 5;
/** Milliseconds until a server that has just come back, and may refuse everything with 503 because it is still starting, is asked again; then twice as long each time. */
const startingMs = 3_000;
const tries = new WeakMap<Query, { readonly answers: number; readonly count: number }>();
/** How often a query was asked again since its last answer. */
function triesOf(query: Query): number {
  const last = tries.get(query);
  return last?.answers === query.state.dataUpdateCount ? last.count : 0;
}
/** True for what failed because nothing answered, or a server that was not ready. After a time-out the person decides, as above. */
function isUnanswered(query: Query): boolean {
  const failure = failureOf(query.state.error);
  return (
    ((failure?.kind === 'offline' && failure.timedOut !== true) ||
      (failure?.kind === 'refused' && failure.status === 503)) &&
    triesOf(query) < triesOnReturn
  );
}
const unansweredQueries = () => queryClient.getQueryCache().findAll({ type: 'active', predicate: isUnanswered });
let nextTry: ReturnType<typeof setTimeout> | undefined;
async function askUnansweredAgain(pauseMs = startingMs): Promise<void> {
  clearTimeout(nextTry);
  const unanswered = unansweredQueries();
  for (const query of unanswered) tries.set(query, { answers: query.state.dataUpdateCount, count: triesOf(query) + 1 });
  await queryClient.refetchQueries(
    { type: 'active', predicate: (query) => unanswered.includes(query) },
    { cancelRefetch: false },
  );
  clearTimeout(nextTry);
  // Not all devices in the same moment.
  if (connection() === 'online' && unansweredQueries().length > 0)
    nextTry = setTimeout(() => void askUnansweredAgain(2 * pauseMs), pauseMs * (0.75 + Math.random() / 2));
}
// The query library hears of the device's network only, which stays up while the server or the way to it is down.
if (config().surface === 'portal') onConnectionReturn(() => void askUnansweredAgain());

/** The query key of a call: its name, its parameters, its query. */
export const keyOf = (call: CallShape, input: AnyInput = {}) =>
  [call.name, input.params ?? {}, input.query ?? {}] as const;

/** What `useQuery`, loaders and prefetching take. */
export interface CallQuery<C extends CallShape> {
  readonly queryKey: readonly [string, unknown, unknown];
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<AnswerOf<C>>;
  readonly staleTime: number;
}

const anyQueryFor = (call: CallShape, input: AnyInput) => ({
  queryKey: keyOf(call, input),
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    askBesideKept(
      call,
      input,
      () => queryClient.getQueryCache().find<unknown, Error>({ queryKey: keyOf(call, input) }),
      () => sendMaybeTogether(call, input, () => sendAny(call, { ...input, signal })),
    ),
  staleTime: call.staleTime,
  ...(config().surface === 'portal' && isKeptInClear(call) ? persistedQuery : {}),
});

/**
 * Asks a call outside of a component; `fresh` asks even where the cache has a new answer, and takes no other. Else the
 * one that the cache has stands in where there is no connection. Other folders use `fetchCall`, which fetches this file when it is needed.
 */
export async function fetchAny(call: CallShape, input: AnyInput, fresh: boolean): Promise<unknown> {
  const query = anyQueryFor(call, input);
  try {
    return await queryClient.fetchQuery({ ...query, retry: false, ...(fresh ? { staleTime: 0 } : {}) });
  } catch (error) {
    const kept: unknown = queryClient.getQueryData(query.queryKey);
    if (fresh || kept === undefined || failureOf(error)?.kind !== 'offline') throw error;
    return kept;
  }
}

/** Query options of a call, for loaders, prefetching and `useQuery`. */
export function queryFor<C extends CallShape>(call: C, ...input: InputArguments<C>): CallQuery<C>;
export function queryFor(call: CallShape, input: AnyInput = {}) {
  return anyQueryFor(call, input);
}

interface CallOptions {
  /** False: not asked yet. */
  readonly enabled?: boolean;
  /** Asked again whenever what shows it opens, while the cache's answer stands. */
  readonly refetchOnMount?: 'always';
}

/** Reads a call in a component: cached, refreshed when stale. `error.failure` says what went wrong. */
export function useCall<C extends CallShape>(
  call: C,
  input: InputOf<C>,
  options?: CallOptions,
): UseQueryResult<AnswerOf<C>, CallError>;
export function useCall(
  call: CallShape,
  input: AnyInput,
  options: CallOptions = {},
): UseQueryResult<unknown, CallError> {
  return useQuery<unknown, CallError>({ ...anyQueryFor(call, input), ...options });
}

/** Reads several calls that count, with one input; a count that is not known yet is undefined. */
export const useCounts = <C extends CallShape & { readonly answer: v.GenericSchema<unknown, number> }>(
  counts: readonly C[],
  input: AnyInput,
  options: CallOptions = {},
): (number | undefined)[] =>
  useQueries({
    queries: counts.map((call) => ({
      ...anyQueryFor(call, input),
      ...options,
      select: (count: unknown) => v.parse(call.answer, count),
    })),
    combine: (results) => results.map(({ data }) => data),
  });

/** Reads several calls with one input; each caller parses what it gets by the call's own schema. */
export const useCalls = (
  calls: readonly CallShape[],
  input: AnyInput,
  options: CallOptions = {},
): UseQueryResult<unknown, CallError>[] =>
  useQueries({ queries: calls.map((call) => ({ ...anyQueryFor(call, input), ...options })) });

/** Reads several queries, each with an input of its own. */
export const useCallQueries = (queries: readonly CallQuery<CallShape>[]): UseQueryResult<unknown, CallError>[] =>
  useQueries({ queries: [...queries] });

async function invalidateNamed(callNames: readonly string[]): Promise<void> {
  const names = new Set<unknown>(callNames);
  const filters = { predicate: (query: Query) => names.has(query.queryKey[0]) };
  // A first answer that is on its way may be from before the change, and is not asked for anew by what follows here.
  const onTheWay = queryClient
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  for (const { promise, queryKey } of onTheWay)
    promise?.then(
      () => queryClient.invalidateQueries({ queryKey, exact: true }),
      () => undefined,
    );
  await queryClient.invalidateQueries(filters);
}
/** Marks the answers of a call as stale; what is on the screen is asked again. */
export const invalidate = ({ name }: Pick<CallShape, 'name'>): Promise<void> => invalidateNamed([name]);
/** Marks the answers as stale that a call declares to invalidate. */
export const invalidateAfter = ({ invalidates }: Pick<CallShape, 'invalidates'>): Promise<void> =>
  invalidateNamed(invalidates);

/** Mutation options of a call; stale is what its declaration says, also after a lost answer, which may have been a success. */
export const mutationFor = (call: CallShape) => ({
  mutationFn: (input: AnyInput) => sendAny(call, input),
  onSuccess: () => invalidateAfter(call),
  onError: (error: unknown) => {
    const failure = failureOf(error);
    if (failure !== null && mayHaveArrived(failure)) void invalidateAfter(call);
  },
});

/** Sends a call that changes something, and makes stale what its declaration says. */
export function useSend<C extends CallShape>(call: C): UseMutationResult<AnswerOf<C>, CallError, InputOf<C>>;
export function useSend(call: CallShape): UseMutationResult<unknown, CallError, AnyInput> {
  return useMutation<unknown, CallError, AnyInput>(mutationFor(call));
}

/** What comes in the reader's language is asked again when that changes. */
const inReadersLanguage: readonly CallName[] = [
  'listQuestionnaires',
  'listQuestionnaireHistory',
  'getQuestionnaire',
  'getQuestionnaireHistory',
];
let { language } = words();
subscribeToWords(() => {
  if (words().language === language) return;
  ({ language } = words());
  void invalidateNamed(inReadersLanguage);
});

whenAnswersSent((sent) => {
  void invalidateAfter(sent);
});
onAnswersStale((changed) => {
  void invalidateAfter(changed);
});

// Opened, or fetched ahead of time: either will do.
setFetchedQuestionnaires((patientId, assignedQuestionnaireId) =>
  queryClient
    .getQueriesData({ queryKey: ['getQuestionnaire' satisfies CallName, { patientId, assignedQuestionnaireId }] })
    .map(([, answer]) => answer),
);
