import type { EntryStatus, EntryValue } from '@portal/api';
import * as v from 'valibot';
import type { JsonObject } from '../../../questionnaires/fhir/json.ts';
import { type Context, nameAt } from '../../fhir/directory.ts';
import {
  Annotation,
  codingsOf,
  commentOf,
  Concept,
  DateElement,
  displaysOf,
  Flag,
  joined,
  listOf,
  nameOf,
  Quantity,
  quantityText,
  Range,
  Ratio,
  Reference,
  Text,
  wordsOf,
} from '../../fhir/elements.ts';
import type { HealthEntryRow } from '../mapped.ts';
import { entryRow, quantityOrRangeText } from './entry.ts';
import { namedBy } from './named.ts';

const Target = v.object({
  measure: v.nullish(Concept),
  detailQuantity: v.nullish(Quantity),
  detailRange: v.nullish(Range),
  detailCodeableConcept: v.nullish(Concept),
  detailString: Text,
  detailBoolean: Flag,
  detailInteger: v.nullish(v.number()),
  detailRatio: v.nullish(Ratio),
  dueDate: DateElement,
});
export const Goal = v.object({
  lifecycleStatus: Text,
  achievementStatus: v.nullish(Concept),
  category: listOf(Concept),
  description: v.nullish(Concept),
  startDate: DateElement,
  startCodeableConcept: v.nullish(Concept),
  statusDate: DateElement,
  statusReason: Text,
  expressedBy: v.nullish(Reference),
  addresses: listOf(Reference),
  target: listOf(Target),
  note: listOf(Annotation),
});
const goalStatuses: Readonly<Record<string, EntryStatus>> = {
  planned: 'planned',
  accepted: 'planned',
  active: 'active',
  'on-hold': 'onHold',
  completed: 'completed',
  cancelled: 'stopped',
};

function targetValue(target: v.InferOutput<typeof Target>): EntryValue[] {
  const { detailQuantity: quantity, detailRatio: ratio } = target;
  const common = { name: nameOf(target.measure), codes: codingsOf(target.measure), comparator: null, missing: null };
  if (quantity?.value !== null && quantity?.value !== undefined)
    return [
      {
        ...common,
        comparator: quantity.comparator ?? null,
        value: quantity.value,
        unit: wordsOf(quantity.unit) ?? wordsOf(quantity.code),
        isNumber: true,
      },
    ];
  const words =
    nameOf(target.detailCodeableConcept) ??
    quantityOrRangeText(target.detailString, null, target.detailRange) ??
    target.detailInteger?.toString() ??
    target.detailBoolean?.toString() ??
    joined([quantityText(ratio?.numerator), quantityText(ratio?.denominator)], ' / ');
  return words === null && common.name === null
    ? []
    : [{ ...common, value: words, unit: null, isNumber: false, missing: words === null ? 'unknown' : null }];
}

/** The entries of a Goal. A goal that was only proposed or not accepted has none. */
export function goalEntries(
  resource: JsonObject,
  one: v.InferOutput<typeof Goal>,
  context: Context,
): HealthEntryRow[] | 'hidden' {
  if (['proposed', 'rejected'].includes(one.lifecycleStatus ?? '')) return 'hidden';
  const named = namedBy(one.description);
  if (named === null) return [];
  const targets = one.target ?? [];
  return [
    entryRow('goals', resource, {
      ...named,
      status: goalStatuses[one.lifecycleStatus ?? ''],
      start: one.startDate,
      end: targets.map(({ dueDate }) => dueDate).find((due) => due),
      recorded: one.statusDate,
      values: targets.flatMap(targetValue),
      facts: [
        ['onset', nameOf(one.startCodeableConcept)],
        ['outcome', nameOf(one.achievementStatus)],
        ['reason', displaysOf(one.addresses)],
        ['performer', nameAt(context, one.expressedBy)],
        ['comment', one.statusReason],
        ['comment', commentOf(one.note)],
      ],
    }),
  ];
}
