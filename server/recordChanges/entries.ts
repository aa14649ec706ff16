import { HealthEntry, HealthListKey } from '@portal/api';
import * as v from 'valibot';
import type { FoldedEntry } from '../healthSummary/lists/fold.ts';
import type { Touched } from './touched.ts';

/** An entry as one resource said it when the reader last looked. */
export const KnownEntry = v.object({
  resourceId: v.number(),
  /** The system that sent the resource. */
  source: v.string(),
  listKey: HealthListKey,
  entry: HealthEntry,
});
export type KnownEntry = Readonly<v.InferOutput<typeof KnownEntry>>;
export type EntryChange = { readonly touched: Touched; readonly listKey: HealthListKey } & (
  | { readonly kind: 'new'; readonly folded: FoldedEntry }
  | { readonly kind: 'changed'; readonly folded: FoldedEntry; readonly before: HealthEntry }
  | { readonly kind: 'gone'; readonly before: HealthEntry }
);

/** All that an entry says; when it was written down again is no change. */
const contentKey = (listKey: HealthListKey, entry: HealthEntry): string =>
  JSON.stringify([listKey, { ...entry, recorded: null }]);

const sharesCode = (one: HealthEntry, other: HealthEntry): boolean =>
  one.codes.some(
    ({ system, code }) =>
      system !== null && other.codes.some((known) => known.system === system && known.code === code),
  );
/** Whether two entries of one source are about the same thing: a code and the beginning in common. */
const isSameThing = (one: HealthEntry, other: HealthEntry): boolean =>
  one.negation === other.negation && one.start === other.start && sharesCode(one, other);

interface Input {
  /** What the lists show now. */
  readonly folded: readonly FoldedEntry[];
  /** What was known at the last look, also of documents that a later one has replaced. */
  readonly known: readonly KnownEntry[];
  readonly touched: ReadonlyMap<number, Touched>;
}

/**
 * What changed in lists, each entry once. What a new document repeats is not new. An entry counts as changed only if exactly one earlier
 * entry of its source can be meant; else it is new. That a later document leaves something out does not make it gone: only what its source
 * took back is.
 */
export function entryChanges({ folded, known, touched }: Input): EntryChange[] {
  const knownKeys = new Set(known.map(({ listKey, entry }) => contentKey(listKey, entry)));
  const shownKeys = new Set(folded.flatMap(({ listKey, all }) => all.map(({ entry }) => contentKey(listKey, entry))));
  // What was known and is shown no more.
  const left = known.filter(({ listKey, entry }) => !shownKeys.has(contentKey(listKey, entry)));
  const taken = new Set<KnownEntry>();
  const changes: EntryChange[] = [];
  for (const one of folded) {
    const { listKey, all } = one;
    const tellers = all.flatMap(({ resourceId, entry }) => {
      const by = touched.get(resourceId);
      return by === undefined ? [] : [{ by, entry }];
    });
    const [first] = tellers;
    if (first === undefined || tellers.length < all.length) continue;
    if (all.some(({ entry }) => knownKeys.has(contentKey(listKey, entry)))) continue;
    const earlier = left.filter(
      (was) =>
        !taken.has(was) &&
        was.listKey === listKey &&
        tellers.some(({ by, entry }) =>
          was.resourceId === by.resourceId
            ? isSameThing(was.entry, entry) || isAlone(left, was)
            : was.source === by.source && isSameThing(was.entry, entry),
        ),
    );
    const [before] = earlier;
    if (before !== undefined && new Set(earlier.map(({ entry }) => contentKey(listKey, entry))).size === 1) {
      for (const each of earlier) taken.add(each);
      changes.push({ kind: 'changed', touched: first.by, listKey, folded: one, before: before.entry });
    } else changes.push({ kind: 'new', touched: first.by, listKey, folded: one });
  }
  // Two clinics that take back the same are two changes.
  const told = new Set<string>();
  for (const was of left) {
    const by = touched.get(was.resourceId);
    const key = `${was.source} ${contentKey(was.listKey, was.entry)}`;
    if (by === undefined || by.isPresent || taken.has(was) || told.has(key)) continue;
    told.add(key);
    changes.push({ kind: 'gone', touched: by, listKey: was.listKey, before: was.entry });
  }
  return changes;
}

/** Whether a resource had one entry only: a FHIR resource, of which any later version is the same thing. */
const isAlone = (left: readonly KnownEntry[], one: KnownEntry): boolean =>
  left.filter(({ resourceId }) => resourceId === one.resourceId).length === 1;
