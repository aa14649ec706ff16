import type { LanguageCode } from '@portal/api';

/** The tag by which the server writes dates and numbers of a language. */
export const locales: Readonly<Record<LanguageCode, string>> = {
  en: 'en-US',
  es: 'es-MX',
  fr: 'fr-CA',
  pt: 'pt-BR',
  zh: 'zh-CN',
};
