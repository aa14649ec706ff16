import {
  type ListedGroup,
  namesOfField,
  type PatientId,
  type ShownGroup,
  shownGroups,
  type ShownItem,
  shownItem,
  type TreatmentGroup,
  treatmentGroupKeys,
  treatmentGroupOf,
  type TreatmentItem,
  type TreatmentItemId,
  type TreatmentSummary,
} from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { aboutId, type TreatmentFields, treatmentItemEntries } from '../record/changes.ts';

const items = statement(
  'record.summary',
  `select i.id, i.resource_id as "resourceId", i.group_key as "groupKey", i.kind, i.fields, i.null_message as "nullMessage",
     i.seen_at is not null as "isSeen", i.item_at as "itemAt",
     case when i.group_key = 'TumorMarker' then (
       select jsonb_build_object('codings', o.codings, 'flag', w.abnormal_flag)
       from observations o left join observation_values w on w.resource_id = o.resource_id and w.position = 0
       where o.resource_id = i.resource_id) end as "marker",
     exists (select from observations o where o.resource_id = i.resource_id and o.lab_result_id is not null)
       or exists (select from lab_reports p where p.resource_id = i.resource_id) as "isOfLaboratory",
     ${aboutId} as "aboutId"
   from treatment_summary_items i join record_resources r on r.id = i.resource_id
   where r.patient_id = $patientId and not r.is_hidden order by i.item_at desc nulls last, i.resource_id, i.position`,
  v.object({
    ...treatmentItemEntries,
    resourceId: v.number(),
    isSeen: v.boolean(),
    /** For a tumor marker: the codes that identify it, and the flag of its value. */
    marker: v.nullable(
      v.object({
        codings: v.array(v.object({ system: v.nullish(v.string()), code: v.string() })),
        flag: v.nullable(v.string()),
      }),
    ),
    isOfLaboratory: v.boolean(),
  }),
);
export type StoredItem = v.InferOutput<typeof items.row>;

export interface SummaryItem {
  /** The rows that the item is made of, its own first. */
  readonly recordIds: readonly TreatmentItemId[];
  readonly fields: Readonly<v.InferOutput<typeof TreatmentFields>>;
  readonly nullMessage: string | null;
  readonly marker?: StoredItem['marker'];
  /** The patient has seen the current version of the whole item. */
  readonly isSeen: boolean;
}
export interface SummaryGroupItems {
  readonly key: TreatmentGroup;
  readonly value: readonly SummaryItem[];
}

/** An item with all that belongs to it. */
export interface MergedItem extends StoredItem {
  readonly recordIds: readonly TreatmentItemId[];
  readonly resourceIds: readonly number[];
}

/** The fields of `first`, completed with those that only `second` has. */
const filled = (first: MergedItem, second: StoredItem): MergedItem => ({
  ...first,
  fields: {
    ...second.fields,
    ...Object.fromEntries(Object.entries(first.fields).filter(([, value]) => value !== null)),
  },
  isSeen: first.isSeen && second.isSeen,
  recordIds: [...first.recordIds, second.id],
  resourceIds: [...first.resourceIds, second.resourceId],
});
const alone = (one: StoredItem): MergedItem => ({ ...one, recordIds: [one.id], resourceIds: [one.resourceId] });

/**
 * Makes items from what resources say, given newest first. Facts about a diagnosis are added to its item; if that is not shown, they form
 * an item of their own. Of facts that replace each other, the newest counts. What an item says itself is not overwritten.
 */
export function mergedItems(stored: readonly StoredItem[]): MergedItem[] {
  const merged = new Map<string, MergedItem>();
  for (const one of stored) if (one.kind === 'own') merged.set(`own ${String(one.id)}`, alone(one));
  const hosts = new Map<string, string[]>();
  for (const [key, { groupKey, resourceId }] of merged) {
    const host = `${groupKey} ${String(resourceId)}`;
    hosts.set(host, [...(hosts.get(host) ?? []), key]);
  }
  for (const one of stored) {
    if (one.kind === 'own') continue;
    const itself = one.kind === 'latest' ? `latest ${one.groupKey}` : `about ${one.groupKey} ${String(one.aboutId)}`;
    const found = one.kind === 'adds' ? hosts.get(`${one.groupKey} ${String(one.aboutId)}`) : undefined;
    for (const key of found ?? [itself]) {
      const before = merged.get(key);
      merged.set(key, before ? filled(before, one) : alone(one));
    }
  }
  return [...merged.values()];
}

