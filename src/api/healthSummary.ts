import * as v from 'valibot';
import { declareAuditEvent } from './auditEvent.ts';
import { FileAnswer, declareCall } from './call.ts';
import { CcdaId, IdempotencyKeyIfGiven, IfSystemId, PatientId } from './ids.ts';
import { changing, ofPatient } from './presets.ts';
import { RecordDate } from './recordDate.ts';
import { CalendarDate, LanguageCode, LanguageTag } from './values.ts';

const module = {
  capability: 'Dashboard.HealthSummary',
  section: 'HealthSummary',
  access: ['patient', 'representative'],
} as const;
const ofSystem = { ...ofPatient, ...module, params: { patientId: PatientId, ifSystemId: IfSystemId } } as const;

/** Trigger event type of an external system that is a source of health summaries (specification 3, section 3). */
export const summaryTrigger = 'CcdaRequested';

/**
 * Which summary: a document that was received, or one that the facility makes of a range of days. Exactly one of the two; the server
 * answers `bad_request` to anything else.
 */
export const SummaryIdentifier = v.union([
  v.strictObject({ ccdaId: CcdaId }),
  v.strictObject({ startDate: CalendarDate, endDate: CalendarDate }),
]);
export type SummaryIdentifier = v.InferOutput<typeof SummaryIdentifier>;
/** The same in a query, where each stands by itself. */
const identifierQuery = {
  ccdaId: v.optional(CcdaId),
  startDate: v.optional(CalendarDate),
  endDate: v.optional(CalendarDate),
} as const;

/** Specification 3, section 3: what the page keeps as the current summary. */
export const HealthSummaryHead = v.object({
  ifSystemId: IfSystemId,
  identifier: SummaryIdentifier,
  /** True where the facility has no gateway for secure sending: `noCcdaConfigured`. */
  sendSecurelyDisabled: v.boolean(),
  /** The date of the document; of one that is made now, today. */
  displayDate: v.nullable(RecordDate),
  /** The document's own title. */
  title: v.string(),
  /** Whose document it is: the clinic that keeps it. */
  sourceName: v.string(),
});
export type HealthSummaryHead = v.InferOutput<typeof HealthSummaryHead>;

/** A past visit for which there is a summary. `identifier` with its system says which. */
export const OfficeVisit = v.object({
  encounterDate: RecordDate,
  visitType: v.nullable(v.string()),
  provider: v.nullable(v.string()),
  ifSystemId: IfSystemId,
  identifier: SummaryIdentifier,
});
export type OfficeVisit = v.InferOutput<typeof OfficeVisit>;

/** The visits of all systems, newest first. */
export const listOfficeVisits = declareCall({
  ...ofPatient,
  ...module,
  name: 'listOfficeVisits',
  path: '/api/patients/{patientId}/HealthSummary/OfficeVisits',
  answer: v.array(OfficeVisit),
  audited: true,
});
/** 404: there is none. */
export const getMostRecentHealthSummary = declareCall({
  ...ofSystem,
  name: 'getMostRecentHealthSummary',
  path: '/api/patients/{patientId}/MostRecentHealthSummary/{ifSystemId}',
  answer: HealthSummaryHead,
  audited: true,
});
/** Those that cover a day of the range, newest first. */
export const listHealthSummaries = declareCall({
  ...ofSystem,
  name: 'listHealthSummaries',
  path: '/api/patients/{patientId}/HealthSummary/{ifSystemId}',
  query: { startDate: CalendarDate, endDate: CalendarDate },
  answer: v.array(HealthSummaryHead),
  audited: true,
});

/** One section of a document, for the table of contents and for arranging. */
export const SummarySection = v.object({
  /** `id` of its element in `html`. */
  id: v.pipe(v.string(), v.regex(/^s-\d+$/)),
  /** Its LOINC code, by which an arrangement holds for every document; null: it has none. */
  code: v.nullable(v.string()),
  title: v.string(),
  /** Coded entries; null: the section has none. */
  entries: v.nullable(v.number()),
  /** It has neither text nor sections with text. */
  isEmpty: v.boolean(),
});
export type SummarySection = v.InferOutput<typeof SummarySection>;

