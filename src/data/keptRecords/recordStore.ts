import * as v from 'valibot';
import { createEvents } from '../../words/smallStore.ts';
import type { TabLocks } from '../tabs.ts';
import { type Bytes, bytesOf, hiddenPlace, type VaultKeys } from '../vault/crypto.ts';
import type { Rows } from '../vault/rows.ts';
import {
  entriesToDrop,
  isExpired,
  type KeptEntry,
  largestRecord,
  Ledger,
  LedgerVersion,
  recordsBudget,
  recordsVersion,
  seenUntil,
} from './ledger.ts';
import { sealPieces, unsealPieces } from './pieces.ts';

const ledgerPlace = 'ledger';
const Head = v.object({ place: v.string(), at: v.number(), type: v.nullable(v.string()) });
const Stamped = v.looseObject({ stamp: v.string() });
const headLength = 4;
const decoder = new TextDecoder();

/** An answer, or a file with its media type, to be stored. `missing`: only an entry that it is not stored. */
export type RecordToKeep = Omit<KeptEntry, 'kind' | 'bytes' | 'missing'> &
  (
    | { readonly kind: 'answer'; readonly answer: unknown }
    | { readonly kind: 'file'; readonly type: string; readonly bytes: Bytes }
    | { readonly kind: KeptEntry['kind']; readonly missing: NonNullable<KeptEntry['missing']> }
  );

export interface OfflineAnswer {
  readonly answer: unknown;
  /** When the server gave it, in milliseconds. */
  readonly at: number;
}

export interface KeptFile {
  readonly bytes: Bytes;
  readonly type: string;
  readonly at: number;
}

/** The offline copy of one person on this device. Methods reject with `StorageRefused` when the device refuses. */
export interface RecordStore {
  /** Everything that is stored or could not be; the same array until it changes. */
  entries(): readonly KeptEntry[];
  signedInAt(): number;
  /** Null when it is not stored or cannot be read. */
  answer(place: string): Promise<OfflineAnswer | null>;
  file(place: string): Promise<KeptFile | null>;
  /** Stores all of them or, when the device refuses, none. What does not fit is entered as missing. */
  keep(records: readonly RecordToKeep[]): Promise<void>;
  forget(which: (entry: KeptEntry) => boolean): Promise<void>;
  /** Restarts the 30 days, because somebody has signed in. */
  renew(): Promise<void>;
  /** Reads the ledger again, because another tab may have written it. */
  refresh(): Promise<void>;
  /** Calls back when the entries change; returns the function that stops it. */
  onChange(listener: () => void): () => void;
  close(): void;
}

interface RecordStoreEnvironment {
  readonly id: string;
  readonly rows: Rows;
  readonly keys: VaultKeys;
  readonly locks: TabLocks;
  /** Milliseconds, by the server's clock when it is known. */
  readonly now: () => number;
  /** The same when the server has said its time since the page was opened, else null. */
  readonly serverTime?: () => number | null;
  readonly budget?: number;
  /** There was a ledger once, so when none can be read, no new one is started. */
  readonly wasBegun?: boolean;
}

/** `expired`: no sign-in for 30 days. `lost`: data is missing or damaged. `newer`: a newer app wrote it, and it is not touched. */
export type OpenedRecords =
  | { readonly kind: 'open'; readonly store: RecordStore }
  | { readonly kind: 'expired' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'newer' };

