import {
  type CallShape,
  contractVersion,
  getContent,
  getCountries,
  getFacility,
  getFacilityText,
  getLanguagePack,
  getLogoUrl,
  getPreferredCommunications,
  getRelationships,
  getStates,
  getSupportedLanguages,
  getThemeCss,
  getTranslations,
  listDownloadableForms,
  listFacilityContacts,
  listFaqs,
} from '@portal/api';
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import { hashKey, type Query } from '@tanstack/react-query';
import {
  type PersistedClient,
  persistQueryClientRestore,
  persistQueryClientSave,
  removeOldestQuery,
} from '@tanstack/react-query-persist-client';
import * as v from 'valibot';
import { config } from '../config.ts';
import { isPersisted, persistedQuery, queryClient } from './query.ts';

const storageKey = 'vestibule.kept';
/** Milliseconds for which an answer may be shown without a connection. */
const maxAge = 30 * 24 * 60 * 60 * 1000;

/** Named one by one, because the contract's own list would bring the schemas of all calls to every page. A test compares them. */
export const callsKeptInClear: readonly CallShape[] = [
  getContent,
  getCountries,
  getFacility,
  getFacilityText,
  getLanguagePack,
  getLogoUrl,
  getPreferredCommunications,
  getRelationships,
  getStates,
  getSupportedLanguages,
  getThemeCss,
  getTranslations,
  listDownloadableForms,
  listFacilityContacts,
  listFaqs,
];
const kept: ReadonlyMap<string, CallShape> = new Map(callsKeptInClear.map((call) => [call.name, call]));

const Stored = v.object({
  timestamp: v.number(),
  buster: v.string(),
  clientState: v.object({
    queries: v.array(
      v.object({
        queryKey: v.tuple([v.string(), v.unknown(), v.unknown()]),
        state: v.object({ data: v.unknown(), dataUpdatedAt: v.number() }),
      }),
    ),
  }),
});

/** A client without a time is dropped by the library. */
const nothing: PersistedClient = { timestamp: 0, buster: '', clientState: { queries: [], mutations: [] } };

/**
 * Reads what was kept. What is not an answer of a call that may be kept, or is too old, is left out; the rest counts as stale, so
 * that it is asked again wherever there is a connection.
 */
export function readKept(text: string, now = Date.now()): PersistedClient {
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), Stored), text);
  if (!stored.success) return nothing;
  const { timestamp, buster, clientState } = stored.output;
  return {
    timestamp,
    buster,
    clientState: {
      mutations: [],
      queries: clientState.queries.flatMap(({ queryKey, state: { data, dataUpdatedAt } }) => {
        const answer = kept.get(queryKey[0])?.answer ?? null;
        const parsed = answer === null ? null : v.safeParse(answer, data);
        if (parsed?.success !== true || Math.abs(now - dataUpdatedAt) > maxAge) return [];
        return {
          queryKey,
          queryHash: hashKey(queryKey),
          meta: persistedQuery.meta,
          dehydratedAt: timestamp,
          state: {
            data: parsed.output,
            dataUpdatedAt,
            dataUpdateCount: 0,
            error: null,
            errorUpdatedAt: 0,
            errorUpdateCount: 0,
            fetchFailureCount: 0,
            fetchFailureReason: null,
            fetchMeta: null,
            fetchStatus: 'idle' as const,
            isInvalidated: true,
            status: 'success' as const,
          },
        };
      }),
    },
  };
}

let started = false;

/**
 * Keeps the answers that are not about a patient between visits, in local storage and in clear. They go with another facility at
 * this address and with a build of another contract.
 */
export function keepAnswers(): void {
  if (started) return;
  started = true;
  let storage: Storage;
  try {
    storage = localStorage;
  } catch {
    return;
  }
  const persisted = {
    queryClient,
    persister: createSyncStoragePersister({
      storage,
      key: storageKey,
      // Answers of one moment are written once; one that comes alone is there before the page can be left.
      throttleTime: 0,
      deserialize: readKept,
      retry: removeOldestQuery,
    }),
    maxAge,
    buster: `${contractVersion} ${location.host} ${config().facility?.facilityId ?? ''}`,
    hydrateOptions: { defaultOptions: { queries: { gcTime: persistedQuery.gcTime } } },
    dehydrateOptions: {
      // An answer that could not be renewed without a connection is as good as it was.
      shouldDehydrateQuery: (query: Query) => isPersisted(query) && query.state.data !== undefined,
      shouldDehydrateMutation: () => false,
    },
  };
  persistQueryClientRestore(persisted)
    // A page may have asked before this was read, and been refused: what is kept must not stand in for the answer. What still asks begins
    // anew, because a page that is left would take it back to the time before, when nothing was there.
    .then(() => {
      const stale = queryClient.getQueryCache().findAll({ stale: true, predicate: isPersisted });
      for (const query of stale)
        if (query.isActive() || query.state.fetchStatus !== 'idle')
          query.fetch(undefined, { cancelRefetch: true }).catch(() => undefined);
    })
    // What cannot be read has been removed by then.
    .catch(() => undefined);
  // Not the library's own subscription, which writes everything anew with each event of any query.
  queryClient.getQueryCache().subscribe((event) => {
    const isNew = event.type === 'updated' && event.action.type === 'success';
    if (isNew && isPersisted(event.query)) void persistQueryClientSave(persisted);
  });
}
