import * as v from 'valibot';
import { declareCall } from './call.ts';
import { PatientId } from './ids.ts';
import { changing } from './presets.ts';
import { SealedFile } from './summaryLinks.ts';
import { LanguageCode } from './values.ts';

/** The most characters of a link's files together, encrypted or not: as much as a phone can take. */
export const largestBrought = 12_000_000;
/** The most files behind one link. */
export const mostBroughtFiles = 10;

const bringing = {
  ...changing,
  capability: 'MedicalNotes',
  section: 'MedicalNotes',
  access: ['patient', 'representative'],
  isOurs: true,
  method: 'POST',
  params: { patientId: PatientId },
} as const;

/**
 * Fetches what a link of another clinic leads to (SMART Health Links, HL7), because a page calls no server but its own. All of it is
 * encrypted, and the key stays on the device. `link_gone`: there is no such link, or it has ended. `link_unreachable`: nobody answers
 * there, or not with files of such a link.
 */
export const fetchSummaryLink = declareCall({
  ...bringing,
  name: 'fetchSummaryLink',
  path: '/api/patients/{patientId}/broughtSummaries/link',
  body: v.object({
    url: v.pipe(v.string(), v.url(), v.maxLength(128)),
    /** The link is one file and has no manifest (its flag U). */
    isOneFile: v.boolean(),
    passcode: v.optional(v.pipe(v.string(), v.maxLength(100))),
  }),
  answer: v.object({ files: v.array(SealedFile) }),
  errors: ['passcode_wrong', 'link_gone', 'link_unreachable'],
});

/** A health card as it is signed (SMART Health Cards, HL7): a compact JWS. */
export const HealthCard = v.pipe(v.string(), v.maxLength(20_000), v.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/));
const ofCard = v.object({ card: HealthCard, language: LanguageCode });

/**
 * Checks the signature of a health card with the keys of its issuer, and gives its content as a FHIR document in words. `link_unreachable`:
 * the issuer does not give its keys now.
 */
export const readHealthCard = declareCall({
  ...bringing,
  name: 'readHealthCard',
  path: '/api/patients/{patientId}/broughtSummaries/card',
  body: ofCard,
  /** Who signed it, by the name of its server. */
  answer: v.object({ host: v.string(), document: v.string() }),
  errors: ['card_invalid', 'link_unreachable', 'summary_unreadable'],
});

/** Keeps a health card as one medical note, after its signature was checked once more. `isNew`: it was not there before. */
export const addHealthCard = declareCall({
  ...bringing,
  name: 'addHealthCard',
  path: '/api/patients/{patientId}/broughtSummaries/cards',
  body: ofCard,
  answer: v.object({ isNew: v.boolean() }),
  errors: ['card_invalid', 'link_unreachable', 'other_person', 'summary_unreadable'],
  invalidates: ['listMedicalNotes', 'countNewMedicalNotes'],
});

/** Keeps what was read on the device as one medical note. `isNew`: it was not there before. */
export const addBroughtSummary = declareCall({
  ...bringing,
  name: 'addBroughtSummary',
  path: '/api/patients/{patientId}/broughtSummaries',
  body: v.object({
    /** Whose link it was, for the words of the note. */
    host: v.pipe(v.string(), v.regex(/^[\w.:[\]-]{1,255}$/)),
    language: LanguageCode,
    /** FHIR resources as JSON. */
    files: v.pipe(
      v.array(v.pipe(v.string(), v.maxLength(largestBrought))),
      v.minLength(1),
      v.maxLength(mostBroughtFiles),
    ),
  }),
  // JSON in JSON: each quotation mark takes a backslash more.
  largestBody: 2 * largestBrought,
  answer: v.object({ isNew: v.boolean() }),
  errors: ['other_person', 'summary_unreadable', 'file_infected', 'file_unchecked'],
  invalidates: ['listMedicalNotes', 'countNewMedicalNotes'],
});
