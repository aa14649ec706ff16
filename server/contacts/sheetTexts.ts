import type { LanguageCode } from '@portal/api';
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import zh from './words/zh.json' with { type: 'json' };

/** The texts of the page with the PIN. `{portal}` and `{day}` are replaced. */
export const sheetTexts: Readonly<Record<LanguageCode, typeof en>> = { en, es, fr, pt, zh };
