import { isEmailAddress } from '@portal/api';
import type { MessageKey, Values } from '../../words/index.ts';

/** What is wrong with a field, as a text that any language can say. */
export interface Problem {
  readonly text: MessageKey;
  readonly values?: Values;
}

/**
 * Looks at a field's value, and at the whole form where it needs to; null when nothing is wrong. Rules but `required`, `equalTo`
 * and `matchField` have nothing against an empty text, so that a field that may be left out can still have them.
 */
export type Rule<in T, in Form = unknown> = (value: T, form: Form) => Problem | null;

/** A rule that has to ask somebody; `signal` ends when the answer is not wanted any more. */
export type AsyncRule<in T, in Form = unknown> = (value: T, form: Form, signal: AbortSignal) => Promise<Problem | null>;

/** A text is empty when it is null or has no character but white space (specification 1, section 5). */
export const isEmpty = (text: string | null): boolean => text === null || text.trim() === '';

/** A rule about a text that is there. */
const filled =
  (holds: (text: string) => boolean, problem: Problem): Rule<string | null> =>
  (text) =>
    text === null || isEmpty(text) || holds(text) ? null : problem;

/** For texts, and for boxes that have to be ticked. */
export const required =
  (text: MessageKey = 'core.required'): Rule<string | boolean | null> =>
  (value) =>
    (typeof value === 'boolean' ? value : !isEmpty(value)) ? null : { text };

export const minLength = (limit: number): Rule<string | null> => filled((text) => text.length >= limit, { text: 'form.minLength', values: { limit } });
export const maxLength = (limit: number): Rule<string | null> => filled((text) => text.length <= limit, { text: 'form.maxLength', values: { limit } });

/** A number in digits, with a sign and decimals where there are any; null for everything else, `0x10` and `1e3` too. */
function numberIn(text: string): number | null {
  const plain = text.trim();
  return /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)$/.test(plain) ? Number(plain) : null;
}

/** At least `limit`; what is no number fails. */
export const min = (limit: number): Rule<string | null> =>
  filled(
    (text) => {
      const number = numberIn(text);
      return number !== null && number >= limit;
    },
    { text: 'form.minimum', values: { limit } },
  );

/** At most `limit`; what is no number fails. */
export const max = (limit: number): Rule<string | null> =>
  filled(
    (text) => {
      const number = numberIn(text);
      return number !== null && number <= limit;
    },
    { text: 'form.maximum', values: { limit } },
  );

/** The shared email pattern. Blanks around an address do not count: a keyboard that completes words adds them. */
export const email = (): Rule<string | null> => filled((text) => isEmailAddress(text.trim()), { text: 'form.email' });

export const digits = (): Rule<string | null> => filled((text) => /^\d+$/.test(text), { text: 'form.digits' });

/** A text that a pattern fits. The pattern has to have its own `^` and `$` where the whole text is meant. */
export const pattern = (what: RegExp, text: MessageKey = 'form.pattern'): Rule<string | null> => filled((value) => value.search(what) >= 0, { text });

/** An address of the web. */
export const url = (): Rule<string | null> =>
  filled(
    (text) => {
      const plain = text.trim();
      return /^https?:\/\/\S+$/i.test(plain) && URL.canParse(plain);
    },
    { text: 'form.url' },
  );

/** One of these values. */
export const oneOf = (values: readonly string[], text: MessageKey = 'form.oneOf'): Rule<string | null> => filled((value) => values.includes(value), { text });

/** Exactly this value. */
export const equalTo =
  <const T extends string | number | boolean | null>(wanted: T, text: MessageKey = 'form.notSame'): Rule<string | number | boolean | null> =>
  (value) =>
    value === wanted ? null : { text };

/** The same value as another field of the form. */
export const matchField =
  <N extends string>(name: N, text: MessageKey = 'form.notSame'): Rule<string, Readonly<Record<N, string>>> =>
  (value, form) =>
    value === form[name] ? null : { text };

/** The first thing that is wrong with a value, or null. */
export function firstProblem<T, Form>(rules: readonly Rule<T, Form>[], value: T, form: Form): Problem | null {
  for (const rule of rules) {
    const problem = rule(value, form);
    if (problem !== null) return problem;
  }
  return null;
}

/** A day that the calendar has. Years are those with four digits. */
export function isDay(year: string, month: string, day: string): boolean {
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return false;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return date.getUTCFullYear() === Number(year) && date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

interface DateTexts {
  readonly year: string;
  readonly month: string;
  readonly day: string;
}

const fullYear: readonly Rule<string>[] = [required(), pattern(/^\d{4}$/, 'form.yearDigits')];
const monthNumber: readonly Rule<string>[] = [required(), digits(), min(1), max(12)];

/** Only when each part is right by itself is it the date that is wrong. */
const realDate: Rule<string, DateTexts> = (day, { year, month }) =>
  firstProblem(monthNumber, month, null) !== null || firstProblem(fullYear, year, null) !== null || isDay(year, month, day) ? null : { text: 'form.dateNotThere' };

/** The rules of a date that is typed in three fields (specification 1, section 5): day to 31, month to 12, a year of four digits. */
export const dateRules: { readonly [N in keyof DateTexts]: readonly Rule<string, DateTexts>[] } = {
  day: [required(), digits(), min(1), max(31), realDate],
  month: monthNumber,
  year: fullYear,
};
