import {
  knownTreatmentWord,
  type LanguageCode,
  type ShownGroup,
  type ShownItem,
  toldTreatmentFact,
  toldTreatmentName,
  type TreatmentGroup,
  type TreatmentItemId,
  type TreatmentTelling,
} from '@portal/api';
import { locales } from '../../process/locales.ts';
import type { TreatmentEntry, TreatmentPart } from './content.ts';
import { stableId } from './datatypes.ts';
import { sourceOf, type Treatment } from './fromTreatment.ts';
import { sharedTextIn } from '../../html/fillText.ts';

const tellingIn = (language: LanguageCode, timeZone: string): TreatmentTelling => ({
  t: sharedTextIn(language),
  locale: locales[language],
  timeZone,
});

type Word = NonNullable<ReturnType<typeof knownTreatmentWord>>;
/** Relatives that HL7's RoleCode and our words both know. */
const relations = new Map<Word, readonly [code: string, gender: 'F' | 'M']>([
  ['treatmentSummary.value_mother', ['MTH', 'F']],
  ['treatmentSummary.value_father', ['FTH', 'M']],
  ['treatmentSummary.value_sister', ['SIS', 'F']],
  ['treatmentSummary.value_brother', ['BRO', 'M']],
  ['treatmentSummary.value_daughter', ['DAUC', 'F']],
  ['treatmentSummary.value_son', ['SONC', 'M']],
  ['treatmentSummary.value_maternalGrandmother', ['MGRMTH', 'F']],
  ['treatmentSummary.value_paternalGrandmother', ['PGRMTH', 'F']],
  ['treatmentSummary.value_maternalGrandfather', ['MGRFTH', 'M']],
  ['treatmentSummary.value_paternalGrandfather', ['PGRFTH', 'M']],
  ['treatmentSummary.value_maternalAunt', ['MAUNT', 'F']],
  ['treatmentSummary.value_paternalAunt', ['PAUNT', 'F']],
  ['treatmentSummary.value_maternalUncle', ['MUNCLE', 'M']],
  ['treatmentSummary.value_paternalUncle', ['PUNCLE', 'M']],
]);
const wordIn = (item: ShownItem, name: string): Word | null => {
  const written = item.item[`${name}Display`] ?? item.item[name];
  return typeof written === 'string' ? knownTreatmentWord(written) : null;
};

function relativeOf(item: ShownItem, id: string): TreatmentEntry['relative'] {
  const word = wordIn(item, 'relationship');
  const [relation = null, gender = null] = (word === null ? undefined : relations.get(word)) ?? [];
  const state = wordIn(item, 'currentStatus');
  const age = item.item['ageAtDiagnosis'];
  return {
    id,
    relation,
    gender,
    hasDied:
      state === 'treatmentSummary.value_deceased' ? true : state === 'treatmentSummary.value_alive' ? false : null,
    // A number without its unit may be months.
    ageInYears: /^(\d{1,3}) (?:years?|a|yr)$/.exec(typeof age === 'string' ? age.trim() : '')?.[1] ?? null,
  };
}

/** How to reach who did something: that is in the section of the care team. */
const contact: ReadonlySet<string> = new Set(['phone', 'email']);
/** Told whole by lists that hold whatever the range. */
const inLists: ReadonlySet<TreatmentGroup> = new Set(['Allergy', 'Comorbidity']);

/** How a summary reads the treatment summary: in whose words, and what of it the facility shows. */
export interface TreatmentReading {
  readonly root: string;
  readonly language: LanguageCode;
  readonly timeZone: string;
  readonly shown: readonly ShownGroup[];
}

/** The treatment summary as its page shows it, in its order. */
export function treatmentParts(treatment: Treatment, reading: TreatmentReading): TreatmentPart[] {
  const { root, language, timeZone, shown } = reading;
  const telling = tellingIn(language, timeZone);
  const entryOf = (key: TreatmentGroup, item: ShownItem): TreatmentEntry => {
    const ids: readonly TreatmentItemId[] = item.item.recordIds ?? [];
    const source = sourceOf(treatment, item.item);
    return {
      id: stableId(root, 'treatment', key, ...ids),
      name: item.nullMessage ?? toldTreatmentName(telling, key, item),
      facts: item.facts
        .filter(({ label }) => !contact.has(label))
        .map((fact) => ({
          field: fact.label,
          label: telling.t(`treatmentSummary.label_${fact.label}`),
          value: toldTreatmentFact(telling, fact),
        })),
      relative:
        key === 'FamilyHistory' && item.nullMessage === null && source !== undefined
          ? relativeOf(item, stableId(root, source.source, source.type, source.resourceId))
          : null,
    };
  };
  // Habits are in their list, but for those that were read before entries were kept.
  const isInList = (key: TreatmentGroup, { item }: ShownItem): boolean =>
    inLists.has(key) || (key === 'SocialHistory' && sourceOf(treatment, item)?.isTold === true);
  return shown.flatMap(({ key, items }) => {
    const entries = items.filter((item) => !isInList(key, item)).map((item) => entryOf(key, item));
    return entries.length === 0 ? [] : [{ key, title: telling.t(`treatmentSummary.group_${key}`), entries }];
  });
}

/** The stages of cancers, by the resources that tell the diagnoses. */
export function stagesIn(treatment: Treatment, reading: TreatmentReading): ReadonlyMap<number, string> {
  const telling = tellingIn(reading.language, reading.timeZone);
  const diagnoses = reading.shown.find(({ key }) => key === 'Diagnosis');
  return new Map(
    (diagnoses?.items ?? []).flatMap(({ item, facts }) => {
      const source = sourceOf(treatment, item);
      const stage = facts.find(({ label }) => label === 'stage');
      return source === undefined || stage === undefined ? [] : [[source.id, toldTreatmentFact(telling, stage)]];
    }),
  );
}
