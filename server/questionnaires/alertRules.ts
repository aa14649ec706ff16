import {
  type Answer,
  entriesByPlace,
  isEmailAddress,
  LanguageCode,
  type ListAnswerId,
  type QuestionnaireItem,
  type QuestionnaireItemId,
  scoreOf,
} from '@portal/api';
import * as v from 'valibot';
import { htmlOfAlertText } from '../html/markdown.ts';
import { hasValue } from './scoring.ts';
import type { AlertCondition, AlertRule, ScoreDefinition, StoredScore, TemplateRevision } from './template.ts';

/** Hours after which somebody is reminded if the rule says nothing else. */
export const usualReminderHours = 24;

const Text = v.pipe(v.string(), v.trim(), v.minLength(1, 'it is empty'), v.maxLength(10_000, 'it is too long'));
const AlertFields = v.strictObject({
  key: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  item: v.optional(v.string()),
  total: v.optional(v.string()),
  /** Options by their text, their code or their value. */
  options: v.optional(v.pipe(v.array(v.string()), v.minLength(1))),
  answer: v.optional(v.picklist(['yes', 'no'], 'it is "yes" or "no"')),
  from: v.optional(v.number()),
  to: v.optional(v.number()),
  tell: v.optional(v.pipe(v.string(), v.trim(), v.check(isEmailAddress, 'it is not an email address'))),
  /** Null: nobody is reminded. */
  remindAfterHours: v.optional(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(720))),
    usualReminderHours,
  ),
  text: v.optional(Text),
  texts: v.optional(v.record(LanguageCode, Text), {}),
});
type AlertFields = v.InferOutput<typeof AlertFields>;
const hasRange = ({ from, to }: AlertFields): boolean => from !== undefined || to !== undefined;
const waysToSay = (one: AlertFields): number =>
  [one.options !== undefined, one.answer !== undefined, hasRange(one)].filter(Boolean).length;

/** An alert rule as an operator writes it. */
export const AlertSetting = v.pipe(
  AlertFields,
  v.check(
    ({ item, total }) => (item === undefined) !== (total === undefined),
    'it needs "item" or "total", and not both',
  ),
  v.check(
    (one) => one.item === undefined || waysToSay(one) === 1,
    'its item needs one of "options", "answer" and "from" or "to"',
  ),
  v.check(
    (one) => one.total === undefined || (hasRange(one) && waysToSay(one) === 1),
    'its total needs "from" or "to" and no answer',
  ),
  v.check(({ from, to }) => from === undefined || to === undefined || from <= to, '"from" is higher than "to"'),
  v.check(
    ({ text, texts }) => text !== undefined || Object.keys(texts).length === 0,
    '"texts" are translations of "text"',
  ),
);
export type AlertSetting = v.InferOutput<typeof AlertSetting>;

/** The parts of a questionnaire that a rule can name. */
export interface NamedThings {
  readonly scores: readonly ScoreDefinition[];
  item(key: string): QuestionnaireItem | undefined;
  option(itemKey: string, optionKey: string): ListAnswerId | undefined;
}

/** The id of an option that an operator names by its text, its code or its value. */
function optionNamed(
  item: QuestionnaireItem,
  itemKey: string,
  named: string,
  things: NamedThings,
): ListAnswerId | null {
  if (!('listAnswers' in item)) return null;
  const byKey = things.option(itemKey, named);
  // An option of an earlier revision keeps its key but is no longer in the item.
  const found =
    item.listAnswers.find(({ answerText }) => answerText.trim() === named.trim()) ??
    item.listAnswers.find(({ listAnswerId }) => listAnswerId === byKey);
  return found?.listAnswerId ?? null;
}

function conditionOfItem(setting: AlertSetting, key: string, things: NamedThings): AlertCondition | string {
  const item = things.item(key);
  if (!item) return `there is no item "${key}"`;
  const { questionnaireItemId } = item;
  if (setting.answer !== undefined)
    return item.questionnaireItemType === 'BooleanQuestion'
      ? { kind: 'yesNo', questionnaireItemId, isChecked: setting.answer === 'yes' }
      : `"${key}" is not answered with yes or no`;
  if (setting.options !== undefined) {
    if (item.questionnaireItemType === 'LookupQuestion')
      return { kind: 'codes', questionnaireItemId, codes: [...setting.options] };
    if (!('listAnswers' in item)) return `"${key}" has no options`;
    const found = setting.options.map((named) => ({ named, id: optionNamed(item, key, named, things) }));
    const unknown = found.filter(({ id }) => id === null).map(({ named }) => `"${named}"`);
    if (unknown.length > 0)
      return `"${key}" has no option ${unknown.join(' or ')}; it has ${item.listAnswers.map(({ answerText }) => `"${answerText}"`).join(', ')}`;
    return {
      kind: 'options',
      questionnaireItemId,
      listAnswerIds: found.flatMap(({ id }) => (id === null ? [] : [id])),
    };
  }
  if (item.questionnaireItemType === 'QuantityQuestion') {
    if (item.units.length > 1) return `the answers to "${key}" come in several units`;
  } else if (!hasValue(item)) return `the answers to "${key}" have no value that could be compared`;
  return { kind: 'value', questionnaireItemId, from: setting.from ?? null, to: setting.to ?? null };
}

