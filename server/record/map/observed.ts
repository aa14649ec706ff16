import * as v from 'valibot';
import { FhirDate, type Moment } from '../fhir/dates.ts';
import type { Context } from '../fhir/directory.ts';
import {
  Annotation,
  codesOf,
  Concept,
  DateElement,
  Identifier,
  listOf,
  Period,
  Reference,
  Text,
  wordsOf,
} from '../fhir/elements.ts';
import type { LinkRow, Timed } from './mapped.ts';
import { commonValueElements } from './values.ts';

/** The time of an observation or report, in any of the elements that FHIR has for it. */
export const timeElements = {
  effectiveDateTime: DateElement,
  effectiveInstant: DateElement,
  effectivePeriod: v.nullish(Period),
  effectiveTiming: v.nullish(v.object({ event: listOf(FhirDate) })),
  issued: DateElement,
} as const;
const Timing = v.object(timeElements);

export function momentAt(one: v.InferOutput<typeof Timing>): Moment | null {
  const [event] = one.effectiveTiming?.event ?? [];
  return (
    one.effectiveDateTime ??
    one.effectiveInstant ??
    one.effectivePeriod?.start ??
    one.effectivePeriod?.end ??
    event ??
    null
  );
}
export function timesOf(one: v.InferOutput<typeof Timing>): Timed {
  const moment = momentAt(one);
  return {
    effective: moment?.text ?? null,
    effectiveAt: moment?.at ?? null,
    effectivePrecision: moment?.precision ?? null,
    effectiveEnd: one.effectivePeriod?.end?.text ?? null,
    issuedAt: one.issued?.at ?? null,
  };
}

/** What shows that two reports or observations belong together: the specimen, the order or the visit, and the time. */
export const specimenAndOrder = {
  specimen: v.nullish(v.union([v.array(Reference), Reference])),
  basedOn: listOf(Reference),
  encounter: v.nullish(Reference),
  // A value that was taken at another time than its order has the order's time here.
  identifier: listOf(v.object({ ...Identifier.entries, period: v.fallback(v.nullish(Period), null) })),
} as const;
const Taken = v.object(specimenAndOrder);

/** Reports and observations of one specimen, order or visit at the same time form one result. For a visit, the same day is not enough. */
export function resultKeyOf(
  one: v.InferOutput<typeof Taken>,
  moment: Moment | null,
  context: Context,
  own: string,
): string {
  const key = (reference: Reference | null | undefined) => {
    const written = wordsOf(reference?.reference);
    return written === null || written.startsWith('#') ? null : context.keyOf(written);
  };
  const accession = one.identifier?.find(({ type }) => codesOf(type ? [type] : []).includes('ACSN'));
  const when = accession?.period?.start?.at ?? moment?.at ?? '';
  const specimen = key(Array.isArray(one.specimen) ? one.specimen[0] : one.specimen);
  if (specimen !== null) return `${specimen} ${when}`;
  if (wordsOf(accession?.value) !== null)
    return `accession ${accession?.system ?? ''}|${accession?.value ?? ''} ${when}`;
  const order = key(one.basedOn?.[0]);
  if (order !== null && when !== '') return `${order} ${when}`;
  const visit = key(one.encounter);
  return visit !== null && moment?.precision === 'time' ? `${visit} ${when}` : own;
}

/** The links for a list of references, in order. References to other sources are left out. */
export function linksOf(
  relation: LinkRow['relation'],
  references: readonly (Reference | null | undefined)[],
  context: Context,
): LinkRow[] {
  return references.flatMap((reference, position) => {
    const written = wordsOf(reference?.reference);
    const [, targetType, targetId] =
      /^([A-Z]\w+)\/([^/?]+)$/.exec(written === null ? '' : context.keyOf(written)) ?? [];
    return targetType === undefined || targetId === undefined ? [] : [{ relation, position, targetType, targetId }];
  });
}

export const Observation = v.object({
  ...commonValueElements,
  ...timeElements,
  ...specimenAndOrder,
  status: Text,
  meta: v.nullish(v.object({ profile: listOf(Text) })),
  category: listOf(Concept),
  performer: listOf(Reference),
  note: listOf(Annotation),
  hasMember: listOf(Reference),
  focus: listOf(Reference),
  bodySite: v.nullish(Concept),
  method: v.nullish(Concept),
  component: listOf(v.object(commonValueElements)),
});
export type Observation = v.InferOutput<typeof Observation>;

/** States of what is not there for patients. */
export const notYet: ReadonlySet<string> = new Set(['registered', 'cancelled']);

/** Diagnostic services of HL7 v2 whose observations are laboratory results. */
export const laboratoryServices: ReadonlySet<string> = new Set(
  'laboratory LAB BG BLB CG CH CP CTH GE HM ICU IMM MB MCB MYC PAT SP SR TX VR LP29684-5-LAB LP7839-6 26436-6'.split(
    ' ',
  ),
);
