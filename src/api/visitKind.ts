import type { HealthCode } from './healthLists.ts';
import type { SharedTextKey } from './texts.ts';

type VisitKey = Extract<SharedTextKey, `healthSummary.visit_${string}`>;

/** All of HL7's encounter classes. Sources send the code alone, or a word meant for clerks. */
const classes: Readonly<Record<string, VisitKey>> = {
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

/** The text for the kind of visit that a code means; null when the codes say nothing about it. */
export function visitKind(codes: readonly Pick<HealthCode, 'system' | 'code'>[]): VisitKey | null {
  const known = codes.find(({ system, code }) => actCodes.test(system ?? '') && Object.hasOwn(classes, code));
  return known === undefined ? null : (classes[known.code] ?? null);
}
