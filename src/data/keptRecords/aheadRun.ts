import type { AnswerOf, CallShape, PatientId, UserId } from '@portal/api';
import type { MessageKey } from '../../words/index.ts';
import { areTermsRequired, failureOf, isPassing } from '../errors.ts';
import { toBase64Url } from '../randomId.ts';
import { type Bytes, bytesOf } from '../vault/crypto.ts';
import type { AnyInput, InputOf } from '../wire.ts';
import type { AheadProgress } from './aheadProgress.ts';
import type { Keeps, KeepsAhead, WantedRecord } from './keeps.ts';
import { bytesOfEntries, type KeptEntry, largestRecord, recordsBudget } from './ledger.ts';
import type { RecordStore, RecordToKeep } from './recordStore.ts';

/** Requests under way at once. */
const atOnce = 2;
/** How often one thing is asked for before it is left for the next run. */
const tries = 3;
/** Milliseconds of the first wait after a failure; each further one is longer. */
const retryAfter = 2_000;
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

/** Why nothing is fetched at the moment; `away`: nobody is at the page. */
export type Obstacle = 'network' | 'dataSaver' | 'battery' | 'away';

export interface AheadEnvironment {
  readonly store: Pick<RecordStore, 'entries' | 'answer' | 'keep' | 'forget' | 'refresh'>;
  readonly placeOf: (call: CallShape, input: AnyInput) => Pick<KeptEntry, 'place' | 'patientId'>;
  /** The kept answer as the call's schema reads it; null where it cannot. */
  readonly parse: (call: CallShape, answer: unknown) => { readonly answer: unknown } | null;
  /** Both reject with `CallError`, or with the reason of the signal. */
  readonly ask: (call: CallShape, input: AnyInput, signal: AbortSignal) => Promise<unknown>;
  readonly askFile: (
    call: CallShape,
    input: AnyInput,
    signal: AbortSignal,
  ) => Promise<{ readonly bytes: Bytes; readonly type: string } | 'tooLarge'>;
  readonly obstacle: () => Obstacle | null;
  /** Resolves when the obstacle may have changed. */
  readonly obstacleChange: (signal: AbortSignal) => Promise<void>;
  /** Resolves when the page has no request of its own and the browser nothing to draw. */
  readonly whenQuiet: (signal: AbortSignal) => Promise<void>;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly now: () => number;
  readonly budget?: number;
  readonly tell: (progress: AheadProgress) => void;
}

/** `failed`: something could not be fetched, and is for the next run. */
export type AheadOutcome = 'done' | 'failed' | 'ended' | 'refused';

interface Wanted extends WantedRecord {
  readonly place: string;
  readonly patientId: number | null;
  readonly version: string | undefined;
  readonly of: MessageKey;
}

/** A short name for what a list says of a record. */
async function versionOf(row: unknown): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytesOf(JSON.stringify(row)));
  return toBase64Url(new Uint8Array(digest).subarray(0, 9));
}

/** Newest first; what has no day before all. */
const byDay = (a: WantedRecord, b: WantedRecord): number =>
  a.day === b.day ? 0 : a.day === null ? -1 : b.day === null ? 1 : a.day < b.day ? 1 : -1;

class Ended extends Error {}
class Refused extends Error {}

/**
 * Fetches once what modules want to have kept and what is not kept, or has changed: lists, then what they name, then files, newest first. `isFresh` asks
 * for all lists, however new the kept ones are. Rejects with nothing; `signal` ends it.
 */