/** Opens the offline copy with its own keys, and starts an empty ledger when there is none. */
export async function openRecordStore({
  id,
  rows,
  keys,
  locks,
  now,
  serverTime = () => null,
  budget = recordsBudget,
  wasBegun = false,
}: RecordStoreEnvironment): Promise<OpenedRecords> {
  const changed = createEvents();
  let open = true;
  let ledger: Ledger = { v: recordsVersion, seen: now(), signedInAt: now(), entries: [] };
  let stamp: string | null = null;
  const nameOf = (place: string): Promise<string> => hiddenPlace(keys, place);
  /** The ledger is authenticated without the version, so that an older app can read which version wrote it. */
  const additional = (place: string, name: string) =>
    place === ledgerPlace ? `${id}|${name}` : `${id}|${name}|${recordsVersion}`;
  const sealAt = async (place: string, bytes: Bytes) => {
    const name = await nameOf(place);
    return { name, ...(await sealPieces(keys.records, additional(place, name), name, bytes)) };
  };
  async function unsealAt(place: string): Promise<Bytes | null> {
    if (!open) return null;
    const name = await nameOf(place);
    return unsealPieces(keys.records, additional(place, name), name, await rows.group(name));
  }

  /** Reads the stored ledger; false when a newer version wrote it, or the offline copy was deleted. */
  async function readLedger(): Promise<boolean> {
    const name = await nameOf(ledgerPlace);
    const group = await rows.group(name);
    const head = v.safeParse(Stamped, group.get(name));
    if (head.success && head.output.stamp === stamp) return true;
    const bytes = await unsealPieces(keys.records, additional(ledgerPlace, name), name, group);
    const json = v.safeParse(
      v.pipe(v.string(), v.parseJson(), LedgerVersion),
      bytes === null ? '' : decoder.decode(bytes),
    );
    if (json.success && json.output.v > recordsVersion) return false;
    const parsed = v.safeParse(Ledger, json.success ? json.output : null);
    // Damaged or deleted: this tab's memory of it may be older than the rows.
    ledger = parsed.success ? parsed.output : { ...ledger, entries: [] };
    stamp = parsed.success && head.success ? head.output.stamp : null;
    changed.emit();
    return true;
  }

  /** Changes rows and ledger in one transaction, one tab at a time, so that they always agree. */
  const change = (
    decide: (standing: Ledger) => Promise<{ next: Ledger; put: ReadonlyMap<string, unknown>; drop: string[] }>,
  ) =>
    locks.hold(`vestibule-records:${id}`, async () => {
      if (!open || !(await readLedger()) || !open) return;
      const { next, put, drop } = await decide(ledger);
      const at = now();
      const written: Ledger = { ...next, seen: seenUntil(next, at), clock: at };
      const sealed = await sealAt(ledgerPlace, bytesOf(JSON.stringify(written)));
      // Without a readable ledger nothing finds or counts the other rows, so they are deleted to free their space.
      const lost = stamp === null ? (await rows.entries()).map(([name]) => name) : [];
      const groups = [sealed.name, ...lost, ...(await Promise.all(drop.map(nameOf)))];
      // What was locked or deleted meanwhile must not come back.
      if (!open) return;
      await rows.replace(groups, new Map([...put, ...sealed.rows]));
      ledger = written;
      stamp = sealed.rows.get(sealed.name)?.stamp ?? null;
      changed.emit();
    });

  async function sealRecord(record: RecordToKeep): Promise<{ entry: KeptEntry; rows: ReadonlyMap<string, unknown> }> {
    const { place, call, patientId, at, day, kind, version } = record;
    const entry = { place, call, patientId, at, day, kind, version, missing: null };
    if ('missing' in record) return { entry: { ...entry, bytes: 0, missing: record.missing }, rows: new Map() };
    const head = bytesOf(
      JSON.stringify({ place, at, type: kind === 'file' ? record.type : null } satisfies v.InferOutput<typeof Head>),
    );
    const body = kind === 'file' ? record.bytes : bytesOf(JSON.stringify(record.answer));
    if (body.length > largestRecord) return { entry: { ...entry, bytes: 0, missing: 'tooLarge' }, rows: new Map() };
    const all = new Uint8Array(headLength + head.length + body.length);
    new DataView(all.buffer).setUint32(0, head.length);
    all.set(head, headLength);
    all.set(body, headLength + head.length);
    const sealed = await sealAt(place, all);
    all.fill(0);
    return { entry: { ...entry, bytes: sealed.size }, rows: sealed.rows };
  }

  async function readRecord(place: string): Promise<(v.InferOutput<typeof Head> & { body: Bytes }) | null> {
    const all = await unsealAt(place);
    if (all === null || all.length < headLength) return null;
    const end = headLength + new DataView(all.buffer, all.byteOffset).getUint32(0);
    const head = v.safeParse(v.pipe(v.string(), v.parseJson(), Head), decoder.decode(all.subarray(headLength, end)));
    return head.success && head.output.place === place ? { ...head.output, body: all.subarray(end) } : null;
  }

  if (!(await readLedger())) return { kind: 'newer' };
  if (wasBegun && stamp === null) return { kind: 'lost' };
  if (isExpired(ledger, now())) return { kind: 'expired' };
  const store: RecordStore = {
    entries: () => ledger.entries,
    signedInAt: () => ledger.signedInAt,
    async answer(place) {
      const record = await readRecord(place);
      if (record === null || record.type !== null) return null;
      const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), decoder.decode(record.body));
      return parsed.success ? { answer: parsed.output, at: record.at } : null;
    },
    async file(place) {
      const record = await readRecord(place);
      return record === null || record.type === null ? null : { bytes: record.body, type: record.type, at: record.at };
    },
    async keep(records) {
      const sealed = await Promise.all(records.map(sealRecord));
      await change(async (standing) => {
        const places = new Set(records.map(({ place }) => place));
        // A page that shows it again does not know its day, but its list does.
        const days = new Map(standing.entries.map(({ place, day }) => [place, day]));
        const added = [
          ...standing.entries.filter(({ place }) => !places.has(place)),
          ...sealed.map(({ entry }) => ({ ...entry, day: entry.day ?? days.get(entry.place) ?? null })),
        ];
        const dropped = new Set(entriesToDrop(added, budget).map(({ place }) => place));
        const entries = added.map((entry): KeptEntry =>
          dropped.has(entry.place) ? { ...entry, bytes: 0, missing: 'noRoom' } : entry,
        );
        const put = sealed.filter(({ entry }) => !dropped.has(entry.place)).flatMap((one) => [...one.rows]);
        return { next: { ...standing, entries }, put: new Map(put), drop: [...places, ...dropped] };
      });
    },
    forget: (which) =>
      change(async (standing) => ({
        next: { ...standing, entries: standing.entries.filter((entry) => !which(entry)) },
        put: new Map(),
        drop: standing.entries.filter(which).map(({ place }) => place),
      })),
    renew: () =>
      change(async (standing) => {
        // The server has said its time here, so a device clock that ran ahead for a while does not extend the 30 days.
        const clock = now();
        const at = serverTime() ?? seenUntil(standing, clock);
        return { next: { ...standing, seen: at, clock, signedInAt: at }, put: new Map(), drop: [] };
      }),
    async refresh() {
      await readLedger();
    },
    onChange: changed.on,
    close() {
      open = false;
      changed.clear();
      rows.close();
    },
  };
  // Stores the time of this opening, even if nothing else is written later. A device that is full can still be read.
  await change(async (standing) => ({ next: standing, put: new Map(), drop: [] })).catch(() => undefined);
  return { kind: 'open', store };
}
