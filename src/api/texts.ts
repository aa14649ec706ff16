import type { LanguageCode } from './values.ts';
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import zh from './words/zh.json' with { type: 'json' };

/** The texts that pages share with documents of the server. They have placeholders in braces and no other syntax. */
export const sharedTexts: Readonly<Record<LanguageCode, Readonly<typeof en>>> = { en, es, fr, pt, zh };

export type SharedTextKey = keyof typeof en;
