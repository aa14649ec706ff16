import type { SharedTextKey } from '../texts.ts';

type ValueKey =
  | Extract<SharedTextKey, `treatmentSummary.value_${string}`>
  | `timing.${'onceADay' | 'twiceADay' | 'threeTimesADay' | 'fourTimesADay' | 'onceAWeek'}`;

/** How sources write each word that we know, in lower case: codes and the displays of HL7, SNOMED CT and NCI. */
const spellings: Readonly<Record<ValueKey, string>> = {
  'treatmentSummary.value_yes': 'yes|y|true',
  'treatmentSummary.value_no': 'no|n|false',
  'treatmentSummary.value_unknown': 'unknown|asked-unknown|asked but unknown',
  'treatmentSummary.value_right': 'right|right side|r',
  'treatmentSummary.value_left': 'left|left side|l',
  'treatmentSummary.value_bilateral': 'bilateral|both sides|right and left|b',
  'treatmentSummary.value_active': 'active',
  'treatmentSummary.value_inactive': 'inactive',
  'treatmentSummary.value_remission': 'remission|in remission',
  'treatmentSummary.value_resolved': 'resolved',
  'treatmentSummary.value_recurrence': 'recurrence|relapse|recurrent',
  'treatmentSummary.value_primary': 'primary',
  'treatmentSummary.value_secondary': 'secondary',
  'treatmentSummary.value_alive': 'alive|living',
  'treatmentSummary.value_deceased': 'deceased|dead',
  'treatmentSummary.value_food': 'food',
  'treatmentSummary.value_medication': 'medication|medicine|drug',
  'treatmentSummary.value_environment': 'environment|environmental',
  'treatmentSummary.value_biologic': 'biologic',
  'treatmentSummary.value_allergy': 'allergy',
  'treatmentSummary.value_intolerance': 'intolerance',
  'treatmentSummary.value_otherKind': 'other',
  'treatmentSummary.value_mother': 'mother|natural mother|mth|nmth',
  'treatmentSummary.value_father': 'father|natural father|fth|nfth',
  'treatmentSummary.value_sister': 'sister|natural sister|sis|nsis',
  'treatmentSummary.value_brother': 'brother|natural brother|bro|nbro',
  'treatmentSummary.value_daughter': 'daughter|natural daughter|dauc|dau',
  'treatmentSummary.value_son': 'son|natural son|sonc',
  'treatmentSummary.value_maternalGrandmother': 'maternal grandmother|maternalgrandmother|mgrmth',
  'treatmentSummary.value_paternalGrandmother': 'paternal grandmother|paternalgrandmother|pgrmth',
  'treatmentSummary.value_maternalGrandfather': 'maternal grandfather|maternalgrandfather|mgrfth',
  'treatmentSummary.value_paternalGrandfather': 'paternal grandfather|paternalgrandfather|pgrfth',
  'treatmentSummary.value_maternalAunt': 'maternal aunt|maternalaunt|maunt',
  'treatmentSummary.value_paternalAunt': 'paternal aunt|paternalaunt|paunt',
  'treatmentSummary.value_maternalUncle': 'maternal uncle|maternaluncle|muncle',
  'treatmentSummary.value_paternalUncle': 'paternal uncle|paternaluncle|puncle',
  'treatmentSummary.value_oral': 'oral|oral route|by mouth|po',
  'treatmentSummary.value_intravenous': 'intravenous|intravenous route|iv',
  'treatmentSummary.value_subcutaneous': 'subcutaneous|subcutaneous route|sc',
  'treatmentSummary.value_intramuscular': 'intramuscular|intramuscular route|im',
  'timing.onceADay': 'once a day|once daily|daily|qd|1 / 1 d',
  'timing.twiceADay': 'twice a day|twice daily|bid|2 / 1 d',
  'timing.threeTimesADay': 'three times a day|tid|3 / 1 d',
  'timing.fourTimesADay': 'four times a day|qid|4 / 1 d',
  'timing.onceAWeek': 'once a week|weekly|1 / 1 wk',
  'treatmentSummary.value_tablet': 'tablet|oral tablet',
  'treatmentSummary.value_capsule': 'capsule|oral capsule',
  'treatmentSummary.value_injection': 'injection|injectable solution',
  'treatmentSummary.value_infusion': 'infusion|solution for infusion',
  'treatmentSummary.value_neverSmoked': 'never smoker|never smoked|never smoked tobacco|lifetime non-smoker|never',
  'treatmentSummary.value_formerSmoker': 'former smoker|ex-smoker|ex-tobacco smoker',
  'treatmentSummary.value_dailySmoker':
    'current every day smoker|smokes tobacco daily|heavy tobacco smoker|light tobacco smoker',
  'treatmentSummary.value_someDaysSmoker': 'current some day smoker|occasional tobacco smoker',
  'treatmentSummary.value_smoker': 'smoker|current smoker|smoker, current status unknown',
  'treatmentSummary.value_neverDrinks':
    'current non-drinker of alcohol|lifetime non-drinker|lifetime non-drinker of alcohol|does not drink alcohol',
  'treatmentSummary.value_drinksSometimes':
    'occasional drinker|drinks alcohol occasionally|social drinker|monthly or less',
  'treatmentSummary.value_drinks': 'current drinker of alcohol|current drinker|drinks alcohol',
  'treatmentSummary.value_premenopausal': 'premenopausal|premenopausal state|pre-menopausal',
  'treatmentSummary.value_perimenopausal': 'perimenopausal|perimenopausal state|peri-menopausal',
  'treatmentSummary.value_postmenopausal': 'postmenopausal|postmenopausal state|post-menopausal',
  'treatmentSummary.value_natural': 'natural|natural menopause',
  'treatmentSummary.value_surgical': 'surgical|surgical menopause|surgery',
  'treatmentSummary.value_byMedicine': 'medical|chemical|chemotherapy|drug-induced|drug induced',
  'treatmentSummary.value_externalBeam':
    'external beam|external beam radiation therapy|external beam radiotherapy|teleradiotherapy',
  'treatmentSummary.value_brachytherapy': 'brachytherapy',
  'treatmentSummary.value_longTerm': 'long term|long-term|longterm',
  'treatmentSummary.value_late': 'late',
  'treatmentSummary.value_shortTerm': 'short term|short-term|shortterm',
};

const keys: ReadonlyMap<string, ValueKey> = new Map(
  (Object.keys(spellings) as ValueKey[]).flatMap((key) =>
    spellings[key].split('|').map((word) => [word, key] as const),
  ),
);

/** The text for a source's word; null for an unknown one. A part that SNOMED CT adds in brackets is ignored. */
export const knownTreatmentWord = (written: string): ValueKey | null =>
  keys.get(
    written
      .trim()
      .toLowerCase()
      .replace(/ \((?:finding|qualifier value|situation|disorder|person|procedure)\)$/, ''),
  ) ?? null;
