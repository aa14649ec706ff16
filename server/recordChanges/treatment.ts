import {
  type ListedGroup,
  listedTreatment,
  readSourceDate,
  type RecordChangeKind,
  type RecordDate,
  type ShownItem,
} from '@portal/api';
import { capabilitiesOf } from '../contacts/capabilities.ts';
import type { Db } from '../db/pool.ts';
import { readClosed } from '../testResults/closed.ts';
import { readOpenings } from '../testResults/opening.ts';
import {
  mergedItems,
  type MergedItem,
  readStoredItems,
  shownTreatmentItem,
  type StoredItem,
} from '../treatmentSummary/treatmentSummary.ts';
import type { FoundChange, RecordReader } from './found.ts';
import type { Touched } from './touched.ts';
import { corrections } from '../record/firstGiven.ts';

type Touches = ReadonlyMap<number, Touched>;

/** An item as its reader sees it. */
interface Seen {
  readonly merged: MergedItem;
  readonly shown: ShownItem;
}

/** Newest first, as the rows of today are read. */
const inOrder = (one: StoredItem, other: StoredItem): number =>
  (other.itemAt ?? '').localeCompare(one.itemAt ?? '', 'en') || one.resourceId - other.resourceId;

/** The rows as they were: those that are the same still, and those of what changed in the meantime. */
function rowsBefore(stored: readonly StoredItem[], touched: Touches): StoredItem[] {
  const same = stored.filter(({ resourceId }) => {
    const by = touched.get(resourceId);
    return by === undefined || (by.before !== null && by.before.items === undefined);
  });
  const earlier = [...touched.values()].flatMap(({ resourceId, before }) =>
    (before?.items ?? []).map((item) => ({
      ...item,
      resourceId,
      isSeen: true,
      marker: null,
      isOfLaboratory: before?.kind === 'result',
    })),
  );
  return [...same, ...earlier].toSorted(inOrder);
}

/** The items that the facility shows. That there is nothing of a kind is no item. */
const seenOf = (stored: readonly StoredItem[], listed: readonly ListedGroup[]): Seen[] =>
  mergedItems(stored).flatMap((merged) => {
    const group = listed.find(({ key }) => key === merged.groupKey);
    const shown = group === undefined ? null : shownTreatmentItem(merged, group);
    return shown === null || shown.nullMessage !== null ? [] : [{ merged, shown }];
  });

const contentOf = ({ merged, shown: { heading, facts } }: Seen): string =>
  JSON.stringify([merged.groupKey, heading, facts]);
/** What stays the same of an item while its content changes. */
function subjectOf({ merged: { groupKey, kind, resourceId, aboutId } }: Seen): string {
  switch (kind) {
    case 'own':
      return `${groupKey} ${String(resourceId)}`;
    case 'adds':
      return `${groupKey} about ${String(aboutId)}`;
    case 'latest':
      return groupKey;
  }
}

export type ItemChange =
  | { readonly kind: 'new'; readonly now: Seen; readonly before: null }
  | { readonly kind: 'changed'; readonly now: Seen; readonly before: Seen }
  | { readonly kind: 'gone'; readonly now: null; readonly before: Seen };

/** The items of which each side has none that says the same. */
function withoutEqual(items: readonly Seen[], others: readonly Seen[]): Seen[] {
  const left = new Map<string, number>();
  for (const one of others) left.set(contentOf(one), (left.get(contentOf(one)) ?? 0) + 1);
  return items.filter((one) => {
    const count = left.get(contentOf(one)) ?? 0;
    left.set(contentOf(one), count - 1);
    return count <= 0;
  });
}

function bySubject(items: readonly Seen[]): Map<string, Seen[]> {
  const subjects = new Map<string, Seen[]>();
  for (const one of items) subjects.set(subjectOf(one), [...(subjects.get(subjectOf(one)) ?? []), one]);
  return subjects;
}

