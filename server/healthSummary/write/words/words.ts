import type { LanguageCode } from '@portal/api';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { pt } from './pt.ts';
import type { SummaryWords } from './texts.ts';
import { zh } from './zh.ts';

export type { SectionKey, SummaryWords } from './texts.ts';

/** The words of the documents that we make, in each language. */
export const summaryWords: Readonly<Record<LanguageCode, SummaryWords>> = { en, es, fr, pt, zh };
