import {
  isRepeatingGroup,
  LanguageCode,
  type ListAnswerId,
  type QuestionnaireItem,
  type QuestionnaireItemId,
} from '@portal/api';
import * as v from 'valibot';
import { AlertSetting, alertRulesOf, Text } from './alertRules.ts';
import { htmlOfMarkdown } from '../html/markdown.ts';
import { hasValue } from './scoring.ts';
import type { ScoreDefinition, TemplateRevision } from './template.ts';

const Range = v.pipe(
  v.strictObject({
    from: v.optional(v.nullable(v.number()), null),
    to: v.optional(v.nullable(v.number()), null),
    text: Text,
    texts: v.optional(v.record(LanguageCode, Text), {}),
  }),
  v.check(({ from, to }) => from === null || to === null || from <= to, '"from" is higher than "to"'),
);
const Total = v.strictObject({
  key: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  name: v.optional(Text),
  items: v.optional(
    v.pipe(v.array(v.union([v.string(), v.strictObject({ item: v.string(), weight: v.number() })])), v.minLength(1)),
  ),
  constant: v.optional(v.number(), 0),
  atLeast: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  shown: v.optional(v.boolean()),
  messages: v.optional(v.array(Range)),
});

/** An operator's settings for one questionnaire, in addition to its file. Texts are Markdown. */
export const QuestionnaireSettings = v.strictObject({
  questionnaire: v.optional(Text),
  title: v.optional(Text),
  instructions: v.optional(Text),
  messageWithoutRange: v.optional(Text),
  showNumbers: v.optional(v.boolean()),
  totals: v.optional(v.array(Total)),
  alerts: v.optional(v.array(AlertSetting)),
});
export type QuestionnaireSettings = v.InferOutput<typeof QuestionnaireSettings>;

/** The settings do not fit their questionnaire; one message for each place. */
export class SettingsFault extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

/** A revision as in its file, without applied settings. */
export function withoutSettings({ fromFile, alerts: _alerts, ...content }: TemplateRevision): TemplateRevision {
  return fromFile === undefined ? content : { ...content, ...fromFile };
}

export interface KnownIds {
  item(itemKey: string): QuestionnaireItem['questionnaireItemId'] | undefined;
  option(itemKey: string, optionKey: string): ListAnswerId | undefined;
}

