import { type LabTest, LabResultId, longestTestText, mostTestValues } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import type { Reading } from './details.ts';
import { kindOf, takenOn, valueText } from './view.ts';

/**
 * For each test the newest values in the unit of its newest value, and one row for those in other units with their count. A test is
 * identified by its LOINC code, else by its first code, else by its name and unit. Positions are computed on narrow rows, and texts are
 * read only for the few rows that are returned.
 */
const ofResources = statement(
  'labResults.tests',
  `with known as materialized (
     select v.id, v.unit, a.taken_at,
       coalesce(
         (select 'http://loinc.org|' || (coding ->> 'code') from jsonb_array_elements(v.codings) coding where coding ->> 'system' = 'http://loinc.org' limit 1),
         coalesce(v.codings -> 0 ->> 'system', '') || '|' || (v.codings -> 0 ->> 'code'),
         'name|' || lower(btrim(v.name)) || '|' || coalesce(v.unit, '')) as test_key
     from unnest($resourceIds::bigint[], $takenAt::timestamptz[]) a (resource_id, taken_at)
       join observation_values v on v.resource_id = a.resource_id
     where v.value is not null),
   told as (
     select k.id, k.test_key, row_number() over latest as place, first_value(k.id) over latest as test_id,
       k.unit is not distinct from first_value(k.unit) over latest as is_of_unit
     from known k window latest as (partition by k.test_key order by k.taken_at desc nulls last, k.id desc)),
   placed as (
     select t.id, t.test_id, t.is_of_unit, t.place, row_number() over turns as turn, count(*) over (partition by t.test_key, t.is_of_unit) as count
     from told t window turns as (partition by t.test_key, t.is_of_unit order by t.place))
   select p.test_id as "testId", p.is_of_unit as "isOfUnit", p.count::int, v.id, v.resource_id as "resourceId", v.name, v.kind, v.comparator, v.value, v.unit,
     v.reference_range as "referenceRange", v.abnormal_flag as "abnormalFlag"
   from placed p join observation_values v on v.id = p.id
   where p.turn <= case when p.is_of_unit then $most::int else 1 end order by p.test_id, p.place`,
  v.object({
    testId: v.number(),
    isOfUnit: v.boolean(),
    count: v.number(),
    id: v.number(),
    resourceId: v.number(),
    name: v.string(),
    kind: v.string(),
    comparator: v.nullable(v.string()),
    value: v.nullable(v.string()),
    unit: v.nullable(v.string()),
    referenceRange: v.nullable(v.string()),
    abnormalFlag: v.nullable(v.string()),
  }),
);

/** Where a resource is shown, and when it was taken: by its own date, else by its report's. */
type Shown = Pick<v.InferInput<typeof LabTest>['values'][number], 'labResultId' | 'takenOn'>;

/** The values of all results that are open to the reader, by test. Cancelled results give no values. */
export async function readTests(db: Db, { results, openingOf }: Reading): Promise<v.InferInput<typeof LabTest>[]> {
  const shown = new Map<number, Shown>();
  const takenAt: (string | null)[] = [];
  for (const result of results) {
    if (openingOf(result).opening !== 'open') continue;
    const labResultId = v.parse(LabResultId, result.labResultId);
    for (const { report, parts } of result.groups)
      for (const part of parts) {
        if (part.status === 'cancelled' || shown.has(part.id)) continue;
        shown.set(part.id, { labResultId, takenOn: takenOn(part) ?? takenOn(report) });
        takenAt.push(part.effectiveAt ?? report.effectiveAt);
      }
  }
  if (shown.size === 0) return [];
  const tests = new Map<number, v.InferInput<typeof LabTest>>();
  for (const row of await db.many(ofResources, { resourceIds: [...shown.keys()], takenAt, most: mostTestValues })) {
    const test: v.InferInput<typeof LabTest> = tests.get(row.testId) ?? {
      testResultDetailId: row.testId,
      testDisplayName: row.name,
      unitOfMeasure: row.unit,
      values: [],
      count: row.count,
      inOtherUnits: 0,
    };
    tests.set(row.testId, test);
    const where = shown.get(row.resourceId);
    if (!row.isOfUnit) test.inOtherUnits = row.count;
    else if (where !== undefined) {
      const text = valueText(row);
      test.values.push({
        ...where,
        testValue: text !== null && text.length > longestTestText ? null : text,
        valueKind: kindOf(row.kind),
        referencesRange: row.referenceRange,
        abnormalFlag: row.abnormalFlag,
      });
    }
  }
  return [...tests.values()];
}
