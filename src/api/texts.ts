import type { deviceKinds } from './device.ts';
import type { Act, ActivityPart } from './acts.ts';
import type { Section } from './sections.ts';
import type { LanguageCode } from './values.ts';
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import zh from './words/zh.json' with { type: 'json' };

type ActivityTextKey =
  | `personalData.${
      | `act_${Act}`
      | `part_${Exclude<ActivityPart, Section>}`
      | (
          | 'you'
          | 'youFor'
          | 'onYourBehalf'
          | 'staff'
          | 'refusedOf'
          | 'endChangedOf'
          | 'noRight'
          | 'staffUnnamed'
          | 'nobody'
          | 'refused'
        )
      | ('withOpened' | 'openedOn' | 'openedNamed')
      | ('csvWhat' | 'csvWhen' | 'csvWho' | 'csvDevice')}`
  | `records.${`device_${(typeof deviceKinds)[number]}` | 'deviceWith'}`;

/** The texts that pages share with documents of the server: of the activity log, of codes in a record, of the treatment summary. */
export type SharedTextKey =
  | ActivityTextKey
  | Extract<keyof typeof en, `healthSummary.${string}` | `timing.${string}` | `treatmentSummary.${string}`>;

/** They have placeholders in braces and no other syntax. */
export const sharedTexts: Readonly<Record<LanguageCode, Readonly<Record<SharedTextKey, string>>>> = {
  en,
  es,
  fr,
  pt,
  zh,
};
