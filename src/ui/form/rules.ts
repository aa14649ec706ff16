import type { CheckName } from '@portal/api';
import * as v from 'valibot';
import type { MessageKey, Values } from '../../words/index.ts';
import type { DateParts } from '../dates.ts';

/** A problem of a field, as the key of a text. */
export interface Problem {
  readonly text: MessageKey;
  readonly values?: Values;
}

/** Checks a field's value, with the whole form where it needs it; null when there is no problem. */
export type Rule<in T, in Form = unknown> = (value: T, form: Form) => Problem | null;

/** A text is empty when it is null or has no character but white space (specification 1, section 5). */
export const isEmpty = (text: string | null): boolean => text === null || text.trim() === '';

/** For texts, and for checkboxes that must be ticked. */
export const required =
  (text: MessageKey = 'core.required'): Rule<string | boolean | null> =>
  (value) =>
    (typeof value === 'boolean' ? value : !isEmpty(value)) ? null : { text };

/** How a form sends a typed text. */
const sends = {
  trimmed: (typed: string) => typed.trim(),
  /** Spaces count, as in a password. */
  verbatim: (typed: string) => typed,
  /** The id of a choice. */
  number: (typed: string) => Number(typed),
} as const;

export interface SchemaRuleOptions {
  /** `trimmed` unless given. */
  readonly sent?: keyof typeof sends;
  /** The text for a broken pattern, check or literal, in place of the usual one. */
  readonly text?: MessageKey;
}

const limitTexts: Readonly<Record<string, MessageKey>> = {
  min_length: 'form.minLength',
  max_length: 'form.maxLength',
  min_value: 'form.minimum',
  max_value: 'form.maximum',
};
const issueTexts: Readonly<Record<string, MessageKey>> = {
  non_empty: 'core.required',
  digits: 'form.digits',
  url: 'form.url',
  picklist: 'form.oneOf',
  number: 'form.oneOf',
};
const checkTexts: Readonly<Record<CheckName, MessageKey>> = { email: 'form.email' };
const isCheckName = (name: string): name is CheckName => Object.hasOwn(checkTexts, name);

function problemOf(issue: v.BaseIssue<unknown>, given: MessageKey | undefined): Problem {
  const limit = limitTexts[issue.type];
  if (limit !== undefined) return { text: limit, values: { limit: Number(issue.requirement) } };
  const check = issue.type === 'check' && isCheckName(issue.message) ? checkTexts[issue.message] : undefined;
  const usual = issue.type === 'literal' ? 'form.notSame' : 'form.pattern';
  return { text: given ?? issueTexts[issue.type] ?? check ?? usual };
}

const optionalTypes: ReadonlySet<string> = new Set(['nullable', 'nullish', 'optional', 'undefinedable']);

/** Whether a body may lack this value: an empty field is then valid. */
export const isOptional = (schema: Pick<v.GenericSchema, 'type'>): boolean => optionalTypes.has(schema.type);

/** A field's rule by the schema of what is sent: required unless optional, then the schema's first issue, in the `form` texts. */
export function schemaRule(
  schema: v.GenericSchema,
  { sent = 'trimmed', text }: SchemaRuleOptions = {},
): Rule<string | boolean | null> {
  return (typed) => {
    const isNothing =
      sent === 'verbatim' ? typed === '' || typed === null : typeof typed !== 'boolean' && isEmpty(typed);
    if (isNothing && schema.type !== 'literal') return isOptional(schema) ? null : { text: 'core.required' };
    const parsed = v.safeParse(schema, typeof typed === 'string' ? sends[sent](typed) : typed);
    return parsed.success ? null : problemOf(parsed.issues[0], text);
  };
}

type LimitedSchema =
  | { readonly pipe: readonly { readonly type: string; readonly requirement?: unknown }[] }
  | { readonly wrapped: LimitedSchema };

