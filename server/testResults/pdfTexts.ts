import { type LanguageCode, flagMeaning } from '@portal/api';
import type { SharedText } from '../html/fillText.ts';
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import zh from './words/zh.json' with { type: 'json' };

/** What only a printed page says. `{…}` is replaced. */
export const pdfTexts: Readonly<Record<LanguageCode, typeof en>> = { en, es, fr, pt, zh };

/** A flag in words. An unknown flag is quoted. */
export function flagWords(t: SharedText, flag: string | null): string {
  const meaning = flagMeaning(flag);
  switch (meaning?.kind) {
    case undefined:
    case 'inside':
      return '';
    case 'asSent':
      return t('records.flag_asSent', { flag: flag ?? '' });
    case 'critical':
      if (meaning.side === null) return t('records.flag_critical');
      return t(meaning.side === 'high' ? 'records.flag_criticalHigh' : 'records.flag_criticalLow');
    case 'outside':
      return t(`records.flag_${meaning.side ?? 'outside'}`);
  }
}
