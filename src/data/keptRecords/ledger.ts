import * as v from 'valibot';

/** Increases when the stored form changes. An older app does not touch a newer offline copy (faults, 11). */
export const recordsVersion = 1;
/** Bytes that one person's offline copy may take on a device. */
export const recordsBudget = 50 * 1024 * 1024;
/** Largest answer or file, in bytes, that is stored: one scan must not push out a year of results. */
export const largestRecord = 10 * 1024 * 1024;
/** Milliseconds without a sign-in after which the offline copy is deleted (rulings, section 5). */
export const recordsLife = 30 * 24 * 60 * 60 * 1000;

const Entry = v.object({
  /** The call and its input: `recordPlace`. */
  place: v.string(),
  call: v.string(),
  /** The patient; null for what belongs to the account itself. */
  patientId: v.nullable(v.number()),
  kind: v.picklist(['answer', 'file']),
  /** Encrypted bytes on the device. */
  bytes: v.number(),
  /** When the server gave it, in milliseconds. */
  at: v.number(),
  /** Day of the clinical record, `YYYY-MM-DD`: the newest are kept. Null for lists and whatever has no day, which are dropped last. */
  day: v.nullable(v.string()),
  /** Why it is not stored; null: it is stored. */
  missing: v.nullable(v.picklist(['tooLarge', 'noRoom'])),
  /** What its list said of it when it was fetched ahead of time; left out when a page stored it. */
  version: v.optional(v.string()),
});
/** One answer or file in the ledger of the offline copy. */
export type KeptEntry = v.InferOutput<typeof Entry>;

export const Ledger = v.object({
  v: v.literal(recordsVersion),
  /** Milliseconds of all the time that was seen to pass, so that turning the clock back, however often, does not extend the life. */
  seen: v.number(),
  /** What the clock said then, in milliseconds. An older app leaves it out and stored the latest time ever seen. */
  clock: v.optional(v.number()),
  signedInAt: v.number(),
  entries: v.array(Entry),
});
export type Ledger = v.InferOutput<typeof Ledger>;
export const LedgerVersion = v.looseObject({ v: v.number() });

/** The time that was seen to pass until now: adds the time since the last look, or nothing when the clock was turned back. */
export const seenUntil = ({ seen, clock = seen }: Pick<Ledger, 'seen' | 'clock'>, now: number): number =>
  seen + Math.max(0, now - clock);

/** True when nobody has signed in for too long, by the time that was seen to pass. */
export const isExpired = (ledger: Ledger, now: number): boolean =>
  seenUntil(ledger, now) - ledger.signedInAt > recordsLife;

/** Order by worth: without a day first, then the newest first; on the same day answers before files. */
function byWorth(a: KeptEntry, b: KeptEntry): number {
  if (a.day !== b.day) return a.day === null ? -1 : b.day === null ? 1 : a.day < b.day ? 1 : -1;
  if (a.kind !== b.kind) return a.kind === 'answer' ? -1 : 1;
  return b.at - a.at;
}

/** The entries to drop so that the rest fits into the budget, the oldest first. */
export function entriesToDrop(entries: readonly KeptEntry[], budget: number): readonly KeptEntry[] {
  let used = 0;
  const dropped: KeptEntry[] = [];
  for (const entry of entries.filter(({ missing }) => missing === null).sort(byWorth)) {
    if (used + entry.bytes > budget) dropped.push(entry);
    else used += entry.bytes;
  }
  return dropped;
}

/** Bytes that these entries take. */
export const bytesOfEntries = (entries: readonly KeptEntry[]): number =>
  entries.reduce((sum, { bytes }) => sum + bytes, 0);
