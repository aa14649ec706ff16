import { languageCodes, type LanguageCode } from '@portal/api';

const fixed: Readonly<Record<Exclude<LanguageCode, 'en'>, string>> = {
  es: 'es-MX',
  fr: 'fr-CA',
  pt: 'pt-BR',
  zh: 'zh-CN',
};
/** English as on the reader's device, for the tags in the specification (1, section 9); en-AU uses the en-CA format. */
const english: Readonly<Record<string, string>> = {
  'en-US': 'en-US',
  'en-CA': 'en-CA',
  'en-AU': 'en-CA',
  'en-GB': 'en-GB',
};

/** The locale tag with which dates, numbers and lists of a language are formatted. */
export function localeOf(
  language: LanguageCode,
  deviceLanguages: readonly string[] = globalThis.navigator?.languages ?? [],
): string {
  if (language !== 'en') return fixed[language];
  for (const tag of deviceLanguages) {
    const known = english[tag];
    if (known) return known;
  }
  return 'en-US';
}

/** The value of `lang` for a content; undefined when its language is not known. */
export const langOf = (language: LanguageCode | undefined): string | undefined =>
  language === undefined ? undefined : localeOf(language);

/** The languages that a facility offers, among those that ship; all of them when it does not say. */
export function offeredOf(said: unknown): readonly LanguageCode[] {
  const named = Array.isArray(said) ? languageCodes.filter((code) => said.includes(code)) : [];
  return named.length > 0 ? named : languageCodes;
}

/** The first of the reader's languages that is among those offered, or null. */
export function languageOf(
  tags: readonly string[],
  offered: readonly LanguageCode[] = languageCodes,
): LanguageCode | null {
  for (const tag of tags) {
    const base = tag.toLowerCase().split('-')[0];
    const code = offered.find((known) => known === base);
    if (code) return code;
  }
  return null;
}

/** Each language by its own name. */
export const languageNames: Readonly<Record<LanguageCode, string>> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
  zh: '中文',
};
