import type { LanguageCode } from '@portal/api';
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import zh from './words/zh.json' with { type: 'json' };

/** The texts that the server itself writes into pages and manifests. */
export const pageTexts: Readonly<Record<LanguageCode, typeof en>> = { en, es, fr, pt, zh };

export const pageLocales: Readonly<Record<LanguageCode, string>> = {
  en: 'en',
  es: 'es-MX',
  fr: 'fr-CA',
  pt: 'pt-BR',
  zh: 'zh-CN',
};
