import type { HealthCode } from './healthLists.ts';
import type { LanguageCode } from './values.ts';

type Texts = Readonly<Record<LanguageCode, string>>;

/** What kind of visit it was, once for the page and for the summaries that the server writes. */
export const visitTexts = {
  'healthSummary.visit_outpatient': {
    en: 'Outpatient visit',
    es: 'Consulta ambulatoria',
    fr: 'Consultation externe',
    pt: 'Consulta ambulatorial',
    zh: '门诊就诊',
  },
  'healthSummary.visit_emergency': {
    en: 'Emergency visit',
    es: 'Visita a urgencias',
    fr: 'Passage aux urgences',
    pt: 'Atendimento de emergência',
    zh: '急诊就诊',
  },
  'healthSummary.visit_field': {
    en: 'Care outside of a clinic',
    es: 'Atención fuera de la clínica',
    fr: 'Soins hors d’un établissement',
    pt: 'Atendimento fora da clínica',
    zh: '院外就诊',
  },
  'healthSummary.visit_home': {
    en: 'Care at home',
    es: 'Atención en casa',
    fr: 'Soins à domicile',
    pt: 'Atendimento em casa',
    zh: '上门就诊',
  },
  'healthSummary.visit_inpatient': {
    en: 'Hospital stay',
    es: 'Hospitalización',
    fr: 'Séjour à l’hôpital',
    pt: 'Internação no hospital',
    zh: '住院',
  },
  'healthSummary.visit_observation': {
    en: 'Hospital stay for observation',
    es: 'Hospitalización en observación',
    fr: 'Séjour à l’hôpital en observation',
    pt: 'Internação em observação',
    zh: '留院观察',
  },
  'healthSummary.visit_beforeStay': {
    en: 'Visit before a hospital stay',
    es: 'Visita antes de una hospitalización',
    fr: 'Rendez-vous avant un séjour à l’hôpital',
    pt: 'Consulta antes de uma internação',
    zh: '住院前就诊',
  },
  'healthSummary.visit_shortStay': {
    en: 'Short hospital stay',
    es: 'Hospitalización corta',
    fr: 'Court séjour à l’hôpital',
    pt: 'Internação curta',
    zh: '短期住院',
  },
  'healthSummary.visit_virtual': {
    en: 'Visit by phone or video',
    es: 'Consulta por teléfono o video',
    fr: 'Consultation par téléphone ou vidéo',
    pt: 'Consulta por telefone ou vídeo',
    zh: '电话或视频就诊',
  },
} as const satisfies Readonly<Record<string, Texts>>;

/** HL7's classes of encounters, all of them; sources send the code alone, or a word for clerks. */
const classes: Readonly<Record<string, keyof typeof visitTexts>> = {
  AMB: 'healthSummary.visit_outpatient',
  EMER: 'healthSummary.visit_emergency',
  FLD: 'healthSummary.visit_field',
  HH: 'healthSummary.visit_home',
  IMP: 'healthSummary.visit_inpatient',
  ACUTE: 'healthSummary.visit_inpatient',
  NONAC: 'healthSummary.visit_inpatient',
  OBSENC: 'healthSummary.visit_observation',
  PRENC: 'healthSummary.visit_beforeStay',
  SS: 'healthSummary.visit_shortStay',
  VR: 'healthSummary.visit_virtual',
};
const actCodes = /v3-ActCode$|2\.16\.840\.1\.113883\.5\.4$/;

/** The text of what kind of visit a code says it was; null where it says nothing of the kind. */
export function visitKind(codes: readonly Pick<HealthCode, 'system' | 'code'>[]): keyof typeof visitTexts | null {
  const known = codes.find(({ system, code }) => actCodes.test(system ?? '') && Object.hasOwn(classes, code));
  return known === undefined ? null : (classes[known.code] ?? null);
}
