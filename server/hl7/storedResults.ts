import type { PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { nameOfSystem } from './message/codeSystems.ts';
import { possibleIds, resultIds, type ResultIdentity, type StoredResult } from './become/resultIds.ts';

/** Values and reports of these codes, and what is stored under these ids. Of laboratory values, of which a patient has most, those of the orders alone. */
const ofCodes = statement(
  'hl7.storedResults',
  `select r.resource_id as "resourceId", told.coding ->> 'code' as code, told.coding ->> 'system' as system, told.coding ->> 'display' as words
   from (
     select o.resource_id, o.codings -> 0 as coding from lab_results l join observations o on o.lab_result_id = l.id
     where l.patient_id = any($patientIds::bigint[]) and l.source = $source
       and exists (select from unnest($orders::text[]) begins where starts_with(l.result_key, begins))
     union all select o.resource_id, o.codings -> 0 from observations o where o.patient_id = any($patientIds::bigint[]) and o.category <> 'laboratory'
     union all select p.resource_id, p.codings -> 0 from lab_reports p where p.patient_id = any($patientIds::bigint[])
     union all select n.resource_id, n.codings -> 0 from clinical_notes n where n.patient_id = any($patientIds::bigint[])
   ) told join record_resources r on r.id = told.resource_id
   where r.source = $source and told.coding ->> 'code' = any($codes::text[])
   union all
   select r.resource_id, null, null, null from record_resources r
   where r.source = $source and r.type in ('Observation', 'DiagnosticReport') and r.resource_id = any($ids::text[])`,
  v.object({
    resourceId: v.string(),
    code: v.nullable(v.string()),
    system: v.nullable(v.string()),
    words: v.nullable(v.string()),
  }),
);

const renames = 'unnest($from::text[], $to::text[]) as n(before, after)' as const;
const types = "('Observation', 'DiagnosticReport')" as const;
const rename = statement(
  'hl7.renameResults',
  `update record_resources r set resource_id = n.after from ${renames} where r.source = $source and r.type in ${types} and r.resource_id = n.before`,
);
const renameLinks = statement(
  'hl7.renameResultLinks',
  `update record_links l set target_id = n.after from ${renames}, record_resources r
   where r.id = l.resource_id and r.source = $source and l.target_type in ${types} and l.target_id = n.before`,
);

interface Asked {
  readonly source: string;
  readonly patientIds: readonly PatientId[];
  readonly identities: readonly ResultIdentity[];
  /** How the keys of the orders' results begin. */
  readonly orders: readonly string[];
}
/** What is stored of the same values and reports. What was stored under a name that has been corrected since gets the id of its code. */
export async function storedResults(
  tx: Db,
  { source, patientIds, identities, orders }: Asked,
): Promise<readonly StoredResult[]> {
  if (identities.length === 0) return [];
  const rows = await tx.many(ofCodes, {
    source,
    patientIds: [...patientIds],
    orders: [...orders],
    codes: [...new Set(identities.flatMap(({ code }) => code ?? []))],
    ids: [...new Set(identities.flatMap(possibleIds))],
  });
  const stored = rows.map((row) => ({ ...row, system: row.system && nameOfSystem(row.system) }));
  const { renamed } = resultIds(identities, stored);
  if (renamed.length === 0) return stored;
  const ids = { source, from: renamed.map(({ from }) => from), to: renamed.map(({ to }) => to) };
  await tx.run(rename, ids);
  await tx.run(renameLinks, ids);
  const after = new Map(renamed.map(({ from, to }) => [from, to]));
  return stored.map((one) => ({ ...one, resourceId: after.get(one.resourceId) ?? one.resourceId }));
}
