import type { EntryStatus } from '@portal/api';
import * as v from 'valibot';
import type { JsonObject } from '../../../questionnaires/fhir/json.ts';
import { type Context, nameAt } from '../../fhir/directory.ts';
import {
  Annotation,
  commentOf,
  Concept,
  DateElement,
  displaysOf,
  Flag,
  joined,
  listOf,
  nameOf,
  namesOf,
  Period,
  Reference,
  Text,
  wordsOf,
} from '../../fhir/elements.ts';
import type { HealthEntryRow } from '../mapped.ts';
import { frequencyOf, limitsOf, Timing } from '../dosage.ts';
import { entryRow } from './entry.ts';
import { namedBy } from './named.ts';
import { plainText } from '../../../html/plainText.ts';

const longest = 50_000;
const marks: Readonly<Record<number, string>> = { 38: '&amp;', 60: '&lt;', 62: '&gt;' };
/** A character from its numeric reference. One that would become markup stays escaped. */
function character(code: number): string {
  const mark = marks[code];
  if (mark !== undefined) return mark;
  return code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff) ? String.fromCodePoint(code) : '';
}

/** The words of a resource's narrative, one line for each paragraph, item and row. */
function narrativeText(div: string | null | undefined): string | null {
  const lines = plainText(
    (div ?? '')
      .slice(0, longest)
      .replace(/&#(\d{1,7});/g, (_, digits: string) => character(Number(digits)))
      .replace(/&#x([\da-f]{1,6});/gi, (_, digits: string) => character(Number.parseInt(digits, 16)))
      .replace(/\s+/g, ' ')
      .replace(/<\/(td|th)>/gi, ' ')
      .replace(/<\/(tr|div|ol|ul|table)>/gi, '\n'),
  ).split('\n');
  return wordsOf(lines.flatMap((line) => wordsOf(line.replace(/\s+/g, ' ')) ?? []).join('\n'));
}

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
      scheduledTiming: v.nullish(Timing),
      location: v.nullish(Reference),
      performer: listOf(Reference),
      reasonCode: listOf(Concept),
      description: Text,
    }),
  ),
});
export const CarePlan = v.object({
  text: v.nullish(v.object({ status: Text, div: Text })),
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

/** One for the plan and one for each activity. Drafts and proposals are left out until the care team has decided. */
export function carePlanEntries(
  resource: JsonObject,
  one: v.InferOutput<typeof CarePlan>,
  context: Context,
): HealthEntryRow[] | 'hidden' {
  if (one.status === 'draft' || ['proposal', 'option'].includes(one.intent ?? '')) return 'hidden';
  const categories = (one.category ?? []).flatMap((category) => namedBy(category) ?? []);
  const codes = categories.flatMap((category) => category.codes);
  const title = wordsOf(one.title) ?? joined(categories.map(({ name }) => name));
  const description = wordsOf(one.description);
  // Many plans exist only as narrative. A narrative that was generated from the elements adds nothing.
  const isTold = description !== null || (one.activity ?? []).length > 0;
  const narrative = one.text?.status === 'additional' || !isTold ? narrativeText(one.text?.div) : null;
  const plan =
    title === null && description === null && narrative === null
      ? []
      : [
          entryRow('carePlans', resource, {
            name: title ?? description,
            missing: title === null && description === null ? 'unknown' : null,
            codes,
            status: planStatuses[one.status ?? ''],
            start: one.period?.start,
            end: one.period?.end,
            recorded: one.created,
            facts: [
              ['reason', displaysOf(one.addresses)],
              ['performer', nameAt(context, one.author)],
              ['instructions', narrative],
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
    const bounds = detail?.scheduledTiming?.repeat?.boundsPeriod;
    return [
      entryRow('carePlans', resource, {
        ...named,
        negation: detail?.doNotPerform === true ? 'negated' : null,
        status: activityStatuses[detail?.status ?? ''],
        start: detail?.scheduledPeriod?.start ?? bounds?.start,
        end: detail?.scheduledPeriod?.end ?? bounds?.end,
        facts: [
          ['instructions', text === named.name ? null : text],
          ['frequency', wordsOf(detail?.scheduledString) ?? frequencyOf(detail?.scheduledTiming)],
          ...limitsOf({ timing: detail?.scheduledTiming }).map((limit) => ['frequency', limit] as const),
          ['reason', namesOf(detail?.reasonCode)],
          ['performer', joined((detail?.performer ?? []).map((performer) => nameAt(context, performer)))],
          ['place', nameAt(context, detail?.location)],
          ['comment', nameOf(detail?.statusReason)],
          ['comment', commentOf(progress)],
        ],
      }),
    ];
  });
  return [...plan, ...activities];
}