/** The revision from a file with its settings. Throws `SettingsFault` if the settings name what does not exist. */
export function withSettings(
  revision: TemplateRevision,
  settings: QuestionnaireSettings | null,
  ids: KnownIds,
): TemplateRevision {
  const base = withoutSettings(revision);
  if (settings === null || Object.keys(settings).every((key) => key === 'questionnaire')) return base;
  const faults: string[] = [];
  const itemById = new Map(base.items.map((item) => [item.questionnaireItemId, item]));
  const itemOf = (key: string): QuestionnaireItem | undefined => {
    const id = ids.item(key);
    return id === undefined ? undefined : itemById.get(id);
  };
  const scores = new Map(base.scores.map((score) => [score.scoreKey, score]));
  const seen = new Set<string>();
  for (const [at, total] of (settings.totals ?? []).entries()) {
    const place = `totals[${String(at)}] ("${total.key}")`;
    if (seen.has(total.key)) faults.push(`${place}: another total has this key`);
    seen.add(total.key);
    const before = scores.get(total.key);
    if (!total.items && !before) {
      const known = base.scores.map((score) => `"${score.scoreKey}"`).join(', ') || 'none';
      faults.push(`${place}: the file has no such total (it has ${known}); say which items it adds`);
      continue;
    }
    const terms = total.items?.flatMap((one): ScoreDefinition['terms'][number][] => {
      const { item: key, weight } = typeof one === 'string' ? { item: one, weight: 1 } : one;
      const item = itemOf(key);
      if (!item) faults.push(`${place}: there is no item "${key}"`);
      else if (!hasValue(item)) faults.push(`${place}: the answers to "${key}" have no value that could be added`);
      return item ? [{ questionnaireItemId: item.questionnaireItemId, weight }] : [];
    });
    const added = terms?.map((term) => term.questionnaireItemId);
    if (added && new Set(added).size < added.length) faults.push(`${place}: an item stands in it twice`);
    if (added && total.atLeast !== undefined && total.atLeast > added.length)
      faults.push(`${place}: it cannot need ${String(total.atLeast)} answers of ${String(added.length)} items`);
    if (!added && total.atLeast !== undefined)
      faults.push(`${place}: the file says when this total is given; "atLeast" goes with "items"`);
    faults.push(...overlaps(total.messages ?? []).map((fault) => `${place}: ${fault}`));
    scores.set(total.key, {
      scoreKey: total.key,
      name: total.name ?? before?.name ?? settings.title ?? base.title,
      constant: terms ? total.constant : (before?.constant ?? 0),
      terms: terms ?? before?.terms ?? [],
      // With some of the questions missing, the total would be another number. So all of them are needed unless the operator says how many
      // are enough.
      needs: added ? [{ atLeast: total.atLeast ?? added.length, of: added, by: 'score' }] : (before?.needs ?? []),
      messages:
        total.messages?.map(({ text, texts, ...range }) => ({
          ...range,
          text: htmlOfMarkdown(text),
          texts: Object.fromEntries(Object.entries(texts).map(([language, one]) => [language, htmlOfMarkdown(one)])),
        })) ??
        before?.messages ??
        [],
      isShown: total.shown ?? before?.isShown ?? true,
    });
  }
  const all = [...scores.values()].map((score) =>
    settings.showNumbers === false ? { ...score, showsNumber: false } : score,
  );
  const redefined = new Set(settings.totals?.flatMap(({ key, items }) => (items ? [key] : [])));
  const withheld = all.filter((one) => !one.isShown || one.showsNumber === false || redefined.has(one.scoreKey));
  const items = withoutTotals(
    base.items,
    withheld.map(({ scoreKey }) => ids.item(scoreKey)),
  );
  const alerts = alertRulesOf(settings.alerts ?? [], {
    scores: all,
    item: itemOf,
    option: (itemKey, optionKey) => ids.option(itemKey, optionKey),
    isInRows: (item) => isInRows(item, itemById),
  });
  faults.push(...alerts.faults);
  if (faults.length > 0) throw new SettingsFault(faults);
  return {
    ...base,
    title: settings.title ?? base.title,
    instructions: settings.instructions === undefined ? base.instructions : htmlOfMarkdown(settings.instructions),
    defaultMessage:
      settings.messageWithoutRange === undefined ? base.defaultMessage : htmlOfMarkdown(settings.messageWithoutRange),
    items,
    scores: all,
    // Absent instead of empty, so that revisions that were saved before stay the same.
    ...(alerts.rules.length === 0 ? {} : { alerts: [...alerts.rules] }),
    fromFile: {
      title: base.title,
      instructions: base.instructions,
      defaultMessage: base.defaultMessage,
      scores: base.scores,
      ...(items === base.items ? {} : { items: base.items }),
    },
  };
}

function isInRows(
  { parentItemId }: QuestionnaireItem,
  items: ReadonlyMap<QuestionnaireItemId, QuestionnaireItem>,
): boolean {
  const parent = parentItemId === undefined ? undefined : items.get(parentItemId);
  return parent !== undefined && (isRepeatingGroup(parent) || isInRows(parent, items));
}

/** Hides the form's own items for totals that the patient may not see, or may not see in the form's way. */
function withoutTotals(
  items: TemplateRevision['items'],
  totals: readonly (QuestionnaireItem['questionnaireItemId'] | undefined)[],
): TemplateRevision['items'] {
  const isWithheld = (item: QuestionnaireItem) =>
    item.calculated !== undefined && item.isHidden !== true && totals.includes(item.questionnaireItemId);
  return items.some(isWithheld) ? items.map((item) => (isWithheld(item) ? { ...item, isHidden: true } : item)) : items;
}

interface Span {
  readonly from: number | null;
  readonly to: number | null;
}
/** Ranges that overlap: the second message would never be shown for the shared values. */
function overlaps(ranges: readonly Span[]): string[] {
  const low = ({ from }: Span) => from ?? -Infinity;
  const high = ({ to }: Span) => to ?? Infinity;
  return ranges.flatMap((one, at) =>
    ranges.slice(at + 1).some((other) => low(one) <= high(other) && low(other) <= high(one))
      ? [`its message ${String(at + 1)} shares values with a later one`]
      : [],
  );
}
