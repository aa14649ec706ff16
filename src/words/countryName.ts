const inLocale = new Map<string, Intl.DisplayNames>();

function namesIn(locale: string): Intl.DisplayNames {
  let names = inLocale.get(locale);
  if (!names) inLocale.set(locale, (names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' })));
  return names;
}

/** The name of a country: of a code in the reader's language, of anything else as it was written. */
export const countryName = (country: string, locale: string): string => (/^[A-Z]{2}$/.test(country) ? (namesIn(locale).of(country) ?? country) : country);
