import * as v from 'valibot';
import { declareAuditEvent } from './auditEvent.ts';
import { declareCall } from './call.ts';
import { brandedId } from './ids.ts';
import { changing, ofPatient, own } from './presets.ts';

/** A row from which an item of the treatment summary is made. */
export const TreatmentItemId = brandedId('TreatmentItemId');
export type TreatmentItemId = v.InferOutput<typeof TreatmentItemId>;

const module = { capability: 'TreatmentSummary', section: 'TreatmentSummary' } as const;

/** A field of an item. A date has the precision of its source: `2012`, `2012-03`, an instant, or a text. */
export const TreatmentValue = v.nullable(
  v.union([v.string(), v.number(), v.boolean(), v.array(v.union([v.string(), v.number()]))]),
);
export type TreatmentValue = v.InferOutput<typeof TreatmentValue>;

/**
 * An item of a group with the group's fields (specification 3, section 3): each has its code and, under the name with `Display` appended,
 * its text. `rules/treatmentGroups.ts` lists them.
 */
export const TreatmentItem = v.objectWithRest(
  {
    isNullMessageHolder: v.boolean(),
    nullMessage: v.optional(v.nullable(v.string()), null),
    isPatientReviewed: v.boolean(),
    /** Only our server sends it (beyond the specification): the ids of all rows of the item, for `markTreatmentSummarySeen`. */
    recordIds: v.optional(v.array(TreatmentItemId)),
    /** Only our server sends these (beyond the specification): what joins a tumor marker's values, and the laboratory's flag. */
    testCode: v.optional(v.nullable(v.string())),
    testFlag: v.optional(v.nullable(v.string())),
  },
  TreatmentValue,
);
export type TreatmentItem = v.InferOutput<typeof TreatmentItem>;

/** The groups in the order in which they are shown. */
export const TreatmentSummary = v.array(v.object({ key: v.string(), value: v.array(TreatmentItem) }));
export type TreatmentSummary = v.InferOutput<typeof TreatmentSummary>;

export const listTreatmentSummary = declareCall({
  ...ofPatient,
  ...module,
  name: 'listTreatmentSummary',
  path: '/api/patients/{patientId}/treatmentSummary',
  access: own,
  answer: TreatmentSummary,
  audited: true,
});
export const countUnseenTreatmentSummary = declareCall({
  ...ofPatient,
  ...module,
  name: 'countUnseenTreatmentSummary',
  isBackground: true,
  isBadge: true,
  path: '/api/patients/{patientId}/treatmentSummary/UnseenCount',
  access: own,
  answer: v.number(),
  audited: false,
});
/**
 * Marks the shown items as seen by the patient (rulings, section 2). What arrived while the page was open stays new. `null`: all items. A
 * representative's request is accepted and changes nothing.
 */
export const markTreatmentSummarySeen = declareCall({
  ...changing,
  ...module,
  name: 'markTreatmentSummarySeen',
  isOptional: true,
  method: 'PUT',
  path: '/api/patients/{patientId}/treatmentSummary/seen',
  params: ofPatient.params,
  access: own,
  body: v.object({ recordIds: v.nullable(v.pipe(v.array(TreatmentItemId), v.maxLength(5000))) }),
  largestBody: 60_000,
  invalidates: ['listTreatmentSummary', 'countUnseenTreatmentSummary'],
});

export const treatmentSummaryViewed = declareAuditEvent({
  auditEventType: 'treatmentsummaryviewauditevent',
  section: 'TreatmentSummary',
});