function conditionOf(setting: AlertSetting, things: NamedThings): AlertCondition | string {
  const { item, total } = setting;
  if (item !== undefined) return conditionOfItem(setting, item, things);
  const found = things.scores.find(({ scoreKey }) => scoreKey === total);
  if (found) return { kind: 'score', scoreKey: found.scoreKey, from: setting.from ?? null, to: setting.to ?? null };
  const known = things.scores.map(({ scoreKey }) => `"${scoreKey}"`).join(', ') || 'none';
  return `there is no total "${String(total)}" (there are: ${known})`;
}

/** The rules that the settings make for their questionnaire, and for each setting what does not fit the questionnaire. */
export function alertRulesOf(
  settings: readonly AlertSetting[],
  things: NamedThings,
): { readonly rules: readonly AlertRule[]; readonly faults: readonly string[] } {
  const rules: AlertRule[] = [];
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const [at, setting] of settings.entries()) {
    const place = `alerts[${String(at)}] ("${setting.key}")`;
    if (seen.has(setting.key)) faults.push(`${place}: another alert has this key`);
    seen.add(setting.key);
    const when = conditionOf(setting, things);
    if (typeof when === 'string') {
      faults.push(`${place}: ${when}`);
      continue;
    }
    rules.push({
      alertKey: setting.key,
      when,
      tellAddress: setting.tell ?? null,
      remindAfterHours: setting.remindAfterHours,
      text: setting.text === undefined ? null : htmlOfAlertText(setting.text),
      texts: Object.fromEntries(
        Object.entries(setting.texts).map(([language, text]) => [language, htmlOfAlertText(text)]),
      ),
    });
  }
  return { rules, faults };
}

const isWithin = (value: number, { from, to }: { readonly from: number | null; readonly to: number | null }): boolean =>
  (from === null || value >= from) && (to === null || value <= to);

/** The numbers in the answers at one place: for a choice the sum of its options' values, for a number each answer. */
function valuesOf(item: QuestionnaireItem, entries: readonly Answer[]): number[] {
  if (!('listAnswers' in item)) return entries.flatMap(({ numberAnswer }) => numberAnswer ?? []);
  const value = scoreOf(item, entries);
  return value === null ? [] : [value];
}

function isMet(
  when: AlertCondition,
  items: ReadonlyMap<QuestionnaireItemId, QuestionnaireItem>,
  answers: readonly Answer[],
  scores: readonly StoredScore[],
): boolean {
  if (when.kind === 'score')
    return scores.some(({ scoreKey, scoreValue }) => scoreKey === when.scoreKey && isWithin(scoreValue, when));
  const item = items.get(when.questionnaireItemId);
  const entries = answers.filter(({ questionnaireItemId }) => questionnaireItemId === when.questionnaireItemId);
  if (!item || entries.length === 0) return false;
  switch (when.kind) {
    case 'options':
      return entries.some(
        ({ listAnswerId, isChecked }) =>
          listAnswerId !== undefined && isChecked !== false && when.listAnswerIds.includes(listAnswerId),
      );
    case 'codes':
      return entries.some(({ coding }) => coding !== undefined && when.codes.includes(coding.code));
    case 'yesNo':
      return entries.some(({ isChecked }) => isChecked === when.isChecked);
    case 'value':
      // Each row of a repeating group is compared separately.
      return [...entriesByPlace(entries).values()].some((ofPlace) =>
        valuesOf(item, ofPlace).some((value) => isWithin(value, when)),
      );
  }
}

/** In the order of the rules. `answers` are those stored, with only what was asked, so the same completion always meets the same rules. */
export function metRules(
  { items, alerts = [] }: Pick<TemplateRevision, 'items' | 'alerts'>,
  answers: readonly Answer[],
  scores: readonly StoredScore[],
): AlertRule[] {
  if (alerts.length === 0) return [];
  const itemById = new Map(items.map((item) => [item.questionnaireItemId, item]));
  return alerts.filter(({ when }) => isMet(when, itemById, answers, scores));
}

/** The texts that a patient reads after a completion that meets rules, without repeats. The revision is in the reader's language. */
export function alertMessagesOf(
  revision: Pick<TemplateRevision, 'items' | 'alerts'>,
  answers: readonly Answer[],
  scores: readonly StoredScore[],
): string[] {
  return [...new Set(metRules(revision, answers, scores).flatMap(({ text }) => text ?? []))];
}
