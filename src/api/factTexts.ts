import type { FactName } from './healthLists.ts';
import type { LanguageCode } from './values.ts';

type Texts = Readonly<Record<LanguageCode, string>>;

/** What codes of a few facts mean, once for the page and for the summaries that the server writes. */
export const factTexts = {
  'healthSummary.mild': { en: 'Mild', es: 'Leve', fr: 'Légère', pt: 'Leve', zh: '轻度' },
  'healthSummary.moderate': { en: 'Moderate', es: 'Moderada', fr: 'Modérée', pt: 'Moderada', zh: '中度' },
  'healthSummary.severe': { en: 'Severe', es: 'Grave', fr: 'Grave', pt: 'Grave', zh: '重度' },
  'healthSummary.dangerLow': { en: 'Low', es: 'Bajo', fr: 'Faible', pt: 'Baixo', zh: '低' },
  'healthSummary.dangerHigh': { en: 'High', es: 'Alto', fr: 'Élevé', pt: 'Alto', zh: '高' },
  'healthSummary.dangerUnknown': {
    en: 'Cannot be told',
    es: 'No se puede saber',
    fr: 'On ne peut pas le dire',
    pt: 'Não dá para saber',
    zh: '无法判断',
  },
  'healthSummary.onceADay': {
    en: 'Once a day',
    es: 'Una vez al día',
    fr: 'Une fois par jour',
    pt: 'Uma vez por dia',
    zh: '每天一次',
  },
  'healthSummary.twiceADay': {
    en: 'Twice a day',
    es: 'Dos veces al día',
    fr: 'Deux fois par jour',
    pt: 'Duas vezes por dia',
    zh: '每天两次',
  },
  'healthSummary.threeTimesADay': {
    en: 'Three times a day',
    es: 'Tres veces al día',
    fr: 'Trois fois par jour',
    pt: 'Três vezes por dia',
    zh: '每天三次',
  },
  'healthSummary.fourTimesADay': {
    en: 'Four times a day',
    es: 'Cuatro veces al día',
    fr: 'Quatre fois par jour',
    pt: 'Quatro vezes por dia',
    zh: '每天四次',
  },
  'healthSummary.everyOtherDay': {
    en: 'Every other day',
    es: 'Un día sí y otro no',
    fr: 'Un jour sur deux',
    pt: 'Dia sim, dia não',
    zh: '隔天一次',
  },
  'healthSummary.inTheMorning': {
    en: 'In the morning',
    es: 'Por la mañana',
    fr: 'Le matin',
    pt: 'De manhã',
    zh: '早上',
  },
  'healthSummary.inTheAfternoon': {
    en: 'In the afternoon',
    es: 'Por la tarde',
    fr: 'L’après-midi',
    pt: 'À tarde',
    zh: '下午',
  },
  'healthSummary.atBedtime': { en: 'At bedtime', es: 'Al acostarse', fr: 'Au coucher', pt: 'Ao deitar', zh: '睡前' },
  'healthSummary.onceAWeek': {
    en: 'Once a week',
    es: 'Una vez por semana',
    fr: 'Une fois par semaine',
    pt: 'Uma vez por semana',
    zh: '每周一次',
  },
  'healthSummary.onceAMonth': {
    en: 'Once a month',
    es: 'Una vez al mes',
    fr: 'Une fois par mois',
    pt: 'Uma vez por mês',
    zh: '每月一次',
  },
  'healthSummary.asNeeded': {
    en: 'only when needed',
    es: 'solo cuando haga falta',
    fr: 'seulement si besoin',
    pt: 'só quando precisar',
    zh: '仅在需要时',
  },
} as const satisfies Readonly<Record<string, Texts>>;

type Key = keyof typeof factTexts;
/** FHIR's timing abbreviations, and its numbers of times in a period: `2 / 1 d`. */
const timings: Readonly<Record<string, Key>> = {
  QD: 'healthSummary.onceADay',
  BID: 'healthSummary.twiceADay',
  TID: 'healthSummary.threeTimesADay',
  QID: 'healthSummary.fourTimesADay',
  QOD: 'healthSummary.everyOtherDay',
  AM: 'healthSummary.inTheMorning',
  PM: 'healthSummary.inTheAfternoon',
  BED: 'healthSummary.atBedtime',
  WK: 'healthSummary.onceAWeek',
  MO: 'healthSummary.onceAMonth',
  PRN: 'healthSummary.asNeeded',
  '1 / 1 d': 'healthSummary.onceADay',
  '2 / 1 d': 'healthSummary.twiceADay',
  '3 / 1 d': 'healthSummary.threeTimesADay',
  '4 / 1 d': 'healthSummary.fourTimesADay',
  '1 / 2 d': 'healthSummary.everyOtherDay',
  '1 / 1 wk': 'healthSummary.onceAWeek',
  '1 / 1 mo': 'healthSummary.onceAMonth',
};
const strengths: Readonly<Record<string, Key>> = {
  mild: 'healthSummary.mild',
  moderate: 'healthSummary.moderate',
  severe: 'healthSummary.severe',
};
const dangers: Readonly<Record<string, Key>> = {
  low: 'healthSummary.dangerLow',
  high: 'healthSummary.dangerHigh',
  'low criticality': 'healthSummary.dangerLow',
  'high criticality': 'healthSummary.dangerHigh',
  'unable-to-assess': 'healthSummary.dangerUnknown',
};

const keyIn = (keys: Readonly<Record<string, Key>>, code: string): Key | null =>
  Object.hasOwn(keys, code) ? (keys[code] ?? null) : null;

/**
 * The text of a code that a fact is, which sources send where people expect words. Each means one thing, so saying it in words is no guess;
 * null for anything else, which stays as the source wrote it.
 */
export function factText(name: FactName, value: string): Key | null {
  const code = value.trim();
  if (name === 'frequency') return keyIn(timings, code);
  if (name === 'severity') return keyIn(strengths, code.toLowerCase());
  return name === 'criticality' ? keyIn(dangers, code.toLowerCase()) : null;
}
