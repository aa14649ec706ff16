import * as v from 'valibot';
import { declareAuditEvent } from './auditEvent.ts';
import { declareCall } from './call.ts';
import { CcdaId, IdempotencyKeyIfGiven, IfSystemId, PatientId } from './ids.ts';
import { changing, givingFile, ofPatient, withTicket } from './presets.ts';
import { RecordDate } from './recordDate.ts';
import { CalendarDate, LanguageCode, LanguageTag, orNull, PrintSize } from './values.ts';

const module = {
  capability: 'Dashboard.HealthSummary',
  section: 'HealthSummary',
  access: ['patient', 'representative'],
} as const;
const ofSystem = { ...ofPatient, ...module, params: { patientId: PatientId, ifSystemId: IfSystemId } } as const;

/** The trigger event type of an external system that is a source of health summaries (specification 3, section 3). */
export const summaryTrigger = 'CcdaRequested';

/** Identifies a summary: a received document, or one made for a range of days. Exactly one, or the server answers `bad_request`. */
export const SummaryIdentifier = v.union([
  v.strictObject({ ccdaId: CcdaId }),
  v.strictObject({ startDate: CalendarDate, endDate: CalendarDate }),
]);
export type SummaryIdentifier = v.InferOutput<typeof SummaryIdentifier>;
/** The same as separate fields, for a query and for the specification's answers. */
const identifierParts = {
  ccdaId: v.optional(CcdaId),
  startDate: v.optional(CalendarDate),
  endDate: v.optional(CalendarDate),
} as const;
interface IdentifierParts {
  readonly ccdaId?: CcdaId | undefined;
  readonly startDate?: CalendarDate | undefined;
  readonly endDate?: CalendarDate | undefined;
}
function identifierIn({ ccdaId, startDate, endDate }: IdentifierParts): SummaryIdentifier | null {
  if (ccdaId !== undefined) return { ccdaId };
  return startDate === undefined || endDate === undefined ? null : { startDate, endDate };
}

/** Specification 3, section 3: what the page keeps as the current summary. */
export const HealthSummaryHead = v.pipe(
  v.object({
    ifSystemId: IfSystemId,
    ...identifierParts,
    /** Not in the specification: the identifier in one field. */
    identifier: v.optional(SummaryIdentifier),
    /** True when the facility has no gateway for secure sending: `noCcdaConfigured`. */
    sendSecurelyDisabled: v.optional(v.boolean(), false),
    /** The date of the document; today for one that is made now. */
    displayDate: orNull(RecordDate),
    /** Not in the specification: the document's own title. */
    title: orNull(v.string()),
    /** Not in the specification: the clinic that has the document. */
    sourceName: orNull(v.string()),
  }),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    const { ifSystemId, sendSecurelyDisabled, displayDate, title, sourceName } = value;
    const identifier = value.identifier ?? identifierIn(value);
    if (identifier !== null) return { ifSystemId, identifier, sendSecurelyDisabled, displayDate, title, sourceName };
    addIssue({ message: 'neither a document nor a range of days' });
    return NEVER;
  }),
);
export type HealthSummaryHead = v.InferOutput<typeof HealthSummaryHead>;

/** A past visit for which there is a summary. `identifier` with its system identifies the summary. */
export const OfficeVisit = v.pipe(
  v.object({
    encounterDate: v.union([
      RecordDate,
      v.pipe(
        v.object({ datePart: RecordDate }),
        v.transform(({ datePart }) => datePart),
      ),
    ]),
    visitType: orNull(v.string()),
    provider: orNull(v.string()),
    /** Not in the specification here, which has it in the identifier. */
    ifSystemId: v.optional(IfSystemId),
    identifier: v.object({ ifSystemId: v.optional(IfSystemId), ...identifierParts }),
  }),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    const { encounterDate, visitType, provider } = value;
    const ifSystemId = value.ifSystemId ?? value.identifier.ifSystemId;
    const identifier = identifierIn(value.identifier);
    if (ifSystemId !== undefined && identifier !== null)
      return { encounterDate, visitType, provider, ifSystemId, identifier };
    addIssue({ message: 'neither a document nor a range of days of a system' });
    return NEVER;
  }),
);
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
/** The summaries that cover a day of the range, newest first. */
export const listHealthSummaries = declareCall({
  ...ofSystem,
  name: 'listHealthSummaries',
  path: '/api/patients/{patientId}/HealthSummary/{ifSystemId}',
  query: { startDate: CalendarDate, endDate: CalendarDate },
  answer: v.array(HealthSummaryHead),
  audited: true,
});

