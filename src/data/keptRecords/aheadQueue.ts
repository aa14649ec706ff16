import { placedRecords } from './aheadLists.ts';
import type { AheadCopies, PlacedRecord } from './aheadCopies.ts';
import type { AheadCount } from './aheadCount.ts';
import type { AheadEnvironment, AheadOptions } from './aheadEnvironment.ts';
import type { AheadRequests } from './aheadRequests.ts';
import type { Keeps, WantedRecord } from './keeps.ts';
import type { RecordToKeep } from './recordStore.ts';

/** Requests under way at once. */
const atOnce = 2;

const isFile = ({ call }: PlacedRecord): boolean => call.answerType === 'file';

/** Newest first; what has no day before all. */
const byDay = (a: WantedRecord, b: WantedRecord): number =>
  a.day === b.day ? 0 : a.day === null ? -1 : b.day === null ? 1 : a.day < b.day ? 1 : -1;

/** The records that a run is to have kept, each once, whoever names it. */
export function createAheadQueue(
  environment: AheadEnvironment,
  { of, signal }: AheadOptions,
  copies: AheadCopies,
  count: AheadCount,
  requests: AheadRequests,
) {
  const { store, now } = environment;
  const all = new Map<string, PlacedRecord>();
  /** Calls of which the lists name everything. */
  const namedWhole = new Set<string>();
  /** Calls of which the lists name something. */
  const named = new Set<string>();

  function add(one: PlacedRecord): void {
    if (all.has(one.place)) return;
    all.set(one.place, one);
    count.begin(one.of);
  }

  async function addNamed({ names, of: title }: PlacedRecord, answer: unknown): Promise<void> {
    for await (const one of placedRecords(environment, names?.of(answer) ?? [], title)) add(one);
  }

  async function addNamedByCopy(one: PlacedRecord): Promise<void> {
    const stored = one.names && (await copies.answer(one.call, one.place));
    if (stored) await addNamed(one, stored.answer);
  }

  /** False: for the next run. */
  async function fetchRecord(one: PlacedRecord): Promise<boolean> {
    const { call, input, place, patientId, day, version } = one;
    const kind = isFile(one) ? 'file' : 'answer';
    const head = { place, patientId, call: call.name, day, version };
    const missing = copies.missingFor(one, kind);
    if (missing !== null) {
      await copies.keep({ ...head, kind, at: now(), missing });
      return true;
    }
    const fetched = await requests.fetch(async (): Promise<RecordToKeep> => {
      if (kind === 'answer') return { ...head, kind, answer: await environment.ask(call, input, signal), at: now() };
      const file = await environment.askFile(call, input, signal);
      return file === 'tooLarge' ? { ...head, kind, missing: file, at: now() } : { ...head, kind, ...file, at: now() };
    });
    if (fetched.kind === 'gone') await copies.forget(new Set([place]));
    if (fetched.kind === 'there') {
      const record = fetched.value;
      await copies.keep(record);
      if ('answer' in record) await addNamed(one, record.answer);
    }
    return fetched.kind !== 'failed';
  }

  /** Works with a few requests at once. */
  async function workThrough(queue: readonly PlacedRecord[]): Promise<void> {
    let next = 0;
    const worker = async () => {
      for (let one = queue[next]; one !== undefined; one = queue[next]) {
        next += 1;
        count.workOn(one.of);
        const isThere = copies.isUpToDate(one);
        if (isThere) await addNamedByCopy(one);
        count.end(one.of, isThere || (await fetchRecord(one)));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }

  return {
    add,
    /** All lists of a module came, and these are the records that they name. */
    endLists({ title, counts }: Keeps, wanted: readonly PlacedRecord[]): void {
      count.endLists(title);
      for (const { name, isPartlyNamed } of counts) if (isPartlyNamed !== true) namedWhole.add(name);
      for (const { call, version, names } of wanted) {
        if (version !== undefined) named.add(call.name);
        for (const { name } of names?.calls ?? []) named.add(name);
      }
    },
    /** Answers first, because they name files. */
    async work(): Promise<void> {
      await workThrough([...all.values()].filter((one) => !isFile(one)));
      await workThrough([...all.values()].filter(isFile).sort(byDay));
    },
    /** Forgets what the lists no longer name: it was taken back. Of calls that no list names whole, only what was kept ahead of time. */
    async forgetTakenBack(): Promise<void> {
      const gone = store
        .entries()
        .filter(
          ({ place, call, patientId, version }) =>
            patientId === of.patientId &&
            !all.has(place) &&
            (namedWhole.has(call) || (version !== undefined && named.has(call))),
        )
        .map(({ place }) => place);
      if (gone.length > 0) await copies.forget(new Set(gone));
    },
  };
}
