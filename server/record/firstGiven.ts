import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import type { ValueRow } from './map/mapped.ts';

const Before = v.object({
  resourceId: v.number(),
  patientId: v.number(),
  position: v.number(),
  name: v.string(),
  kind: v.string(),
  comparator: v.nullable(v.string()),
  value: v.nullable(v.string()),
  unit: v.nullable(v.string()),
  firstGiven: v.nullable(v.string()),
});
export type ValueBefore = v.InferOutput<typeof Before>;
const valuesBefore = statement(
  'record.valuesBefore',
  `select v.resource_id as "resourceId", r.patient_id as "patientId", v.position, v.name, v.kind, v.comparator, v.value, v.unit, v.first_given as "firstGiven"
   from observation_values v join record_resources r on r.id = v.resource_id where v.resource_id = any($resourceIds::bigint[]) and not r.is_hidden`,
  Before,
);

/** A longer value is a text, which cannot be compared on one line. */
const longest = 100;
const told: ReadonlySet<string> = new Set(['quantity', 'text', 'code', 'range', 'ratio']);
/** States of a result, or of a note, that say that it was corrected. */
export const corrections: ReadonlySet<string | null> = new Set(['corrected', 'amended', 'appended']);

interface Changed {
  readonly resourceId: number;
  readonly patientId: number;
  readonly status: string | null;
}

/**
 * What a corrected value was first reported as; null if it was not corrected, did not change, or had not been shown before. The value
 * before the first correction counts, however often it was corrected.
 */
export function firstGivenOf(
  { status, patientId }: Changed,
  now: ValueRow,
  values: readonly ValueBefore[],
): string | null {
  const before = values.find(({ position, name }) => position === now.position && name === now.name);
  if (before === undefined || before.patientId !== patientId || !corrections.has(status)) return null;
  const { kind, comparator, value, unit } = before;
  const inWords = (one: Pick<ValueBefore, 'comparator' | 'value' | 'unit'>): string =>
    `${one.comparator ?? ''}${one.value ?? ''}${one.unit === now.unit || one.unit === null ? '' : ` ${one.unit}`}`;
  const first = before.firstGiven ?? (value === null || !told.has(kind) ? null : inWords({ comparator, value, unit }));
  return first === null || first.length > longest || first === inWords(now) ? null : first;
}

/** Adds to values of changed resources what they were first reported as. Call it before the stored values are removed. */
export async function firstGivenReader(tx: Db, resourceIds: readonly number[]) {
  const byResource = new Map<number, ValueBefore[]>();
  const values = resourceIds.length === 0 ? [] : await tx.many(valuesBefore, { resourceIds });
  for (const one of values) {
    const known = byResource.get(one.resourceId);
    if (known) known.push(one);
    else byResource.set(one.resourceId, [one]);
  }
  return (changed: Changed, now: ValueRow): string | null =>
    firstGivenOf(changed, now, byResource.get(changed.resourceId) ?? []);
}
