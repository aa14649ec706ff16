import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';
import { formatToParts } from 'intl-messageformat';

export type Values = Readonly<Record<string, string | number>>;

/** Makes a formatter once for each locale and options, because making one takes far longer than using it. */
function once<Options, Formatter>(make: (locale: string, options: Options) => Formatter) {
  const made = new Map<string, Formatter>();
  return (locale: string, options: Options): Formatter => {
    const key = `${locale} ${JSON.stringify(options)}`;
    let formatter = made.get(key);
    if (formatter === undefined) made.set(key, (formatter = make(locale, options)));
    return formatter;
  };
}

const dates = /* @__PURE__ */ once(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
const numbers = /* @__PURE__ */ once(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
const plurals = /* @__PURE__ */ once(
  (locale, options: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options),
);
const lists = /* @__PURE__ */ once((locale, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options));
const names = /* @__PURE__ */ once(
  (locale, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(locale, options),
);

/** A moment: milliseconds since 1970, or its text in ISO 8601. */
type Moment = number | string;
const moment = (at: Moment): Date => new Date(at);

/** The browser's formatters for a locale. Each throws a `RangeError` for a value that cannot be formatted. */
export const intlOf = (locale: string) => ({
  formatDate: (at: Moment, options: Intl.DateTimeFormatOptions): string => dates(locale, options).format(moment(at)),
  formatDateToParts: (at: Moment, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormatPart[] =>
    dates(locale, options).formatToParts(moment(at)),
  formatNumber: (value: number, options?: Intl.NumberFormatOptions): string =>
    // A count up to 999 looks the same in every language of ours, and the first formatter takes a slow phone a tenth of a second.
    options === undefined && Number.isInteger(value) && value >= 0 && value < 1000
      ? String(value)
      : numbers(locale, options ?? {}).format(value),
  formatNumberToParts: (value: number): Intl.NumberFormatPart[] => numbers(locale, {}).formatToParts(value),
  formatList: (parts: readonly string[], options: Intl.ListFormatOptions): string =>
    lists(locale, options).format(parts),
  formatDisplayName: (code: string, options: Intl.DisplayNamesOptions): string | undefined =>
    names(locale, options).of(code),
});

/** The same formatters as FormatJS asks for them inside a message. */
const formattersOf = (locale: string) => ({
  getDateTimeFormat: (_: unknown, options: Intl.DateTimeFormatOptions = {}) => dates(locale, options),
  getNumberFormat: (_: unknown, options: Intl.NumberFormatOptions = {}) => numbers(locale, options),
  getPluralRules: (_: unknown, options: Intl.PluralRulesOptions = {}) => plurals(locale, options),
});

/** How a text surrounds a value that it only shows: after the French « de » or « que », before a full stop, both or neither. */
const surroundings = ['', '.', 'e', 'e.'] as const;
/** The name for a value as text in its surroundings; no placeholder can have it. */
const asText = (name: string, around: (typeof surroundings)[number]): string => `${name} ${around}`;
/** An abbreviation at the end of a sentence has one point: `le 7 déc.`, `9:30 a.m.` */
const withoutPoint = (text: string): string => (text.endsWith('.') && !text.endsWith('..') ? text.slice(0, -1) : text);
/** The end of « de » or « que » with what follows: `message de Linnea`, `message d’Ottoline`. */
const afterDe = (text: string): string => (/^[aeiouœæ]/i.test(text.normalize('NFD')) ? `’${text}` : `e ${text}`);

/**
 * Prepares a message for FormatJS: a placeholder that is only shown reads its value as text, because FormatJS writes a number in `{name}`
 * without grouping. So does `#`, the number that `plural` counts. `empty` collects empty texts for missing values, for which FormatJS would throw.
 */
function prepared(
  locale: string,
  parts: readonly MessageFormatElement[],
  empty: Record<string, string | number>,
  plural: string | null = null,
): MessageFormatElement[] {
  const isElided = (before?: MessageFormatElement, part?: MessageFormatElement) =>
    locale.startsWith('fr') &&
    before?.type === TYPE.literal &&
    /(?<!\p{L})(?:d|qu)e $/iu.test(before.value) &&
    part?.type === TYPE.argument;
  const text = (name: string, after?: MessageFormatElement, isAfterDe = false): MessageFormatElement => {
    const isBeforeStop = after?.type === TYPE.literal && /^\.(?!\.)/.test(after.value);
    const value = asText(name, `${isAfterDe ? 'e' : ''}${isBeforeStop ? '.' : ''}`);
    empty[value] = isAfterDe ? afterDe('') : '';
    return { type: TYPE.argument, value };
  };
  return parts.map((part, at): MessageFormatElement => {
    const after = parts[at + 1];
    if (part.type === TYPE.argument || (part.type === TYPE.number && !part.style))
      return text(part.value, after, isElided(parts[at - 1], part));
    if (part.type === TYPE.literal && isElided(part, after))
      return { ...part, value: part.value.slice(0, -'e '.length) };
    if (part.type === TYPE.pound && plural !== null) return text(plural);
    if (part.type === TYPE.number) empty[part.value] = 0;
    if (part.type === TYPE.plural) {
      empty[part.value] = 0;
      return { ...part, options: optionsOf(locale, part, empty, part.offset === 0 ? part.value : null) };
    }
    if (part.type === TYPE.select) {
      empty[part.value] ??= '';
      return { ...part, options: optionsOf(locale, part, empty, plural) };
    }
    return part;
  });
}

const optionsOf = (
  locale: string,
  { options }: { readonly options: Readonly<Record<string, { readonly value: MessageFormatElement[] }>> },
  empty: Record<string, string | number>,
  plural: string | null,
) =>
  Object.fromEntries(
    Object.entries(options).map(([name, { value }]) => [name, { value: prepared(locale, value, empty, plural) }]),
  );

interface Ready {
  /** Empty texts for missing values. */
  readonly empty: Values;
  readonly parts: MessageFormatElement[];
}

/** A message is of one language and is prepared once: that takes longer than writing its text. */
const readyMessages = /* @__PURE__ */ new WeakMap<readonly MessageFormatElement[], Ready>();

function readyOf(locale: string, message: readonly MessageFormatElement[]): Ready {
  let ready = readyMessages.get(message);
  if (ready === undefined) {
    const empty: Record<string, string | number> = {};
    readyMessages.set(message, (ready = { parts: prepared(locale, message, empty), empty }));
  }
  return ready;
}

/** No message of ours names one; a number in a facility's own words is written as any other. */
const noStyles = { number: {}, date: {}, time: {} };

/** The text of a compiled ICU message in a language. A missing value leaves an empty place. */
export function formatMessage(locale: string, message: readonly MessageFormatElement[], values: Values = {}): string {
  const { empty, parts } = readyOf(locale, message);
  const given: Record<string, string | number> = { ...empty };
  for (const [name, value] of Object.entries(values)) {
    given[name] = value;
    for (const around of surroundings) {
      if (!(asText(name, around) in empty)) continue;
      const text = typeof value === 'number' ? intlOf(locale).formatNumber(value) : value;
      const atStop = around.endsWith('.') ? withoutPoint(text) : text;
      given[asText(name, around)] = around.startsWith('e') ? afterDe(atStop) : atStop;
    }
  }
  return formatToParts(parts, locale, formattersOf(locale), noStyles, given)
    .map(({ value }) => String(value))
    .join('');
}
