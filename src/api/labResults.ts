import * as v from 'valibot';
import { declareAuditEvent } from './auditEvent.ts';
import { FileType, declareCall } from './call.ts';
import { PatientId, brandedId } from './ids.ts';
import { changing, givingFile, ofPatient, own, withTicket } from './presets.ts';
import { RecordDate } from './recordDate.ts';
import { DayOrInstant, Instant, LanguageCode, orNull, PrintSize } from './values.ts';

export const LabResultId = brandedId('LabResultId');
export type LabResultId = v.InferOutput<typeof LabResultId>;

/** A form in which a laboratory sent a report. */
export const LabDocumentId = brandedId('LabDocumentId');
export type LabDocumentId = v.InferOutput<typeof LabDocumentId>;

/** A text that may be empty. */
const Words = orNull(v.string());

/** `ask`: the reader chose to be asked before a new result opens. `waiting`: closed until a visit. Neither has values or flags. */
export const LabResultOpening = v.picklist(['open', 'ask', 'waiting']);
export type LabResultOpening = v.InferOutput<typeof LabResultOpening>;

/** How many values the laboratory flagged, by the meaning of their flags. */
const FlagCounts = v.object({ critical: v.number(), high: v.number(), low: v.number(), outside: v.number() });
export type LabFlagCounts = v.InferOutput<typeof FlagCounts>;

const resultHead = {
  labResultId: LabResultId,
  /** When the sample was taken; null when the laboratory did not say. */
  startDate: orNull(RecordDate),
  requestingPhysician: Words,
  labName: Words,
  isReviewedByPatient: v.boolean(),
  /** The laboratory's own status: `final`, `preliminary`, `corrected`, `amended`, `cancelled`, … */
  externalStatus: Words,
  /** When a correction was received. */
  correctedOn: v.optional(v.nullable(Instant)),
  /** Left out: open. */
  opening: v.optional(LabResultOpening),
  /** The visit until which it waits; null: none is booked. */
  waitsUntil: v.optional(v.nullable(v.object({ date: DayOrInstant, provider: v.string() }))),
};

/** A test result in the list (specification 3, section 3). Only the details have values. */
export const LabResult = v.object({
  ...resultHead,
  testResultGroups: v.array(v.object({ testResultGroupId: v.number(), groupDisplayName: v.string() })),
  flags: v.optional(FlagCounts),
  /** When the facility received it from the laboratory. */
  receivedOn: v.optional(Instant),
});
export type LabResult = v.InferOutput<typeof LabResult>;

const EarlierValue = v.object({
  takenOn: RecordDate,
  testValue: v.string(),
  referencesRange: Words,
  abnormalFlag: Words,
});
export type EarlierLabValue = v.InferOutput<typeof EarlierValue>;

/** One value of a result (specification 3, section 3). */
export const LabResultDetail = v.object({
  testResultDetailId: v.number(),
  testDisplayName: v.string(),
  /** With its comparator (`<5`) and all digits of the laboratory; null: there is no value, and `absentReason` may say why. */
  testValue: Words,
  /** `yesNo` and `time` are formatted for the reader. */
  valueKind: v.optional(v.picklist(['number', 'text', 'yesNo', 'time', 'none'])),
  absentReason: v.optional(Words),
  unitOfMeasure: Words,
  referencesRange: Words,
  abnormalFlag: Words,
  comment: Words,
  externalStatus: v.optional(Words),
  /** For a corrected value: what the laboratory gave before, with its unit if that was different. */
  firstGiven: v.optional(Words),
  /** Earlier values of the same code and unit, the latest first, at most 24. */
  earlier: v.optional(v.array(EarlierValue)),
  /** The number of earlier values of the same code in other units, which are never mixed in. */
  inOtherUnits: v.optional(v.number()),
});
export type LabResultDetail = v.InferOutput<typeof LabResultDetail>;

const Group = v.object({
  testResultGroupId: v.number(),
  groupDisplayName: v.string(),
  externalStatus: v.optional(Words),
  correctedOn: v.optional(v.nullable(Instant)),
  testResultDetails: v.array(LabResultDetail),
});
export type LabResultGroup = v.InferOutput<typeof Group>;

/** A form in which the laboratory sent the report. */
const Document = v.object({
  documentId: LabDocumentId,
  title: Words,
  fileType: FileType,
  pages: v.number(),
  bytes: v.number(),
});
export type LabDocument = v.InferOutput<typeof Document>;

export const LabResultDetails = v.object({
  ...resultHead,
  noteToPatient: Words,
  comment: Words,
  testResultGroups: v.array(Group),
  documents: v.optional(v.array(Document)),
  /** The facility's explanations of these tests, the same for everybody. */
  explanations: v.optional(v.array(v.object({ title: v.string(), text: v.string(), language: LanguageCode }))),
  /** With `ask`: the next visit, if one is booked. */
  nextVisit: v.optional(v.nullable(v.object({ date: DayOrInstant, provider: v.string() }))),
});
export type LabResultDetails = v.InferOutput<typeof LabResultDetails>;

