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
  Flag,
  joined,
  listOf,
  nameOf,
  namesOf,
  Period,
  Quantity,
  quantityText,
  Range,
  Ratio,
  Reference,
  Text,
  wordsOf,
} from '../../fhir/elements.ts';
import type { HealthEntryRow } from '../mapped.ts';
import { entryRow, onsetText } from './entry.ts';
import { namedBy } from './named.ts';

const Activity = v.object({
  reference: v.nullish(Reference),
  progress: listOf(Annotation),
  detail: v.nullish(
    v.object({
      code: v.nullish(Concept),
      status: Text,
      statusReason: v.nullish(Concept),
      doNotPerform: Flag,
      scheduledPeriod: v.nullish(Period),
      scheduledString: Text,
      location: v.nullish(Reference),
      performer: listOf(Reference),
      reasonCode: listOf(Concept),
      description: Text,
    }),
  ),
});
export const CarePlan = v.object({
  status: Text,
  intent: Text,
  category: listOf(Concept),
  title: Text,
  description: Text,
  period: v.nullish(Period),
  created: DateElement,
  author: v.nullish(Reference),
  addresses: listOf(Reference),
  activity: listOf(Activity),
  note: listOf(Annotation),
});
const planStatuses: Readonly<Record<string, EntryStatus>> = {
  active: 'active',
  'on-hold': 'onHold',
  revoked: 'stopped',
  completed: 'completed',
};
const activityStatuses: Readonly<Record<string, EntryStatus>> = {
  'not-started': 'planned',
  scheduled: 'planned',
  'in-progress': 'active',
  'on-hold': 'onHold',
  completed: 'completed',
  cancelled: 'stopped',
  stopped: 'stopped',
};

/** A CarePlan: an entry for the plan, and one for each thing that is to be done. Drafts and proposals are for the care team first. */
export function carePlanEntries(
  resource: JsonObject,
  one: v.InferOutput<typeof CarePlan>,
  context: Context,
): HealthEntryRow[] | 'hidden' {
  if (one.status === 'draft' || ['proposal', 'option'].includes(one.intent ?? '')) return 'hidden';
  const categories = (one.category ?? []).flatMap((category) => namedBy(category) ?? []);
  const codes = categories.flatMap((category) => category.codes);
  const title =
    wordsOf(one.title) ??
    joined(
      categories.map(({ name }) => name),
      ', ',
    );
  const description = wordsOf(one.description);
  const plan =
    title === null && description === null
      ? []
      : [
          entryRow('carePlans', resource, {
            name: title ?? description,
            missing: null,
            codes,
            status: planStatuses[one.status ?? ''],
            start: one.period?.start,
            end: one.period?.end,
            recorded: one.created,
            facts: [
              [
                'reason',
                joined(
                  (one.addresses ?? []).map(({ display }) => display),
                  ', ',
                ),
              ],
              ['performer', nameAt(context, one.author)],
              ['comment', title === null ? null : description],
              ['comment', commentOf(one.note)],
            ],
          }),
        ];
  const activities = (one.activity ?? []).flatMap(({ reference, detail, progress }) => {
    const text = wordsOf(detail?.description);
    const display = wordsOf(reference?.display);
    const name = text ?? display;
    const named = namedBy(detail?.code) ?? (name === null ? null : { name, missing: null, codes: [] });
    if (named === null || detail?.status === 'entered-in-error') return [];
    return [
      entryRow('carePlans', resource, {
        ...named,
        negation: detail?.doNotPerform === true ? 'negated' : null,
        status: activityStatuses[detail?.status ?? ''],
        start: detail?.scheduledPeriod?.start ?? one.period?.start,
        end: detail?.scheduledPeriod?.end,
        facts: [
          ['instructions', text === named.name ? null : text],
          ['frequency', detail?.scheduledString],
          ['reason', namesOf(detail?.reasonCode)],
          [
            'performer',
            joined(
              (detail?.performer ?? []).map((performer) => nameAt(context, performer)),
              ', ',
            ),
          ],
          ['place', nameAt(context, detail?.location)],
          ['comment', nameOf(detail?.statusReason)],
          ['comment', commentOf(progress)],
        ],
      }),
    ];
  });
  return [...plan, ...activities];
}

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
    onsetText(target.detailString, null, target.detailRange) ??
    target.detailInteger?.toString() ??
    target.detailBoolean?.toString() ??
    joined([quantityText(ratio?.numerator), quantityText(ratio?.denominator)], ' / ');
  return words === null && common.name === null
    ? []
    : [{ ...common, value: words, unit: null, isNumber: false, missing: words === null ? 'unknown' : null }];
}

/** A Goal among the goals. What was only proposed, or not agreed to, is none. */
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
        [
          'reason',
          joined(
            (one.addresses ?? []).map(({ display }) => display),
            ', ',
          ),
        ],
        ['performer', nameAt(context, one.expressedBy)],
        ['comment', one.statusReason],
        ['comment', commentOf(one.note)],
      ],
    }),
  ];
}