export async function runAhead(
  environment: AheadEnvironment,
  keeps: readonly Keeps[],
  of: { readonly patientId: PatientId; readonly userId: UserId },
  { isFresh, signal }: { readonly isFresh: boolean; readonly signal: AbortSignal },
): Promise<AheadOutcome> {
  const { store, now, placeOf } = environment;
  const begun = now();
  let [done, total, failures] = [0, 0, 0];
  let current: MessageKey | null = null;
  /** What is still to come of each module; one of them stands for its lists. */
  const left = new Map<MessageKey, number>(keeps.map(({ title }) => [title, 1]));
  const tell = (state: AheadProgress['state'], waitingFor: AheadProgress['waitingFor'] = null, isRefused = false) =>
    environment.tell({
      done,
      total,
      bytes: bytesOfEntries(store.entries()),
      finished: keeps.flatMap(({ title }) => (left.get(title) === 0 ? [title] : [])),
      current,
      state,
      waitingFor,
      ...(isRefused ? { isRefused } : {}),
    });
  const addLeft = (title: MessageKey, count: number) => left.set(title, (left.get(title) ?? 0) + count);
  const begin = (title: MessageKey) => {
    total += 1;
    addLeft(title, 1);
  };
  /** What was not to be had is done with for now, but its module is not finished. */
  const end = (title: MessageKey, isThere: boolean) => {
    done += 1;
    if (isThere) addLeft(title, -1);
  };
  let indexed: { readonly of: readonly KeptEntry[]; readonly entries: ReadonlyMap<string, KeptEntry> } | null = null;
  const entryOf = (place: string): KeptEntry | undefined => {
    const entries = store.entries();
    if (indexed?.of !== entries)
      indexed = { of: entries, entries: new Map(entries.map((entry) => [entry.place, entry])) };
    return indexed.entries.get(place);
  };
  const room = () => (environment.budget ?? recordsBudget) - bytesOfEntries(store.entries());
  /** Set where the run ends early, so that what is still under way ends too. */
  let isOver = false;

  // ---- writing

  /** The day of the newest that found no room. */
  const noRoomFrom = new Map<KeptEntry['kind'], string>();
  let gathered: RecordToKeep[] = [];
  let [gatheredBytes, gatheredSince] = [0, 0];
  let writing: Promise<void> = Promise.resolve();
  const write = (): Promise<void> => {
    const records = gathered;
    gathered = [];
    gatheredBytes = 0;
    writing = writing.then(async () => {
      if (signal.aborted) throw new Ended();
      // What a page has kept meanwhile is newer.
      const newer = records.filter(({ place, at }) => (entryOf(place)?.at ?? 0) <= at);
      if (newer.length === 0) return;
      await store.keep(newer).catch(() => {
        throw new Refused();
      });
      for (const { place, kind, day } of newer)
        if (day !== null && entryOf(place)?.missing === 'noRoom' && day > (noRoomFrom.get(kind) ?? ''))
          noRoomFrom.set(kind, day);
    });
    // Whoever waits for it hears of a failure; nobody may wait.
    writing.catch(() => undefined);
    return writing;
  };
  const keep = async (record: RecordToKeep, bytes: number): Promise<void> => {
    if (gathered.length === 0) gatheredSince = now();
    gathered.push(record);
    gatheredBytes += bytes;
    const isDue = now() - gatheredSince >= batch.milliseconds;
    if (isDue || gathered.length >= batch.records || gatheredBytes >= batch.bytes) await write();
  };

  // ---- asking

  /** Waits until something may be fetched. */
  async function ready(): Promise<void> {
    for (;;) {
      if (signal.aborted || isOver) throw new Ended();
      const obstacle = environment.obstacle();
      if (obstacle === null) {
        await environment.whenQuiet(signal);
        if (signal.aborted || isOver) throw new Ended();
        if (environment.obstacle() === null) return tell('running');
        continue;
      }
      // What is fetched already is safe before a wait that may be the last thing that happens here.
      if (gathered.length > 0) await write();
      tell('waiting', obstacle === 'away' ? null : obstacle);
      await environment.obstacleChange(signal);
    }
  }

  /** One answer, in a few tries. `gone`: the server has no such thing for this person. `failed`: for the next run. */
  async function fetched<T>(
    ask: () => Promise<T>,
  ): Promise<{ readonly kind: 'there'; readonly value: T } | { readonly kind: 'gone' | 'failed' }> {
    for (let attempt = 1; ; attempt += 1) {
      await ready();
      try {
        const value = await ask();
        if (signal.aborted) throw new Ended();
        return { kind: 'there', value };
      } catch (error) {
        if (signal.aborted) throw new Ended();
        const failure = failureOf(error);
        if (failure === null || failure.kind === 'sessionEnded') throw new Ended();
        // Until the terms are accepted nothing is given, and the page says so.
        if (areTermsRequired(failure) || (failure.kind === 'refused' && failure.status === 401)) throw new Ended();
        if (failure.kind === 'refused' && (failure.status === 404 || failure.status === 403)) return { kind: 'gone' };
        if (!isPassing(failure) || attempt >= tries) {
          failures += 1;
          return { kind: 'failed' };
        }
        await environment.pause(retryAfter * 2 ** (attempt - 1), signal);
      }
    }
  }

  const asked = new Map<string, Promise<unknown>>();
  /** True in a module of which a list did not come. */
  let isPartial = false;
  async function askOnce(title: MessageKey, call: CallShape, input: AnyInput): Promise<unknown> {
    const { place, patientId } = placeOf(call, input);
    const entry = entryOf(place);
    if (!isFresh && entry !== undefined && entry.missing === null && now() - entry.at < listsFreshFor) {
      const kept = await store.answer(place).catch(() => null);
      const parsed = kept && environment.parse(call, kept.answer);
      if (parsed) return parsed.answer;
    }
    begin(title);
    const found = await fetched(() => environment.ask(call, input, signal));
    end(title, found.kind !== 'failed');
    if (found.kind === 'there') {
      const record: RecordToKeep = {
        kind: 'answer',
        place,
        patientId,
        call: call.name,
        at: now(),
        day: null,
        answer: found.value,
      };
      await keep(record, 0);
      return found.value;
    }
    if (found.kind === 'gone') await store.forget((one) => one.place === place).catch(() => undefined);
    else isPartial = true;
    return null;
  }
  const askerOf = (title: MessageKey) => {
    function ask<C extends CallShape>(call: C, input: InputOf<C>): Promise<AnswerOf<C> | null>;
    function ask(call: CallShape, input: AnyInput): Promise<unknown> {
      const { place } = placeOf(call, input);
      const standing = asked.get(place) ?? askOnce(title, call, input);
      asked.set(place, standing);
      return standing;
    }
    return ask;
  };

  async function placedOf(one: WantedRecord, title: MessageKey): Promise<Wanted | null> {
    // Whoever is not asked for the password by a press must not be asked for it by this.
    if (one.call.offline !== 'keep' || one.call.needsProof === true) return null;
    const version = one.row === undefined ? undefined : await versionOf(one.row);
    return { ...one, ...placeOf(one.call, one.input), version, of: title };
  }

  /** What a module wants; `isWhole`: all of its lists came. */
  async function wantedOf({
    title,
    load,
  }: Keeps): Promise<{ readonly wanted: readonly Wanted[]; readonly isWhole: boolean }> {
    const wanted: Wanted[] = [];
    isPartial = false;
    let ahead: KeepsAhead;
    try {
      ahead = await load();
    } catch {
      failures += 1;
      return { wanted, isWhole: false };
    }
    for await (const one of ahead.wanted(of, askerOf(title))) {
      const placed = await placedOf(one, title);
      if (placed !== null) wanted.push(placed);
    }
    return { wanted, isWhole: !isPartial };
  }

  const all = new Map<string, Wanted>();
  const want = (one: Wanted) => {
    if (all.has(one.place)) return;
    all.set(one.place, one);
    begin(one.of);
  };

  function isKept({ place, version, call, bytes }: Wanted): boolean {
    const entry = entryOf(place);
    if (entry === undefined) return false;
    const age = now() - entry.at;
    if (entry.missing === 'noRoom' && age > roomAgainAfter && room() > Math.max(leastRoom, bytes ?? 0)) return false;
    if (version !== undefined && entry.version !== undefined) return entry.version === version;
    if (version !== undefined) return age < visitedFreshFor;
    if (entry.at >= begun) return true;
    // Files are as they were, and only lists tell of others.
    if (call.answerType === 'file') return true;
    return !isFresh && age < wholeFreshFor;
  }

  /** Why it is not even fetched; null: it is. */
  function missingFor({ day, bytes }: Wanted, kind: KeptEntry['kind']): 'tooLarge' | 'noRoom' | null {
    if (bytes !== undefined && bytes > largestRecord) return 'tooLarge';
    const since = noRoomFrom.get(kind);
    if (day === null || since === undefined || day > since) return null;
    return room() < Math.max(leastRoom, bytes ?? 0) ? 'noRoom' : null;
  }

  /** Adds what an answer names. */
  async function follow({ names, of: title }: Wanted, answer: unknown): Promise<void> {
    for (const one of names?.of(answer) ?? []) {
      const placed = await placedOf(one, title);
      if (placed !== null) want(placed);
    }
  }

  /** The same of an answer that is kept already. */
  async function followKept(one: Wanted): Promise<void> {
    if (one.names === undefined || entryOf(one.place)?.missing !== null) return;
    const kept = await store.answer(one.place).catch(() => null);
    const parsed = kept && environment.parse(one.call, kept.answer);
    if (parsed) await follow(one, parsed.answer);
  }

  /** False: for the next run. */
  async function fetchWanted(one: Wanted): Promise<boolean> {
    const { call, input, place, patientId, day, version } = one;
    const kind = call.answerType === 'file' ? 'file' : 'answer';
    const head = { place, patientId, call: call.name, day, version };
    const missing = missingFor(one, kind);
    if (missing !== null) {
      await keep({ ...head, kind, at: now(), missing }, 0);
      return true;
    }
    const found = await fetched(async (): Promise<RecordToKeep> => {
      if (kind === 'answer') return { ...head, kind, answer: await environment.ask(call, input, signal), at: now() };
      const file = await environment.askFile(call, input, signal);
      return file === 'tooLarge' ? { ...head, kind, missing: file, at: now() } : { ...head, kind, ...file, at: now() };
    });
    if (found.kind === 'gone') await store.forget((entry) => entry.place === place).catch(() => undefined);
    if (found.kind === 'there') {
      const record = found.value;
      await keep(record, 'bytes' in record ? record.bytes.length : 0);
      if ('answer' in record) await follow(one, record.answer);
    }
    return found.kind !== 'failed';
  }

  /** Works through a queue with a few requests at once. */
  async function workThrough(queue: readonly Wanted[]): Promise<void> {
    let next = 0;
    const worker = async () => {
      for (let one = queue[next]; one !== undefined; one = queue[next]) {
        next += 1;
        current = one.of;
        const isThere = isKept(one);
        if (isThere) await followKept(one);
        end(one.of, isThere || (await fetchWanted(one)));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }

  /** Forgets what the lists no longer name: it was taken back. Of calls that no list names whole, only what was kept ahead of time. */
  async function forgetTakenBack(complete: ReadonlySet<string>, calls: ReadonlySet<string>): Promise<void> {
    const gone = new Set(
      store
        .entries()
        .filter(({ place, call, patientId, version }) => {
          if (patientId !== of.patientId || all.has(place)) return false;
          return complete.has(call) || (version !== undefined && calls.has(call));
        })
        .map(({ place }) => place),
    );
    if (gone.size > 0) await store.forget(({ place }) => gone.has(place)).catch(() => undefined);
  }

  try {
    await store.refresh().catch(() => undefined);
    tell('running');
    const complete = new Set<string>();
    const named = new Set<string>();
    for (const module of keeps) {
      current = module.title;
      const { wanted, isWhole } = await wantedOf(module);
      for (const one of wanted) want(one);
      if (!isWhole) continue;
      addLeft(module.title, -1);
      for (const { name, isPartlyNamed } of module.counts) if (isPartlyNamed !== true) complete.add(name);
      for (const { call, version, names } of wanted) {
        if (version !== undefined) named.add(call.name);
        for (const { name } of names?.calls ?? []) named.add(name);
      }
    }
    await write();
    const isFile = ({ call }: Wanted) => call.answerType === 'file';
    await workThrough([...all.values()].filter((one) => !isFile(one)));
    await workThrough([...all.values()].filter(isFile).sort(byDay));
    await write();
    // Where something failed it is not known what it would have named.
    if (failures === 0) await forgetTakenBack(complete, named);
    current = null;
    tell('done');
    return failures > 0 ? 'failed' : 'done';
  } catch (error) {
    isOver = true;
    current = null;
    if (error instanceof Refused) {
      tell('stopped', null, true);
      return 'refused';
    }
    // Whatever was fetched is kept as far as that is still wanted.
    if (!signal.aborted) {
      await write().catch(() => undefined);
      tell('stopped');
    }
    return 'ended';
  }
}