const ofTestResults = { ...ofPatient, capability: 'TestResults', section: 'TestResults', access: own } as const;
const ofOne = { patientId: PatientId, labResultId: LabResultId } as const;
const file = { ...givingFile, audited: true } as const;
const inLanguage = v.optional(LanguageCode);
/** `language` and `print` are not in the specification. */
const pdfQuery = { language: inLanguage, print: v.optional(PrintSize), ...withTicket } as const;

export const listLabResults = declareCall({
  ...ofTestResults,
  name: 'listLabResults',
  path: '/api/patients/{patientId}/labresults/published',
  answer: v.array(LabResult),
  audited: true,
});

/** Most values of one test. */
export const mostTestValues = 25;
/** A longer text is only shown with its result. */
export const longestTestText = 200;
const TestValue = v.object({
  labResultId: LabResultId,
  takenOn: v.nullable(RecordDate),
  /** With its comparator and all digits of the laboratory; null: the text is too long for a list. */
  testValue: Words,
  valueKind: v.picklist(['number', 'text', 'yesNo', 'time']),
  referencesRange: Words,
  abnormalFlag: Words,
});
export type LabTestValue = v.InferOutput<typeof TestValue>;

/** A test with its values from all results that are open to the reader. */
export const LabTest = v.object({
  /** The newest value, by its id in the details of its result. */
  testResultDetailId: v.number(),
  testDisplayName: v.string(),
  unitOfMeasure: Words,
  /** The values in the unit of the newest one, the latest first; those without a date are last. */
  values: v.pipe(v.array(TestValue), v.minLength(1), v.maxLength(mostTestValues)),
  /** The number of values in that unit. */
  count: v.number(),
  /** The number of values in other units. */
  inOtherUnits: v.number(),
});
export type LabTest = v.InferOutput<typeof LabTest>;

/** The values of a record by test. It opens no result, so what is new stays new. */
export const listLabTests = declareCall({
  ...ofTestResults,
  name: 'listLabTests',
  isOurs: true,
  path: '/api/patients/{patientId}/labresults/tests',
  answer: v.array(LabTest),
  audited: true,
});

/** Opens a result. For the patient it counts as reviewed from then on, unless it is closed; a representative's reading leaves it new. */
export const getLabResult = declareCall({
  ...ofTestResults,
  name: 'getLabResult',
  path: '/api/patients/{patientId}/labresults/{labResultId}',
  params: ofOne,
  query: { language: inLanguage },
  answer: LabResultDetails,
  audited: true,
});

export const countNotReviewedLabResults = declareCall({
  ...ofTestResults,
  name: 'countNotReviewedLabResults',
  isBackground: true,
  isBadge: true,
  path: '/api/patients/{patientId}/labresults/NotReviewedCount',
  answer: v.number(),
  audited: false,
});

/** The reader's choice for a new result that asks: to see it, or to wait for the next visit. Each account chooses for itself. */
export const chooseLabResultOpening = declareCall({
  ...changing,
  name: 'chooseLabResultOpening',
  isOurs: true,
  capability: 'TestResults',
  section: 'TestResults',
  method: 'PUT',
  path: '/api/patients/{patientId}/labresults/{labResultId}/opening',
  params: ofOne,
  access: own,
  body: v.object({ choice: v.picklist(['open', 'wait']) }),
  invalidates: ['listLabResults', 'listLabTests', 'getLabResult', 'countNotReviewedLabResults'],
});

/** The result as a PDF: the specification's call, for clients that send a token. */
export const getLabResultPdf = declareCall({
  ...ofTestResults,
  ...file,
  name: 'getLabResultPdf',
  method: 'POST',
  path: '/api/patients/{patientId}/labresults/published/{labResultId}/pdf',
  params: ofOne,
  query: pdfQuery,
});
/** The same for a window, which can only send an address, so it uses a ticket. */
export const openLabResultPdf = declareCall({
  ...ofTestResults,
  ...file,
  name: 'openLabResultPdf',
  isOurs: true,
  path: '/api/patients/{patientId}/labresults/published/{labResultId}/pdf',
  params: ofOne,
  query: pdfQuery,
});

/** Most results in one PDF, limited by the length of an address. */
export const mostResultsInPdf = 150;
/**
 * Several results as one PDF, without those that are closed or not the patient's. It takes clinical records out of the portal, like an
 * export, so it needs a proof of presence. A single result is what its page shows anyway.
 */
export const openLabResultsPdf = declareCall({
  ...ofTestResults,
  ...file,
  name: 'openLabResultsPdf',
  isOurs: true,
  needsProof: true,
  path: '/api/patients/{patientId}/labresults/published/pdf',
  query: {
    /** The ids in order, separated by dots. */
    ids: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}(?:\.[1-9]\d{0,14}){0,149}$/)),
    ...pdfQuery,
  },
});

export const getLabDocument = declareCall({
  ...ofTestResults,
  ...file,
  name: 'getLabDocument',
  isOurs: true,
  offline: 'keep',
  path: '/api/patients/{patientId}/labresults/{labResultId}/documents/{documentId}/content',
  params: { ...ofOne, documentId: LabDocumentId },
  query: { ...withTicket },
});

export const labResultsViewed = declareAuditEvent({
  auditEventType: 'labresultsviewauditevent',
  section: 'TestResults',
});
