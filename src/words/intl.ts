import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';
import { createIntl, createIntlCache, type IntlShape } from '@formatjs/intl';

export type Values = Readonly<Record<string, string | number>>;

const cache = /* @__PURE__ */ createIntlCache();
const byLocale = /* @__PURE__ */ new Map<string, IntlShape<string>>();

/** FormatJS for a locale; its formatters are made once. Throws for a value that cannot be formatted. */
export function intlOf(locale: string): IntlShape<string> {
  let intl = byLocale.get(locale);
  if (!intl) {
    const onError = (error: Error): never => {
      throw error;
    };
    byLocale.set(locale, (intl = createIntl({ locale, onError }, cache)));
  }
  return intl;
}

/** The name for a value that is passed as text; no placeholder can have it. */
const asText = (name: string): string => `${name} `;

/**
 * Prepares a message for FormatJS: a placeholder that is only shown reads its value as text, because FormatJS writes a number in `{name}`
 * without grouping. `empty` collects empty texts for missing values, for which FormatJS would throw.
 */
function prepared(
  parts: readonly MessageFormatElement[],
  empty: Record<string, string | number>,
): MessageFormatElement[] {
  return parts.map((part): MessageFormatElement => {
    if (part.type === TYPE.argument || (part.type === TYPE.number && !part.style)) {
      const value = asText(part.value);
      empty[value] = '';
      return { type: TYPE.argument, value };
    }
    if (part.type === TYPE.number) empty[part.value] = 0;
    if (part.type === TYPE.plural) {
      empty[part.value] = 0;
      return { ...part, options: optionsOf(part, empty) };
    }
    if (part.type === TYPE.select) {
      empty[part.value] ??= '';
      return { ...part, options: optionsOf(part, empty) };
    }
    return part;
  });
}

const optionsOf = (
  { options }: { readonly options: Readonly<Record<string, { readonly value: MessageFormatElement[] }>> },
  empty: Record<string, string | number>,
) => Object.fromEntries(Object.entries(options).map(([name, { value }]) => [name, { value: prepared(value, empty) }]));

interface Ready {
  readonly locale: string;
  /** Empty texts for missing values. */
  readonly empty: Values;
  readonly format: (values: Values) => unknown;
}

/** A message is prepared once, because FormatJS looks up its own cache by serialising the whole message. */
const readyMessages = /* @__PURE__ */ new WeakMap<readonly MessageFormatElement[], Ready>();

function readyIn(locale: string, message: readonly MessageFormatElement[]): Ready {
  const known = readyMessages.get(message);
  if (known?.locale === locale) return known;
  const { formatters } = intlOf(locale);
  const empty: Record<string, string | number> = {};
  const { format } = formatters.getMessageFormat(prepared(message, empty), locale, undefined, { formatters });
  const ready = { locale, empty, format: (values: Values) => format(values) };
  readyMessages.set(message, ready);
  return ready;
}

/** The text of a compiled ICU message in a language. A missing value leaves an empty place. */
export function formatMessage(locale: string, message: readonly MessageFormatElement[], values: Values = {}): string {
  const { empty, format } = readyIn(locale, message);
  const given: Record<string, string | number> = { ...empty };
  for (const [name, value] of Object.entries(values)) {
    const text = asText(name);
    given[name] = value;
    if (text in empty) given[text] = typeof value === 'number' ? intlOf(locale).formatNumber(value) : value;
  }
  return String(format(given));
}
