import {
  type AlertCondition,
  isEmailAddress,
  LanguageCode,
  type ListAnswerId,
  type QuestionnaireItem,
} from '@portal/api';
import * as v from 'valibot';
import { htmlOfAlertText } from '../html/markdown.ts';
import { hasValue } from './scoring.ts';
import type { AlertRule, ScoreDefinition } from './template.ts';

/** Hours after which somebody is reminded if the rule says nothing else. */
export const usualReminderHours = 24;

/** A text of an operator. */
export const Text = v.pipe(v.string(), v.trim(), v.minLength(1, 'it is empty'), v.maxLength(10_000, 'it is too long'));
const AlertFields = v.strictObject({
  key: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  item: v.optional(v.string()),
  total: v.optional(v.string()),
  /** Options by their text, their code or their value. */
  options: v.optional(v.pipe(v.array(v.string()), v.minLength(1))),
  answer: v.optional(v.picklist(['yes', 'no'], 'it is "yes" or "no"')),
  from: v.optional(v.number()),
  to: v.optional(v.number()),
  /** Compared with the answers to the same questionnaire that were sent before. */
  risesBy: v.optional(v.pipe(v.number(), v.gtValue(0))),
  fallsBy: v.optional(v.pipe(v.number(), v.gtValue(0))),
  /** Only if the answers that were sent before met it as well. */
  again: v.optional(v.literal(true)),
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
const isChange = ({ risesBy, fallsBy }: AlertFields): boolean => risesBy !== undefined || fallsBy !== undefined;
const hasRange = (one: AlertFields): boolean => one.from !== undefined || one.to !== undefined || isChange(one);
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
    'its item needs one of "options", "answer" and numbers ("from", "to", "risesBy", "fallsBy")',
  ),
  v.check(
    (one) => one.total === undefined || (hasRange(one) && waysToSay(one) === 1),
    'its total needs numbers ("from", "to", "risesBy", "fallsBy") and no answer',
  ),
  v.check(({ from, to }) => from === undefined || to === undefined || from <= to, '"from" is higher than "to"'),
  v.check(
    (one) => [one.risesBy, one.fallsBy, one.again].filter((way) => way !== undefined).length <= 1,
    'only one of "risesBy", "fallsBy" and "again"',
  ),
  v.check(
    ({ text, texts }) => text !== undefined || Object.keys(texts).length === 0,
    '"texts" are translations of "text"',
  ),
);
export type AlertSetting = v.InferOutput<typeof AlertSetting>;

/** The parts of a questionnaire that a rule can name. */
interface NamedThings {
  readonly scores: readonly ScoreDefinition[];
  item(key: string): QuestionnaireItem | undefined;
  option(itemKey: string, optionKey: string): ListAnswerId | undefined;
  /** True for an item inside a repeating group. */
  isInRows(item: QuestionnaireItem): boolean;
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
  if (isChange(setting) && things.isInRows(item)) return `"${key}" is answered in rows, which have no answer before`;
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

function comparedIn({ risesBy, fallsBy, again }: AlertSetting): Pick<AlertRule, 'compared'> {
  if (risesBy !== undefined) return { compared: { kind: 'rises', by: risesBy } };
  if (fallsBy !== undefined) return { compared: { kind: 'falls', by: fallsBy } };
  return again === undefined ? {} : { compared: { kind: 'again' } };
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
      ...comparedIn(setting),
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
