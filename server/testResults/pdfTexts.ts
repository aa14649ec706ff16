import { type LanguageCode, flagMeaning } from '@portal/api';
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import zh from './words/zh.json' with { type: 'json' };

/** The texts of a printed result. `{…}` is replaced. Where the page has the same texts, they are the same. */
export type PdfTexts = typeof en;

export const pdfTexts: Readonly<Record<LanguageCode, PdfTexts>> = { en, es, fr, pt, zh };

/** Replaces `{name}` with its value. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

/** A flag in words. An unknown flag is quoted. */
export function flagWords(texts: PdfTexts, flag: string | null): string {
  const meaning = flagMeaning(flag);
  switch (meaning?.kind) {
    case undefined:
    case 'inside':
      return '';
    case 'asSent':
      return fill(texts.asSent, { flag: flag ?? '' });
    case 'critical':
      return meaning.side === 'high' ? texts.criticalHigh : meaning.side === 'low' ? texts.criticalLow : texts.critical;
    case 'outside':
      return texts[meaning.side ?? 'outside'];
  }
}
