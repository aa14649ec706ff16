import * as v from 'valibot';
import { declareCall } from './call.ts';
import { Facility } from './facility.ts';
import { FacilityId, IfSystemId, UserId, brandedId } from './ids.ts';
import { changing, givingFile, ofPatient, own, reading } from './presets.ts';
import { LanguageCode, orNull } from './values.ts';

export const DownloadableItemId = brandedId('DownloadableItemId');
export type DownloadableItemId = v.InferOutput<typeof DownloadableItemId>;

const ofPages = { ...reading, access: own, offline: 'keep', audited: false, isPublic: true } as const;

/** The language is our addition; without it, or without that text, the answer is in the facility's default language, then English. */
const byFacility = {
  params: { facilityId: FacilityId },
  query: { language: v.optional(LanguageCode) },
  staleTime: 300_000,
} as const;

/** The language of a text, when the server says it. */
const written = { language: v.optional(LanguageCode) } as const;

export const Faq = v.object({
  /** Rich text, sanitised. */
  question: v.string(),
  /** Rich text, sanitised. */
  answer: v.string(),
  viewOrder: v.number(),
  ...written,
});

/** Questions and answers of a facility (specification 3, section 7); 404 when they are switched off. */
export const listFaqs = declareCall({
  ...ofPages,
  ...byFacility,
  name: 'listFaqs',
  path: '/api/facilities/{facilityId}/faqs',
  answer: v.array(Faq),
});

const optionalText = orNull(v.string());
export const FacilityContact = v.object({
  contactName: v.string(),
  address1: optionalText,
  address2: optionalText,
  city: optionalText,
  state: optionalText,
  zipCode: optionalText,
  country: optionalText,
  /** As the facility wrote it; shown by the phone rule of specification 3, section 5. */
  phone: optionalText,
  fax: optionalText,
  email: optionalText,
  sortOrder: v.number(),
  ...written,
});
export type FacilityContact = v.InferOutput<typeof FacilityContact>;

/** How to reach a facility; 404 without the capability `ContactUs`. */
export const listFacilityContacts = declareCall({
  ...ofPages,
  ...byFacility,
  name: 'listFacilityContacts',
  path: '/api/facilities/{facilityId}/contacts',
  answer: v.array(FacilityContact),
});

export const DownloadableForm = v.object({
  downloadableItemId: DownloadableItemId,
  facilityId: FacilityId,
  title: v.string(),
  description: optionalText,
  /** The http or https address of a form on another site. Such a form has no file here. */
  url: optionalText,
  contentType: optionalText,
  /** Extension of the file name, such as `pdf`. */
  fileType: optionalText,
  /** Bytes. */
  fileSize: orNull(v.number()),
  viewOrder: v.number(),
  ...written,
});
export type DownloadableForm = v.InferOutput<typeof DownloadableForm>;

/** Forms of a facility; 404 when they are switched off. */
export const listDownloadableForms = declareCall({
  ...ofPages,
  ...byFacility,
  name: 'listDownloadableForms',
  path: '/api/facilities/{facilityId}/downloadableContent',
  answer: v.array(DownloadableForm),
});

/** The file of one form, opened in a window with a download ticket. */
export const getDownloadableForm = declareCall({
  ...ofPages,
  ...givingFile,
  name: 'getDownloadableForm',
  path: '/api/facilities/{facilityId}/downloadableContent/{formId}',
  params: { facilityId: FacilityId, formId: DownloadableItemId },
  offline: 'keep',
});

/** A ticket for one download: 60 s, one use, bound to the user, the session and the path (rulings, section 2). */
export const createDownloadToken = declareCall({
  ...changing,
  name: 'createDownloadToken',
  isOptional: true,
  method: 'POST',
  path: '/api/users/{userId}/downloadTokens',
  params: { userId: UserId },
  access: own,
  /** Path and query of the download, as `callUrl` makes them, without the token. */
  body: v.object({ path: v.pipe(v.string(), v.maxLength(1000), v.regex(/^\/api\/[^\s#\\]+$/)) }),
  answer: v.object({
    token: v.string(),
    /** Seconds. */
    expiresIn: v.number(),
  }),
});

/** Counts one view of a page by its route, for facilities that switched this on (rulings, section 2); else nothing is stored. */
export const countPageView = declareCall({
  ...changing,
  name: 'countPageView',
  isOptional: true,
  method: 'POST',
  path: '/api/analytics/pageviews',
  access: 'everyone',
  /** The declared path of a page: letters and hyphens, so that it has no id and no query. Only paths of the server's build pass. */
  body: v.strictObject({ route: v.pipe(v.string(), v.regex(/^\/[A-Za-z-]{0,60}$/)) }),
});

export const ExternalSystem = v.object({
  ifSystemId: IfSystemId,
  patientDisplayName: v.string(),
  /** `CcdaRequested` marks a source of health summaries. */
  activeTriggerEventTypes: v.array(v.string()),
});
export type ExternalSystem = v.InferOutput<typeof ExternalSystem>;

/** The systems that have a part of the patient's record (specification 1, section 7). */
export const listExternalSystems = declareCall({
  ...ofPatient,
  name: 'listExternalSystems',
  isBackground: true,
  section: 'HealthSummary',
  path: '/api/patients/{patientId}/externalSystems',
  access: own,
  answer: v.array(ExternalSystem),
  staleTime: 300_000,
  audited: true,
});

/** The facilities where the patient is known, the home facility first. */
export const listPatientFacilities = declareCall({
  ...ofPatient,
  name: 'listPatientFacilities',
  section: 'HealthSummary',
  path: '/api/patients/{patientId}/facilities',
  access: own,
  answer: v.array(Facility),
  staleTime: 300_000,
  audited: true,
});