/** Compares the items of two moments. One counts as changed only if exactly one earlier item can be meant; else it is new. */
function itemChanges(
  now: readonly StoredItem[],
  before: readonly StoredItem[],
  listed: readonly ListedGroup[],
): ItemChange[] {
  const [shownNow, shownBefore] = [seenOf(now, listed), seenOf(before, listed)];
  const fresh = bySubject(withoutEqual(shownNow, shownBefore));
  const left = bySubject(withoutEqual(shownBefore, shownNow));
  return [...new Set([...fresh.keys(), ...left.keys()])].flatMap((subject): ItemChange[] => {
    const [ones, others] = [fresh.get(subject) ?? [], left.get(subject) ?? []];
    const [one, other] = [ones[0], others[0]];
    if (ones.length === 1 && others.length === 1 && one !== undefined && other !== undefined)
      return [{ kind: 'changed', now: one, before: other }];
    return [
      ...ones.map((each) => ({ kind: 'new', now: each, before: null }) as const),
      ...others.map((each) => ({ kind: 'gone', now: null, before: each }) as const),
    ];
  });
}

function dateOf({ shown: { facts } }: Seen): RecordDate | null {
  const [value] = facts.flatMap(({ values }) => values.filter(({ kind }) => kind === 'date'));
  return typeof value?.value === 'string' ? readSourceDate(value.value.trim()) : null;
}

/** What its source still sends and does not list here any more, such as an allergy that is over, was not taken back. */
function kindOf({ kind }: ItemChange, by: readonly Touched[]): RecordChangeKind {
  switch (kind) {
    case 'new':
      return 'new';
    case 'changed':
      return by.some(({ before, status }) => before !== null && corrections.has(status)) ? 'corrected' : 'changed';
    case 'gone':
      return by.every(({ isPresent }) => isPresent) ? 'changed' : 'gone';
  }
}

function told(change: ItemChange, touched: Touches): FoundChange[] {
  const { now, before } = change;
  const resourceIds = [...(now?.merged.resourceIds ?? []), ...(before?.merged.resourceIds ?? [])];
  const by = resourceIds.flatMap((id) => touched.get(id) ?? []);
  const [first] = by.toSorted((one, other) => other.changedAt.localeCompare(one.changedAt, 'en'));
  const item = now ?? before;
  if (first === undefined || item === null) return [];
  const name = item.shown.heading?.value;
  const kind = kindOf(change, by);
  return [
    {
      key: `${now === null ? 'gone' : 'item'} ${String(item.merged.id)}`,
      kind,
      isSeen: by.every(({ isSeen }) => isSeen),
      row: now === null ? { kind: 'none' } : { kind: 'item', itemId: now.merged.id },
      name: typeof name === 'string' ? name : null,
      listKey: null,
      date: dateOf(item),
      source: first.systemName,
      changedAt: first.changedAt,
      valuesBefore: [],
      entryBefore: null,
      itemBefore: before === null ? null : { group: before.merged.groupKey, item: before.shown.item },
    },
  ];
}

/** What changed in the treatment summary. Nothing is said of what is made of results that are closed to the reader. */
export async function treatmentChanges(
  db: Db,
  { actor, patientId }: RecordReader,
  all: readonly Touched[],
): Promise<FoundChange[]> {
  const stored = await readStoredItems(db, patientId);
  const ofItems = new Set(stored.map(({ resourceId }) => resourceId));
  const touched = new Map(
    all.flatMap((one) =>
      (one.before?.items ?? []).length > 0 || ofItems.has(one.resourceId) ? [[one.resourceId, one] as const] : [],
    ),
  );
  if (touched.size === 0) return [];
  const openings = await readOpenings(db, actor.userId, patientId);
  const closed = new Set(await readClosed(db, patientId, openings));
  const mayTellGone = closed.size === 0 && !openings.asksFirst;
  const isOpen = ({ resourceId }: StoredItem): boolean => !closed.has(resourceId);
  const before = rowsBefore(stored, touched).filter(
    (row) => isOpen(row) && (mayTellGone || !row.isOfLaboratory || touched.get(row.resourceId)?.isPresent !== false),
  );
  const listed = listedTreatment(await capabilitiesOf(db, actor, patientId));
  return itemChanges(stored.filter(isOpen), before, listed).flatMap((change) => told(change, touched));
}
