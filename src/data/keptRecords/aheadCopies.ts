import type { CallShape } from '@portal/api';
import type { MessageKey } from '../../words/index.ts';
import { type AheadEnvironment, type AheadOptions, DeviceRefused, RunEnded } from './aheadEnvironment.ts';
import type { WantedRecord } from './keeps.ts';
import { bytesOfEntries, type KeptEntry, largestRecord, recordsBudget } from './ledger.ts';
import type { RecordToKeep } from './recordStore.ts';

/** Milliseconds for which the kept answer of a list stands in for the server's: a reload must not ask for all lists again. */
export const listsFreshFor = 10 * 60_000;
/** The same for what no list tells of. */
export const wholeFreshFor = 60 * 60_000;
/** The same for what a page has kept, which knows of no list. */
const visitedFreshFor = 24 * 60 * 60_000;
/** Milliseconds after which what found no room is tried again, where there is room now. */
const roomAgainAfter = 24 * 60 * 60_000;
/** Bytes below which there is no room for one more. */
const leastRoom = 512 * 1024;
/** What is gathered before it is written. */
const batch = { records: 20, bytes: 1024 * 1024, milliseconds: 2_000 } as const;

/** A wanted record with its place on the device, and the module that wants it. */
export interface PlacedRecord extends WantedRecord {
  readonly place: string;
  readonly patientId: number | null;
  readonly version: string | undefined;
  readonly of: MessageKey;
}

/** What the device has: what is up to date there, what finds room, and what is gathered to be written. */
export function createAheadCopies(environment: AheadEnvironment, { isFresh, signal }: AheadOptions) {
  const { store, now } = environment;
  const begun = now();
  let indexed: { readonly of: readonly KeptEntry[]; readonly entries: ReadonlyMap<string, KeptEntry> } | null = null;
  const entryOf = (place: string): KeptEntry | undefined => {
    const entries = store.entries();
    if (indexed?.of !== entries)
      indexed = { of: entries, entries: new Map(entries.map((entry) => [entry.place, entry])) };
    return indexed.entries.get(place);
  };
  const hasRoomFor = (bytes = 0): boolean =>
    (environment.budget ?? recordsBudget) - bytesOfEntries(store.entries()) >= Math.max(leastRoom, bytes);
  /** The day of the newest that found no room. */
  const noRoomFrom = new Map<KeptEntry['kind'], string>();
  let gathered: RecordToKeep[] = [];
  let [gatheredBytes, gatheredSince] = [0, 0];
  let writing: Promise<void> = Promise.resolve();

  async function writeAll(records: readonly RecordToKeep[]): Promise<void> {
    if (signal.aborted) throw new RunEnded();
    // What a page has kept meanwhile is newer.
    const newer = records.filter(({ place, at }) => (entryOf(place)?.at ?? 0) <= at);
    if (newer.length === 0) return;
    await store.keep(newer).catch(() => {
      throw new DeviceRefused();
    });
    for (const { place, kind, day } of newer)
      if (day !== null && entryOf(place)?.missing === 'noRoom' && day > (noRoomFrom.get(kind) ?? ''))
        noRoomFrom.set(kind, day);
  }

  function write(): Promise<void> {
    const records = gathered;
    gathered = [];
    gatheredBytes = 0;
    writing = writing.then(() => writeAll(records));
    // Whoever waits for it hears of a failure; nobody may wait.
    writing.catch(() => undefined);
    return writing;
  }

  return {
    hasGathered: () => gathered.length > 0,
    write,
    /** Gathers a record, and writes where enough is gathered. */
    async keep(record: RecordToKeep): Promise<void> {
      if (gathered.length === 0) gatheredSince = now();
      gathered.push(record);
      if ('bytes' in record) gatheredBytes += record.bytes.length;
      const isDue = now() - gatheredSince >= batch.milliseconds;
      if (isDue || gathered.length >= batch.records || gatheredBytes >= batch.bytes) await write();
    },
    forget: (places: ReadonlySet<string>): Promise<void> =>
      store.forget(({ place }) => places.has(place)).catch(() => undefined),
    /** The answer of a call as the device has it; null where it cannot be read. */
    async answer(call: CallShape, place: string): Promise<{ readonly answer: unknown } | null> {
      if (entryOf(place)?.missing !== null) return null;
      const stored = await store.answer(place).catch(() => null);
      return stored && environment.parse(call, stored.answer);
    },
    /** A list is new enough not to be asked for again. */
    isListFresh(place: string): boolean {
      const entry = entryOf(place);
      return !isFresh && entry !== undefined && now() - entry.at < listsFreshFor;
    },
    /** True where a record need not be fetched. */
    isUpToDate({ place, version, call, bytes }: PlacedRecord): boolean {
      const entry = entryOf(place);
      if (entry === undefined) return false;
      const age = now() - entry.at;
      if (entry.missing === 'noRoom' && age > roomAgainAfter && hasRoomFor(bytes)) return false;
      if (version !== undefined && entry.version !== undefined) return entry.version === version;
      if (version !== undefined) return age < visitedFreshFor;
      if (entry.at >= begun) return true;
      // Files are as they were, and only lists tell of others.
      if (call.answerType === 'file') return true;
      return !isFresh && age < wholeFreshFor;
    },
    /** Why a record is not even fetched; null: it is. */
    missingFor({ day, bytes }: PlacedRecord, kind: KeptEntry['kind']): 'tooLarge' | 'noRoom' | null {
      if (bytes !== undefined && bytes > largestRecord) return 'tooLarge';
      const since = noRoomFrom.get(kind);
      return day === null || since === undefined || day > since || hasRoomFor(bytes) ? null : 'noRoom';
    },
  };
}

export type AheadCopies = ReturnType<typeof createAheadCopies>;
