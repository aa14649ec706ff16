import { type AnswerOf, type CallShape, getQuestionnaire } from '@portal/api';
import { QueryClient, useMutation, type UseMutationResult, useQuery, type UseQueryResult } from '@tanstack/react-query';
import * as v from 'valibot';
import { setQuestionnaireSource, whenAnswersSent } from './drafts/events.ts';
import { type CallError, failureOf } from './errors.ts';
import { type InputOf, sendAny } from './http.ts';
import { onPatientChange } from './profile.ts';
import { onSessionEnd } from './session.ts';
import type { AnyInput, InputArguments } from './wire.ts';

const offlineTries = 2;

/** Server state of both targets. Nothing in it outlives the session or the page. */
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
      throwOnError: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

onSessionEnd(() => queryClient.clear());

/** What is not of a facility or of the account itself is of the patient whose record was open. */
const isOfPatient = (params: unknown): boolean => typeof params !== 'object' || params === null || 'patientId' in params || !('facilityId' in params || 'userId' in params);

onPatientChange(() => {
  queryClient.removeQueries({ predicate: ({ queryKey }) => isOfPatient(queryKey[1]) });
});

/** The query key of a call: its name, its parameters, its query. */
export const keyOf = (call: CallShape, input: AnyInput = {}) => [call.name, input.params ?? {}, input.query ?? {}] as const;

/** What `useQuery`, loaders and prefetching take. */
export interface CallQuery<C extends CallShape> {
  readonly queryKey: readonly [string, unknown, unknown];
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<AnswerOf<C>>;
  readonly staleTime: number;
}

const anyQueryFor = (call: CallShape, input: AnyInput) => ({
  queryKey: keyOf(call, input),
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => sendAny(call, { ...input, signal }),
  staleTime: call.freshFor,
});

/** Query options of a call, for loaders, prefetching and `useQuery`. */
export function queryFor<C extends CallShape>(call: C, ...input: InputArguments<C>): CallQuery<C>;
export function queryFor(call: CallShape, input: AnyInput = {}) {
  return anyQueryFor(call, input);
}

export interface CallOptions {
  /** False: not asked yet. */
  readonly enabled?: boolean;
}

/** Reads a call in a component: cached, refreshed when stale. `error.failure` says what went wrong. */
export function useCall<C extends CallShape>(call: C, input: InputOf<C>, options?: CallOptions): UseQueryResult<AnswerOf<C>, CallError>;
export function useCall(call: CallShape, input: AnyInput, options: CallOptions = {}): UseQueryResult<unknown, CallError> {
  return useQuery<unknown, CallError>({ ...anyQueryFor(call, input), ...options });
}

/** Marks the answers of these calls as stale; what is on the screen is asked again. */
export async function makeStale(callNames: readonly string[]): Promise<void> {
  const names = new Set<unknown>(callNames);
  await queryClient.invalidateQueries({ predicate: (query) => names.has(query.queryKey[0]) });
}

/** Sends a call that changes something, and makes stale what its declaration says. */
export function useSend<C extends CallShape>(call: C): UseMutationResult<AnswerOf<C>, CallError, InputOf<C>>;
export function useSend(call: CallShape): UseMutationResult<unknown, CallError, AnyInput> {
  return useMutation<unknown, CallError, AnyInput>({
    mutationFn: (input) => sendAny(call, input),
    onSuccess: () => makeStale(call.makesStale),
  });
}

whenAnswersSent(({ makesStale }) => { void makeStale(makesStale); });

setQuestionnaireSource((patientId, assignedQuestionnaireId) => {
  // Opened, or fetched ahead of time: either will do.
  const kept = queryClient.getQueriesData({ queryKey: [getQuestionnaire.name, { patientId, assignedQuestionnaireId }] });
  for (const [, data] of kept) {
    const parsed = v.safeParse(getQuestionnaire.answer, data);
    if (parsed.success) return parsed.output;
  }
  return null;
});
