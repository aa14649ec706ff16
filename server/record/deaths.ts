import { FacilityId, type PatientId } from '@portal/api';
import * as v from 'valibot';
import { setDeceased } from '../account/deceased.ts';
import type { AuditActor } from '../audit/audit.ts';
import { type Db, statement } from '../db/pool.ts';
import type { ResourceRow } from './rows.ts';

const saidBefore = statement(
  'record.deathsSaid',
  `select d.resource_id as "resourceId", (d.details ->> 'hasDied')::boolean as "hasDied" from registration_details d
   where d.resource_id = any($ids::bigint[]) and d.details ->> 'hasDied' is not null`,
  v.object({ resourceId: v.number(), hasDied: v.boolean() }),
);
const facilityOf = statement(
  'record.facilityOf',
  'select home_facility_id as "facilityId" from patients where id = $patientId',
  v.object({ facilityId: FacilityId }),
);

/**
 * Compares what Patient resources say of a death with what they said before: call it before they are written, and what it gives afterwards.
 * Only what changes counts, so that a source which always says "not deceased" takes back nothing that others know.
 */
export async function deathsIn(
  tx: Db,
  fresh: readonly ResourceRow[],
  changed: readonly { readonly id: number; readonly row: ResourceRow }[],
): Promise<(actor: AuditActor) => Promise<void>> {
  const rows = [...fresh.map((row) => ({ id: null, row })), ...changed].flatMap(({ id, row }) => {
    const hasDied = row.type === 'Patient' ? row.content.details?.['hasDied'] : null;
    return typeof hasDied === 'boolean' ? [{ id, patientId: row.patientId, hasDied }] : [];
  });
  const ids = rows.flatMap(({ id }) => id ?? []);
  const before = new Map(
    ids.length === 0 ? [] : (await tx.many(saidBefore, { ids })).map((one) => [one.resourceId, one.hasDied] as const),
  );
  const news = new Map<PatientId, boolean>(
    rows.flatMap(({ id, patientId, hasDied }) =>
      hasDied === (before.get(id ?? 0) ?? false) ? [] : [[patientId, hasDied] as const],
    ),
  );
  return async (actor) => {
    for (const [patientId, hasDied] of news)
      await setDeceased(tx, { patientId, ...(await tx.one(facilityOf, { patientId })) }, hasDied, actor);
  };
}
