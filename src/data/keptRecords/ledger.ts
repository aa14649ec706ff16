import * as v from 'valibot';

/** Grows when the form of what is kept changes; an older app leaves newer records alone (faults, 11). */
export const recordsVersion = 1;
/** Bytes that one person's kept records may take on a device. */
export const recordsBudget = 50 * 1024 * 1024;
/** Bytes of one answer or file above which it is not kept: one scan must not push out a year of results. */
export const largestRecord = 10 * 1024 * 1024;
/** Milliseconds without a sign-in after which kept records go (rulings, section 5). */
export const recordsLife = 30 * 24 * 60 * 60 * 1000;

const Entry = v.object({
  /** Which call with which input: `recordPlace`. */
  place: v.string(),
  call: v.string(),
  /** Whose it is; null: of the account itself. */
  patientId: v.nullable(v.number()),
  kind: v.picklist(['answer', 'file']),
  /** Sealed bytes on the device. */
  bytes: v.number(),
  /** Milliseconds: when the server gave it. */
  at: v.number(),
  /** The day of the record itself, `YYYY-MM-DD`: the newest are kept. Null for lists and what has no day, which go last. */
  day: v.nullable(v.string()),
  /** Why it is not kept after all; null: it is kept. */
  missing: v.nullable(v.picklist(['tooLarge', 'noRoom'])),
  /** What its list said of it when it was kept ahead of time; left out: a page kept it. */
  version: v.optional(v.string()),
});
/** One answer or file in the ledger of what is kept. */
export type KeptEntry = v.InferOutput<typeof Entry>;

export const Ledger = v.object({
  v: v.literal(recordsVersion),
  /** Milliseconds: all the time that was seen to pass, so that a clock turned back gains nothing, however often. */
  seen: v.number(),
  /** Milliseconds: what the clock said then; left out by an older app, which took the latest time of all. */
  clock: v.optional(v.number()),
  signedInAt: v.number(),
  entries: v.array(Entry),
});
export type Ledger = v.InferOutput<typeof Ledger>;
export const LedgerVersion = v.looseObject({ v: v.number() });

/** The time that has been seen to pass until now: what went by since the last look, and nothing where the clock was turned back. */
export const seenUntil = ({ seen, clock = seen }: Pick<Ledger, 'seen' | 'clock'>, now: number): number =>
  seen + Math.max(0, now - clock);

/** True when nobody has signed in for too long, by all the time ever seen. */
export const isExpired = (ledger: Ledger, now: number): boolean =>
  seenUntil(ledger, now) - ledger.signedInAt > recordsLife;

/** Newest first; what has no day before all, and of one day answers before files. */
function byWorth(a: KeptEntry, b: KeptEntry): number {
  if (a.day !== b.day) return a.day === null ? -1 : b.day === null ? 1 : a.day < b.day ? 1 : -1;
  if (a.kind !== b.kind) return a.kind === 'answer' ? -1 : 1;
  return b.at - a.at;
}

/** What goes so that the rest fits into the budget: the oldest first. */
export function entriesToDrop(entries: readonly KeptEntry[], budget: number): readonly KeptEntry[] {
  let used = 0;
  const dropped: KeptEntry[] = [];
  for (const entry of entries.filter(({ missing }) => missing === null).sort(byWorth)) {
    if (used + entry.bytes > budget) dropped.push(entry);
    else used += entry.bytes;
  }
  return dropped;
}

/** Bytes that the kept records take. */
export const bytesOfEntries = (entries: readonly KeptEntry[]): number =>
  entries.reduce((sum, { bytes }) => sum + bytes, 0);
