import type { EarlierLabValue, PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import type { LabValue } from './labResults.ts';
import { takenOn, valueText } from './view.ts';

/** How many earlier values are given with a value, at most. */
const mostEarlier = 24;

/** For each requested test: its latest earlier numbers, and one row for those in other units with their count. */
const ofTests = statement(
  'labResults.earlier',
  `with asked as (
     select a.place, a.test_key, a.unit from unnest($testKeys::text[], $units::text[]) with ordinality a (test_key, unit, place)),
   known as materialized (
     select v.id, array(select coalesce(coding ->> 'system', '') || '|' || (coding ->> 'code') from jsonb_array_elements(v.codings) coding) as test_keys,
       v.comparator, v.value, v.unit, v.reference_range, v.abnormal_flag, o.effective, o.effective_at, o.effective_precision
     from observations o join record_resources r on r.id = o.resource_id join observation_values v on v.resource_id = o.resource_id
     where o.patient_id = $patientId and o.category = 'laboratory' and o.lab_result_id is not null and not r.is_hidden and o.effective_at < $effectiveAt
       and v.kind = 'quantity' and exists (select from jsonb_array_elements(v.codings) coding where coding ->> 'code' = any($codes::text[])) and o.resource_id <> all($closedIds::bigint[])),
   placed as (
     select a.place, k.unit is not distinct from a.unit as is_of_unit, k.comparator, k.value, k.unit, k.reference_range, k.abnormal_flag,
       k.effective, k.effective_at, k.effective_precision, k.id,
       row_number() over latest as turn, count(*) over (partition by a.place, k.unit is not distinct from a.unit) as count
     from asked a join known k on a.test_key = any(k.test_keys)
     window latest as (partition by a.place, k.unit is not distinct from a.unit order by k.effective_at desc, k.id desc))
   select p.place::int, p.is_of_unit as "isOfUnit", p.count::int, p.comparator, p.value, p.unit, p.reference_range as "referenceRange", p.abnormal_flag as "abnormalFlag",
     p.effective, p.effective_at as "effectiveAt", p.effective_precision as "effectivePrecision"
   from placed p where p.turn <= case when p.is_of_unit then $most::int else 1 end order by p.place, p.turn`,
  v.object({
    place: v.number(),
    isOfUnit: v.boolean(),
    count: v.number(),
    comparator: v.nullable(v.string()),
    value: v.nullable(v.string()),
    unit: v.nullable(v.string()),
    referenceRange: v.nullable(v.string()),
    abnormalFlag: v.nullable(v.string()),
    effective: v.nullable(v.string()),
    effectiveAt: v.nullable(v.string()),
    effectivePrecision: v.nullable(v.picklist(['year', 'month', 'day', 'time'])),
  }),
);

/** The code that identifies a test: its LOINC code, which laboratories share, else its first code. A name alone does not identify it. */
const codingOf = ({ codings }: Pick<LabValue, 'codings'>): LabValue['codings'][number] | undefined =>
  codings.find(({ system }) => system === 'http://loinc.org') ?? codings[0];

/** The history of one value: earlier values with the same code and unit, latest first, and the number of those in other units. */
export interface History {
  readonly earlier: EarlierLabValue[];
  readonly inOtherUnits: number;
}

/** The histories of values, by the id of the value. A value that is not a number or has no code has none. */
export async function readEarlier(
  db: Db,
  patientId: PatientId,
  values: readonly LabValue[],
  effectiveAt: string,
  closed: readonly number[],
): Promise<ReadonlyMap<number, History>> {
  const asked = values.flatMap((value) => {
    const coding = value.kind === 'quantity' ? codingOf(value) : undefined;
    return coding === undefined ? [] : [{ id: value.id, unit: value.unit, coding }];
  });
  if (asked.length === 0) return new Map();
  const rows = await db.many(ofTests, {
    patientId,
    effectiveAt,
    testKeys: asked.map(({ coding }) => `${coding.system ?? ''}|${coding.code}`),
    units: asked.map(({ unit }) => unit),
    codes: [...new Set(asked.map(({ coding }) => coding.code))],
    closedIds: closed,
    most: mostEarlier,
  });
  return new Map(
    asked.map(({ id }, index) => {
      const own = rows.filter(({ place }) => place === index + 1);
      const earlier = own.flatMap((one) => {
        const [at, testValue] = [takenOn(one), valueText(one)];
        return !one.isOfUnit || at === null || testValue === null
          ? []
          : [{ takenOn: at, testValue, referencesRange: one.referenceRange, abnormalFlag: one.abnormalFlag }];
      });
      return [id, { earlier, inOtherUnits: own.find(({ isOfUnit }) => !isOfUnit)?.count ?? 0 }];
    }),
  );
}
