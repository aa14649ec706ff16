import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';

export type Values = Readonly<Record<string, string | number>>;

/** Kinds of message part as the compiler writes them; its own enumeration would bring the compiler along. */
const kinds = { literal: 0, argument: 1, number: 2, select: 5, plural: 6, pound: 7 } as const;

const numberFormats = new Map<string, Intl.NumberFormat>();
const pluralRules = new Map<string, Intl.PluralRules>();

function once<T>(made: Map<string, T>, key: string, make: () => T): T {
  let value = made.get(key);
  if (value === undefined) made.set(key, (value = make()));
  return value;
}

const numberText = (locale: string, value: number) => once(numberFormats, locale, () => new Intl.NumberFormat(locale)).format(value);

/** False for a message with parts that `formatMessage` does not write: dates, times and tags. */
export const isFormattable = (message: string | readonly MessageFormatElement[]): boolean =>
  typeof message === 'string' ||
  message.every((part) => {
    if (part.type === kinds.plural || part.type === kinds.select) return Object.values(part.options).every((option) => isFormattable(option.value));
    return part.type === kinds.literal || part.type === kinds.argument || part.type === kinds.number || part.type === kinds.pound;
  });

/**
 * The text of a compiled ICU message in a language. It knows what our texts use: values, numbers, `plural`, `selectordinal` and
 * `select`; dates are formatted before they are put in. A value that is missing leaves its place empty.
 */
export function formatMessage(locale: string, message: readonly MessageFormatElement[], values: Values = {}, counted = ''): string {
  let text = '';
  for (const part of message) {
    if (part.type === kinds.literal) text += part.value;
    else if (part.type === kinds.pound) text += counted;
    else if (part.type === kinds.argument || part.type === kinds.number) {
      const value = values[part.value] ?? '';
      text += typeof value === 'number' ? numberText(locale, value) : value;
    } else if (part.type === kinds.select) {
      text += formatMessage(locale, (part.options[String(values[part.value])] ?? part.options['other'])?.value ?? [], values, counted);
    } else if (part.type === kinds.plural) {
      const count = Number(values[part.value] ?? 0);
      const rest = count - part.offset;
      const type = part.pluralType ?? 'cardinal';
      const rules = once(pluralRules, `${locale} ${type}`, () => new Intl.PluralRules(locale, { type }));
      const chosen = part.options[`=${count}`] ?? part.options[rules.select(rest)] ?? part.options['other'];
      text += formatMessage(locale, chosen?.value ?? [], values, numberText(locale, rest));
    }
  }
  return text;
}