/** What the first card of a document says, as the document has it; dates are for the page to write. */
export const SummaryHeader = v.object({
  patientName: v.nullable(v.string()),
  birthDate: v.nullable(RecordDate),
  authors: v.array(v.string()),
  custodian: v.nullable(v.string()),
  careTeam: v.array(v.string()),
  periodStart: v.nullable(RecordDate),
  periodEnd: v.nullable(RecordDate),
});
export type SummaryHeader = v.InferOutput<typeof SummaryHeader>;

export const HealthSummaryDocument = v.object({
  head: HealthSummaryHead,
  /** Of the document's words; labels in `html` are in the language that was asked for. */
  language: v.nullable(LanguageTag),
  header: SummaryHeader,
  sections: v.array(SummarySection),
  /** Allow-listed HTML of all sections or of the text or picture that the document is. Null: it is a PDF (`getHealthSummaryFile`). */
  html: v.nullable(v.string()),
});
export type HealthSummaryDocument = v.InferOutput<typeof HealthSummaryDocument>;

/** The summary to read (specification 3, section 7). 404: there is none. */
export const getHealthSummaryHtml = declareCall({
  ...ofSystem,
  name: 'getHealthSummaryHtml',
  path: '/api/patients/{patientId}/HealthSummary/{ifSystemId}/html',
  /** Ours: `language`, of the words around the document. */
  query: { ...identifierQuery, language: v.optional(LanguageCode, 'en') },
  answer: HealthSummaryDocument,
  audited: true,
});

const ofFile = {
  ...ofSystem,
  answer: FileAnswer,
  answerType: 'file',
  staleTime: 0,
  offline: 'never',
  audited: true,
} as const;
const ticket = { token: v.optional(v.pipe(v.string(), v.maxLength(100))) } as const;

/** To keep: the document itself (`xml`), a readable single file (`html`), or an International Patient Summary (`fhir`) where we made it. */
export const SummaryForm = v.picklist(['xml', 'html', 'fhir']);
export type SummaryForm = v.InferOutput<typeof SummaryForm>;
export const downloadHealthSummary = declareCall({
  ...ofFile,
  name: 'downloadHealthSummary',
  path: '/api/patients/{patientId}/HealthSummary/{ifSystemId}/download',
  query: { ...ticket, ...identifierQuery, form: v.optional(SummaryForm), language: v.optional(LanguageCode) },
  needsProof: true,
});
/** The PDF that a document is, for a frame or a window. */
export const getHealthSummaryFile = declareCall({
  ...ofFile,
  name: 'getHealthSummaryFile',
  offline: 'keep',
  path: '/api/patients/{patientId}/HealthSummary/{ifSystemId}/file',
  query: { ...ticket, ccdaId: CcdaId },
});

export const longestTransmitText = 2000;
/** `email`: as a mail that is not protected. `sendSecurely`: to a Direct address, by the facility's gateway. */
export const TransmitType = v.picklist(['email', 'sendSecurely']);
export type TransmitType = v.InferOutput<typeof TransmitType>;

/** Specification 3, sections 3 and 7. The sender's address is the patient's own (their email, or the gateway's for them). */
export const transmitHealthSummary = declareCall({
  ...changing,
  ...module,
  name: 'transmitHealthSummary',
  method: 'POST',
  path: '/api/patients/{patientId}/HealthSummary/{ifSystemId}/{transmitType}',
  params: { patientId: PatientId, ifSystemId: IfSystemId, transmitType: TransmitType },
  query: { language: LanguageCode },
  headers: { 'idempotency-key': IdempotencyKeyIfGiven },
  needsProof: true,
  body: v.object({
    /** Whom the answer may go to; the address that the page showed, which must still be the one on file. Null for a secure send. */
    senderAddress: v.nullable(v.pipe(v.string(), v.maxLength(254))),
    recipientAddress: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(254)),
    messageText: v.pipe(v.string(), v.maxLength(longestTransmitText)),
    identifier: SummaryIdentifier,
  }),
  bodyType: 'json',
  /** `direct_not_configured`: no gateway. `recipient_invalid`: no (Direct) address. `sender_changed`: it is another one by now. */
  errors: ['direct_not_configured', 'recipient_invalid', 'sender_changed', 'summary_too_large'],
});

/** Sent with `ccdaId` or the dates and the name of the source; the server takes them from its own rows. */
export const healthSummaryViewed = declareAuditEvent({
  auditEventType: 'ccdaviewauditevent',
  section: 'HealthSummary',
});
