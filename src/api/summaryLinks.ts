import * as v from 'valibot';
import { FileAnswer, declareCall } from './call.ts';
import { brandedId, IfSystemId, PatientId } from './ids.ts';
import { changing, ofPatient, reading } from './presets.ts';
import { Instant } from './values.ts';

export const SummaryLinkId = brandedId('SummaryLinkId');
export type SummaryLinkId = v.InferOutput<typeof SummaryLinkId>;

/** For how many days a link works, and how often it can be opened. */
export const linkDays = [1, 7, 30] as const;
export const linkOpenings = [1, 3, 10] as const;
/** Wrong passcodes after which a link has ended. */
export const linkTries = 5;

/** A health summary that was shared by a link (SMART Health Links, HL7), as its owner sees it. Nobody can get the link itself back. */
export const SummaryLink = v.object({
  summaryLinkId: SummaryLinkId,
  /** Whom it was made for, in the owner's words. */
  recipient: v.string(),
  sharedAt: Instant,
  endsAt: Instant,
  openings: v.number(),
  opened: v.number(),
  lastOpenedAt: v.nullable(Instant),
  /** Whether it can still be opened. */
  isOpen: v.boolean(),
});
export type SummaryLink = v.InferOutput<typeof SummaryLink>;

const sharing = {
  capability: 'Dashboard.HealthSummary',
  section: 'HealthSummary',
  access: ['patient', 'representative'],
  isOurs: true,
} as const;
/** Encrypted for the link alone: a compact JWE with the key in the link (`dir`, `A256GCM`). The server cannot read it. */
export const SealedFile = v.pipe(v.string(), v.regex(/^[\w-]+\.\.[\w-]{16}\.[\w-]+\.[\w-]{22}$/));
/** Characters of each of a link's files. */
export const largestSealedFile = 4_000_000;

/** Stores an encrypted summary. The answer's address goes into the link; the key stays with whoever has the link. */
export const shareSummary = declareCall({
  ...changing,
  ...sharing,
  name: 'shareSummary',
  method: 'POST',
  path: '/api/patients/{patientId}/HealthSummary/{ifSystemId}/links',
  params: { patientId: PatientId, ifSystemId: IfSystemId },
  needsProof: true,
  body: v.object({
    recipient: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80)),
    days: v.picklist(linkDays),
    openings: v.picklist(linkOpenings),
    passcode: v.pipe(v.string(), v.regex(/^\d{6}$/)),
    content: v.pipe(SealedFile, v.maxLength(largestSealedFile)),
    /** The same as a PDF, in a DocumentReference: of the types of file that a link may have, none is a PDF. */
    pdf: v.optional(v.pipe(SealedFile, v.maxLength(largestSealedFile))),
  }),
  largestBody: 2 * largestSealedFile + 1000,
  answer: v.object({ link: SummaryLink, manifestPath: v.string() }),
  invalidates: ['listSummaryLinks'],
});

/** The links to a patient's summaries, latest first: to the patient all, to somebody else their own. */
export const listSummaryLinks = declareCall({
  ...ofPatient,
  ...sharing,
  name: 'listSummaryLinks',
  path: '/api/patients/{patientId}/summaryLinks',
  answer: v.array(SummaryLink),
  staleTime: 0,
  offline: 'never',
  audited: false,
});

/** Ends a link at once and deletes what it leads to; one that has ended already stays so. 404: there is none. */
export const endSummaryLink = declareCall({
  ...changing,
  ...sharing,
  name: 'endSummaryLink',
  method: 'DELETE',
  path: '/api/patients/{patientId}/summaryLinks/{summaryLinkId}',
  params: { patientId: PatientId, summaryLinkId: SummaryLinkId },
  invalidates: ['listSummaryLinks'],
});

const manifest = { manifestId: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) } as const;

/**
 * The manifest of a link, for any reader of SMART Health Links, from any website. Each answer is one opening, which the patient's log
 * shows. 404: no such link, or it has ended; `passcode_wrong` says how many tries are left.
 */
export const openSummaryLink = declareCall({
  ...changing,
  name: 'openSummaryLink',
  isOurs: true,
  method: 'POST',
  path: '/api/shl/{manifestId}',
  params: manifest,
  access: 'everyone',
  isForAnyOrigin: true,
  body: v.object({
    /** Who opens it, in their own words. */
    recipient: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
    passcode: v.optional(v.pipe(v.string(), v.maxLength(100))),
    /** Characters; a longer file is given by its address. */
    embeddedLengthMax: v.optional(v.number()),
  }),
  answer: v.object({
    files: v.array(
      v.object({
        contentType: v.literal('application/fhir+json'),
        embedded: v.optional(v.string()),
        location: v.optional(v.string()),
      }),
    ),
  }),
  errors: ['passcode_wrong'],
});

/** The file of a link, by the address in its manifest: once, within an hour. */
export const getLinkedSummary = declareCall({
  ...reading,
  name: 'getLinkedSummary',
  isOurs: true,
  path: '/api/shl/{manifestId}/file',
  params: manifest,
  query: { ticket: v.pipe(v.string(), v.maxLength(100)) },
  access: 'everyone',
  isForAnyOrigin: true,
  answer: FileAnswer,
  answerType: 'file',
  audited: false,
});
