import type { LanguageCode } from '@portal/api';

/** The locale in which the server formats dates and numbers for each language. */
export const locales: Readonly<Record<LanguageCode, string>> = {
  en: 'en-US',
  es: 'es-MX',
  fr: 'fr-CA',
  pt: 'pt-BR',
  zh: 'zh-CN',
};
