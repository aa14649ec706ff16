import {
  type EntryStatus,
  type FactName,
  type FactTelling,
  type HealthListKey,
  type LanguageCode,
  type MissingReason,
} from '@portal/api';
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import zh from './words/zh.json' with { type: 'json' };
import { sharedTextIn } from '../../html/fillText.ts';
import { locales } from '../../process/locales.ts';

export type SectionKey =
  | Exclude<HealthListKey, 'carePlans'>
  | 'plan'
  | 'treatment'
  | 'familyHistory'
  | 'notes'
  | 'careTeam';

/** The words of the documents that we make. `{…}` is filled in. `nothing` is said of a section about which nothing is held, `none` where a source says that there is nothing of the kind. */
export interface SummaryWords extends Readonly<typeof en> {
  readonly sections: Readonly<Record<SectionKey, string>>;
  /** What an entry's name is called at the head of its column. */
  readonly what: Readonly<Record<HealthListKey, string>>;
  readonly facts: Readonly<Record<FactName, string>>;
  readonly statuses: Readonly<Record<EntryStatus, string>>;
  readonly missing: Readonly<Record<MissingReason, string>>;
  readonly negated: Readonly<Record<HealthListKey, string>>;
  readonly none: Readonly<Record<HealthListKey, string>>;
}

export const summaryWords: Readonly<Record<LanguageCode, SummaryWords>> = { en, es, fr, pt, zh };

/** The words and dates in which a document tells facts that are codes. */
export const factTellingIn = (language: LanguageCode): FactTelling => ({
  t: sharedTextIn(language),
  locale: locales[language],
});
