import type { PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { ShownBefore } from '../record/changes.ts';
import type { Look } from './looks.ts';

const Row = v.object({
  resourceId: v.number(),
  toldOrder: v.number(),
  changedAt: v.string(),
  shownBefore: v.nullable(ShownBefore),
  source: v.string(),
  /** The system that sent it; where that has no name, the facility that keeps the record. */
  systemName: v.string(),
  status: v.nullable(v.string()),
  contentHash: v.string(),
  isPresent: v.boolean(),
});
export type ChangeRow = v.InferOutput<typeof Row>;
const since = statement(
  'recordChanges.since',
  `select c.resource_id as "resourceId", c.told_order as "toldOrder", c.changed_at as "changedAt", c.shown_before as "shownBefore", r.source,
     coalesce(x.display_name, f.name) as "systemName", r.status, r.content_hash as "contentHash",
     r.patient_id = c.patient_id and (not r.is_hidden or r.status is not distinct from 'cancelled') as "isPresent"
   from record_changes c join record_resources r on r.id = c.resource_id join patients p on p.id = c.patient_id
     join facilities f on f.id = p.home_facility_id left join external_systems x on x.facility_id = f.id and x.record_source = r.source
   where c.patient_id = $patientId and c.told_order > $markedFrom order by c.told_order`,
  Row,
);

/** A resource that changed since a reader looked: what was shown of it then, and what it is now. */
export interface Touched {
  readonly resourceId: number;
  /** Null: nothing was. */
  readonly before: ShownBefore | null;
  readonly isPresent: boolean;
  readonly isSeen: boolean;
  readonly changedAt: string;
  readonly source: string;
  readonly systemName: string;
  readonly status: string | null;
}

/**
 * Makes one of all changes of a resource: only what was shown at the last look and what is shown now counts. What came and went meanwhile,
 * or is again what it was, is left out. What was seen during this visit counts only where nothing came after it.
 */
export function touchedOf(rows: readonly ChangeRow[], { lookedTo }: Pick<Look, 'lookedTo'>): Touched[] {
  const byResource = new Map<number, ChangeRow[]>();
  for (const row of rows) byResource.set(row.resourceId, [...(byResource.get(row.resourceId) ?? []), row]);
  return [...byResource.values()].flatMap((all): Touched[] => {
    const unseen = all.filter(({ toldOrder }) => toldOrder > lookedTo);
    const [first, last] = [unseen[0] ?? all[0], all.at(-1)];
    if (first === undefined || last === undefined) return [];
    const { shownBefore: before } = first;
    const { resourceId, isPresent, contentHash, changedAt, source, systemName, status } = last;
    if (before === null ? !isPresent : isPresent && before.contentHash === contentHash) return [];
    return [{ resourceId, before, isPresent, isSeen: unseen.length === 0, changedAt, source, systemName, status }];
  });
}

/** What changed in a record since a reader's look, and up to where that reaches. */
export async function readTouched(
  db: Db,
  patientId: PatientId,
  look: Look,
): Promise<{ readonly touched: readonly Touched[]; readonly until: number }> {
  const rows = await db.many(since, { patientId, markedFrom: look.markedFrom });
  return { touched: touchedOf(rows, look), until: rows.at(-1)?.toldOrder ?? look.lookedTo };
}