/** The items of stored rows, given newest first, by their groups. */
export function summaryOf(stored: readonly StoredItem[]): SummaryGroupItems[] {
  const merged = mergedItems(stored);
  return treatmentGroupKeys.flatMap((key) => {
    const value = merged
      .filter(({ groupKey }) => groupKey === key)
      .map(({ recordIds, fields, nullMessage, marker, isSeen }) => ({
        recordIds,
        fields,
        nullMessage,
        isSeen,
        ...(marker === null ? {} : { marker }),
      }));
    return value.length === 0 ? [] : [{ key, value }];
  });
}

/** All rows of a patient's summary, newest first. */
export const readStoredItems = (db: Db, patientId: PatientId): Promise<StoredItem[]> => db.many(items, { patientId });

/**
 * The non-empty groups of a patient's treatment summary. An item that is made of a test result is shown only if the result is: `readClosed`
 * gives the resources that the reader must not see, and is called only if there is such an item.
 */
export async function readTreatmentSummary(
  db: Db,
  patientId: PatientId,
  readClosed: () => Promise<readonly number[]>,
): Promise<SummaryGroupItems[]> {
  const stored = await readStoredItems(db, patientId);
  if (!stored.some(({ isOfLaboratory }) => isOfLaboratory)) return summaryOf(stored);
  const closed = new Set(await readClosed());
  return summaryOf(stored.filter(({ resourceId }) => !closed.has(resourceId)));
}

const loinc = 'http://loinc.org';
/** The code that identifies a tumor marker: its LOINC code if it has one, because each laboratory has its own codes. */
function markerCode({ codings }: NonNullable<StoredItem['marker']>): string | null {
  const found = codings.find(({ system }) => system === loinc) ?? codings[0];
  return found === undefined ? null : [found.system ?? '', found.code].join('|');
}

/** The fields of an item that the facility shows. Nothing else leaves the server. */
function wireItem(item: SummaryItem, { key, fields }: ListedGroup): TreatmentItem {
  const names = treatmentGroupOf(key).fields.flatMap(({ with: more = [], ...field }) => [
    ...(fields.has(field.name.toLowerCase()) ? namesOfField(field) : []),
    ...more.filter((name) => fields.has(name.toLowerCase())).flatMap((name) => namesOfField({ name })),
  ]);
  const shown = new Set(names);
  const { marker = null } = item;
  return {
    ...(marker !== null && shown.has('testType') ? { testCode: markerCode(marker) } : {}),
    ...(marker !== null && shown.has('testResult') ? { testFlag: marker.flag } : {}),
    ...Object.fromEntries(Object.entries(item.fields).filter(([name, value]) => shown.has(name) && value !== null)),
    isNullMessageHolder: item.nullMessage !== null,
    nullMessage: item.nullMessage,
    isPatientReviewed: item.isSeen,
    recordIds: [...item.recordIds],
  };
}

/** One item as a facility shows it; null where that is nothing. */
export const shownTreatmentItem = (item: SummaryItem, listed: ListedGroup): ShownItem | null =>
  shownItem(wireItem(item, listed), listed);

/** The groups that a facility shows, in its order, without those that have nothing to show. */
export function shownTreatment(groups: readonly SummaryGroupItems[], listed: readonly ListedGroup[]): ShownGroup[] {
  const stored = new Map(groups.map(({ key, value }) => [key, value]));
  const summary: TreatmentSummary = listed.map((group) => ({
    key: group.key,
    value: (stored.get(group.key) ?? []).map((item) => wireItem(item, group)),
  }));
  return shownGroups(summary, listed);
}