/** The maximum length in a schema, for controls that accept no more. */
export function longestOf(schema: LimitedSchema): number {
  if ('wrapped' in schema) return longestOf(schema.wrapped);
  const limit = schema.pipe.find(({ type }) => type === 'max_length' || type === 'length')?.requirement;
  return typeof limit === 'number' ? limit : Infinity;
}

/** The same value as another field of the form. */
export const matchField =
  <N extends string>(name: N, text: MessageKey = 'form.notSame'): Rule<string, Readonly<Record<N, string>>> =>
  (value, form) =>
    value === form[name] ? null : { text };

/** The first problem of a value, or null. */
export function firstProblem<T, Form>(rules: readonly Rule<T, Form>[], value: T, form: Form): Problem | null {
  for (const rule of rules) {
    const problem = rule(value, form);
    if (problem !== null) return problem;
  }
  return null;
}

/** Whether a day exists. Years have four digits. */
export function isDay(year: string, month: string, day: string): boolean {
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return false;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return (
    date.getUTCFullYear() === Number(year) &&
    date.getUTCMonth() === Number(month) - 1 &&
    date.getUTCDate() === Number(day)
  );
}

const numberUpTo = (highest: number) =>
  schemaRule(v.pipe(v.string(), v.digits(), v.toNumber(), v.minValue(1), v.maxValue(highest)), { sent: 'verbatim' });
const fullYear: readonly Rule<string>[] = [
  schemaRule(v.pipe(v.string(), v.regex(/^\d{4}$/)), { sent: 'verbatim', text: 'form.yearDigits' }),
];
const monthNumber: readonly Rule<string>[] = [numberUpTo(12)];

/** The date as a whole is checked only if each part is valid. */
const realDate: Rule<string, DateParts> = (day, { year, month }) =>
  firstProblem(monthNumber, month, null) !== null ||
  firstProblem(fullYear, year, null) !== null ||
  isDay(year, month, day)
    ? null
    : { text: 'form.dateNotThere' };

/** The rules of a date that is typed in three fields (specification 1, section 5): day to 31, month to 12, a year of four digits. */
export const dateRules: { readonly [N in keyof DateParts]: readonly Rule<string, DateParts>[] } = {
  day: [numberUpTo(31), realDate],
  month: monthNumber,
  year: fullYear,
};

/** The problem of each field of a date; null: none to show. */
type DateProblems = { readonly [N in keyof DateParts]: Problem | null };

const missing: Readonly<Record<keyof DateParts, MessageKey>> = {
  day: 'form.dayMissing',
  month: 'form.monthMissing',
  year: 'form.yearMissing',
};
const wrong: Readonly<Record<keyof DateParts, MessageKey>> = {
  day: 'form.dayRange',
  month: 'form.monthRange',
  year: 'form.yearDigits',
};
const partsOfDate = ['day', 'month', 'year'] as const;

/** One sentence for a whole date, and the fields that it is about. */
interface DateProblem extends Problem {
  readonly fields: readonly (keyof DateParts)[];
}

/** The problem of a date in three fields as one sentence: invalid parts first, then missing ones. */
export function dateProblem(problems: DateProblems): DateProblem | null {
  const isMissing = (part: keyof DateParts) => problems[part]?.text === 'core.required';
  const bad = partsOfDate.find((part) => problems[part] !== null && !isMissing(part));
  if (bad !== undefined)
    return problems[bad]?.text === 'form.dateNotThere'
      ? { text: 'form.dateNotThere', fields: partsOfDate }
      : { text: wrong[bad], fields: [bad] };
  const fields = partsOfDate.filter(isMissing);
  const [first, second] = fields;
  if (first === undefined) return null;
  return { text: second === undefined ? missing[first] : 'form.dateMissing', fields };
}

export const dateProblems = (date: DateParts): DateProblems => ({
  day: firstProblem(dateRules.day, date.day, date),
  month: firstProblem(dateRules.month, date.month, date),
  year: firstProblem(dateRules.year, date.year, date),
});
