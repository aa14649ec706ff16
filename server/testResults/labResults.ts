import type { PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { isReviewed, type LabResource, readLabIndex, resourcesOf } from './labIndex.ts';

const values = statement(
  'record.values',
  `select v.id, v.resource_id as "resourceId", v.name, v.codings, v.kind, v.comparator, v.value, v.unit, v.absent_reason as "absentReason",
     v.reference_range as "referenceRange", v.abnormal_flag as "abnormalFlag", v.is_abnormal as "isAbnormal", v.first_given as "firstGiven"
   from observation_values v where v.resource_id = any($resourceIds::bigint[]) order by v.resource_id, v.position`,
  v.object({
    id: v.number(),
    resourceId: v.number(),
    name: v.string(),
    codings: v.array(v.object({ system: v.nullish(v.string()), code: v.string(), display: v.nullish(v.string()) })),
    kind: v.string(),
    comparator: v.nullable(v.string()),
    value: v.nullable(v.string()),
    unit: v.nullable(v.string()),
    absentReason: v.nullable(v.string()),
    referenceRange: v.nullable(v.string()),
    abnormalFlag: v.nullable(v.string()),
    isAbnormal: v.boolean(),
    firstGiven: v.nullable(v.string()),
  }),
);
const flags = statement(
  'record.labFlags',
  `select v.resource_id as "resourceId", v.abnormal_flag as "abnormalFlag"
   from observations o join record_resources r on r.id = o.resource_id join observation_values v on v.resource_id = o.resource_id
   where o.patient_id = $patientId and not r.is_hidden and v.abnormal_flag is not null order by v.resource_id, v.position`,
  v.object({ resourceId: v.number(), abnormalFlag: v.string() }),
);
export type LabValue = v.InferOutput<typeof values.row>;

export interface LabDetail extends LabValue, Pick<LabResource, 'effective' | 'effectivePrecision'> {
  readonly comment: string | null;
  readonly status: string | null;
}
export interface LabGroup {
  readonly report: LabResource;
  readonly details: readonly LabDetail[];
}
export interface LabResult {
  readonly labResultId: number;
  readonly groups: readonly LabGroup[];
  /** The patient has seen the current version of the whole result. */
  readonly isReviewed: boolean;
}

export async function readLabValues(db: Db, resourceIds: readonly number[]): Promise<Map<number, LabValue[]>> {
  const byResource = new Map<number, LabValue[]>();
  for (const value of await db.many(values, { resourceIds })) {
    const before = byResource.get(value.resourceId);
    if (before) before.push(value);
    else byResource.set(value.resourceId, [value]);
  }
  return byResource;
}

/** The flags that laboratories gave to all values of a patient, by resource. */
export async function readLabFlags(db: Db, patientId: PatientId): Promise<Map<number, string[]>> {
  const byResource = new Map<number, string[]>();
  for (const { resourceId, abnormalFlag } of await db.many(flags, { patientId })) {
    const before = byResource.get(resourceId);
    if (before) before.push(abnormalFlag);
    else byResource.set(resourceId, [abnormalFlag]);
  }
  return byResource;
}

export const detailsIn = (parts: readonly LabResource[], valuesOf: ReadonlyMap<number, LabValue[]>): LabDetail[] =>
  parts.flatMap(({ id, comment, status, effective, effectivePrecision }) =>
    (valuesOf.get(id) ?? []).map((value) => ({ ...value, comment, status, effective, effectivePrecision })),
  );

export async function readLabResults(db: Db, patientId: PatientId): Promise<LabResult[]> {
  const { results } = await readLabIndex(db, patientId);
  const valuesOf = await readLabValues(db, results.flatMap(resourcesOf));
  return results.map((one) => ({
    labResultId: one.labResultId,
    isReviewed: isReviewed(one),
    groups: one.groups.map(({ report, parts }) => ({ report, details: detailsIn(parts, valuesOf) })),
  }));
}