/** One section of a document, for the contents and for arranging. */
export const SummarySection = v.object({
  /** `id` of its element in `html`. */
  id: v.pipe(v.string(), v.regex(/^s-\d+$/)),
  /** Its LOINC code, so that an arrangement applies to every document; null: it has none. */
  code: v.nullable(v.string()),
  title: v.string(),
  /** The number of coded entries; null: the section has none. */
  entries: v.nullable(v.number()),
  /** True when it has neither text nor sections with text. */
  isEmpty: v.boolean(),
});
export type SummarySection = v.InferOutput<typeof SummarySection>;

/** The facts of a document's first card, as the document has them; the page formats the dates. */
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

/** Not in the specification: a document with its head, header and sections. */
export const HealthSummaryDocument = v.object({
  /** Null: `html` comes from the facility's own back end and is not sanitised. */
  head: v.nullable(HealthSummaryHead),
  /** The language of the document's text; labels in `html` are in the requested language. */
  language: v.nullable(LanguageTag),
  header: SummaryHeader,
  sections: v.array(SummarySection),
  /** Allow-listed HTML of all sections, or of the text or picture that is the document. Null: it is a PDF (`getHealthSummaryFile`). */
  html: v.nullable(v.string()),
});
export type HealthSummaryDocument = v.InferOutput<typeof HealthSummaryDocument>;

/** The specification's answer is HTML text, about whose content nothing is known. */
const plainDocument = (html: string): HealthSummaryDocument => ({
  head: null,
  language: null,
  header: {
    patientName: null,
    birthDate: null,
    authors: [],
    custodian: null,
    careTeam: [],
    periodStart: null,
    periodEnd: null,
  },
  sections: [],
  html,
});

/** The summary to read (specification 3, section 7). 404: there is none. */
export const getHealthSummaryHtml = declareCall({
  ...ofSystem,
  name: 'getHealthSummaryHtml',
  path: '/api/patients/{patientId}/HealthSummary/{ifSystemId}/html',
  /** `language` is not in the specification: the language of the labels around the document. */
  query: { ...identifierParts, language: v.optional(LanguageCode, 'en') },
  answer: v.union([HealthSummaryDocument, v.pipe(v.string(), v.transform(plainDocument))]),
  alsoHtml: true,
  audited: true,
  isRendered: true,
});

const ofFile = { ...ofSystem, ...givingFile, audited: true } as const;

/** The document itself (`xml`), a readable single file (`html`), and of one that we made an International Patient Summary (`fhir`) or pages (`pdf`). */
export const SummaryForm = v.picklist(['xml', 'html', 'fhir', 'pdf']);
export type SummaryForm = v.InferOutput<typeof SummaryForm>;
export const downloadHealthSummary = declareCall({
  ...ofFile,
  name: 'downloadHealthSummary',
  path: '/api/patients/{patientId}/HealthSummary/{ifSystemId}/download',
  query: {
    ...withTicket,
    ...identifierParts,
    form: v.optional(SummaryForm),
    print: v.optional(PrintSize),
    language: v.optional(LanguageCode),
  },
  needsProof: true,
  isRendered: true,
  activity: 'summarySaved',
});
/** The PDF of a document that is a PDF, for a frame or a window. */
export const getHealthSummaryFile = declareCall({
  ...ofFile,
  name: 'getHealthSummaryFile',
  isOurs: true,
  offline: 'keep',
  path: '/api/patients/{patientId}/HealthSummary/{ifSystemId}/file',
  query: { ...withTicket, ccdaId: CcdaId },
});

export const longestTransmitText = 2000;
/** `email`: an unprotected mail. `sendSecurely`: to a Direct address, through the facility's gateway. */
export const TransmitType = v.picklist(['email', 'sendSecurely']);
export type TransmitType = v.InferOutput<typeof TransmitType>;

/** Specification 3, sections 3 and 7. The sender's address is the patient's own: their email, or the gateway's address for them. */
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
    /** The address has the id too. */
    patientId: v.optional(PatientId),
    ifSystemId: v.optional(IfSystemId),
    transmitType: v.optional(TransmitType),
    formName: v.optional(v.pipe(v.string(), v.maxLength(100))),
    /** The address for replies, as the page showed it; it must still be the one on file. Null for a secure sending. */
    senderAddress: v.nullable(v.pipe(v.string(), v.maxLength(254))),
    recipientAddress: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(254)),
    messageText: v.pipe(v.string(), v.maxLength(longestTransmitText)),
    identifier: SummaryIdentifier,
  }),
  /** `direct_not_configured`: no gateway. `recipient_invalid`: not a (Direct) address. `sender_changed`: the one on file changed. */
  errors: ['direct_not_configured', 'recipient_invalid', 'sender_changed', 'summary_too_large'],
});

/** The document, or the days for which the facility made one. The server takes the name of the source from its own rows. */
export const healthSummaryViewed = declareAuditEvent({
  auditEventType: 'ccdaviewauditevent',
  section: 'HealthSummary',
  details: { ...identifierParts, sourceSystemName: v.optional(v.pipe(v.string(), v.maxLength(1000))) },
});
