import type { LanguageCode } from '@portal/api';
import { locales } from '../process/locales.ts';
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import zh from './words/zh.json' with { type: 'json' };

/** The texts that the server itself writes into pages and manifests. */
export const pageTexts: Readonly<Record<LanguageCode, typeof en>> = { en, es, fr, pt, zh };

/** English pages name no country. */
export const pageLocales: Readonly<Record<LanguageCode, string>> = { ...locales, en: 'en' };
