import * as v from 'valibot';
import { FileAnswer, declareCall } from './call.ts';
import { Facility } from './facility.ts';
import { DownloadableItemId, FacilityId, IfSystemId, PatientId, UserId } from './ids.ts';
import { changing, reading } from './presets.ts';
import { LanguageCode } from './values.ts';

const own = ['patient', 'representative'] as const;
const ofPages = { ...reading, access: own, offline: 'keep', audited: false } as const;

/** The language is ours: without it, or where the facility has none in it, its default language answers, then English. */
const byFacility = { params: { facilityId: FacilityId }, query: { language: v.optional(LanguageCode) }, freshFor: 300_000 } as const;

export const Faq = v.object({
  /** Rich text, sanitised. */
  question: v.string(),
  /** Rich text, sanitised. */
  answer: v.string(),
  viewOrder: v.number(),
});
export type Faq = v.InferOutput<typeof Faq>;

/** Questions and answers of a facility (specification 3, section 7); 404 where it has none switched on. */
export const listFaqs = declareCall({ ...ofPages, ...byFacility, name: 'listFaqs', path: '/api/facilities/{facilityId}/faqs', answer: v.array(Faq) });

const optionalText = v.nullable(v.string());
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
});
export type FacilityContact = v.InferOutput<typeof FacilityContact>;

/** Whom to reach at a facility; 404 without the capability `ContactUs`. */
export const listFacilityContacts = declareCall({ ...ofPages, ...byFacility, name: 'listFacilityContacts', path: '/api/facilities/{facilityId}/contacts', answer: v.array(FacilityContact) });

export const DownloadableForm = v.object({
  downloadableItemId: DownloadableItemId,
  facilityId: FacilityId,
  title: v.string(),
  description: optionalText,
  /** A form that is kept elsewhere: an http or https address. Such a form has no file here. */
  url: optionalText,
  contentType: optionalText,
  /** Ending of the file's name, such as `pdf`. */
  fileType: optionalText,
  /** Bytes. */
  fileSize: v.nullable(v.number()),
  viewOrder: v.number(),
});
export type DownloadableForm = v.InferOutput<typeof DownloadableForm>;

/** Forms of a facility; 404 where it has none switched on. */
export const listDownloadableForms = declareCall({ ...ofPages, ...byFacility, name: 'listDownloadableForms', path: '/api/facilities/{facilityId}/downloadableContent', answer: v.array(DownloadableForm) });

/** The file of one form, opened in a window with a download ticket. */
export const getDownloadableForm = declareCall({
  ...ofPages,
  name: 'getDownloadableForm',
  path: '/api/facilities/{facilityId}/downloadableContent/{formId}',
  params: { facilityId: FacilityId, formId: DownloadableItemId },
  query: { token: v.optional(v.pipe(v.string(), v.maxLength(100))) },
  answer: FileAnswer,
  answerType: 'file',
  freshFor: 0,
  offline: 'never',
});

/** A ticket for one download: 60 s, one use, bound to the user, the session and the path (rulings, section 2). */
export const createDownloadToken = declareCall({
  ...changing,
  name: 'createDownloadToken',
  method: 'POST',
  path: '/api/users/{userId}/downloadTokens',
  params: { userId: UserId },
  access: own,
  /** Path and query of the download, as `callUrl` makes them, without the token. */
  body: v.object({ path: v.pipe(v.string(), v.maxLength(1000), v.regex(/^\/api\/[^\s#\\]+$/)) }),
  bodyType: 'json',
  answer: v.object({
    token: v.string(),
    /** Seconds. */
    expiresIn: v.number(),
  }),
  answerType: 'json',
});

/** Every route of the portal (specifications 1 to 3): all that a page view may name. */
export const pageRoutes = [
  '/', '/login', '/linkLogin', '/singleSignOn', '/singleSignOnFailed', '/termsOfUse', '/update-password', '/reset-password', '/confirm-email', '/logout', '/ssoLogout',
  '/sign-up', '/create-account', '/auth-rep-sign-up', '/provide-email', '/dashboard', '/appointments', '/treatment-summary', '/followup-plan', '/education-articles',
  '/questionnaires', '/complete-questionnaire', '/questionnaire-scoring', '/review-questionnaire', '/test-results', '/medical-notes', '/secure-messages',
  '/secure-message', '/health-summary', '/account-settings', '/personal-data', '/contact-us', '/faqs', '/useful-links', '/download-forms', '/help',
  '/add-contact', '/edit-contact', '/invite-auth-statement', '/contact-pin',
] as const;

/** Counts one view of a page by its route alone, for facilities that turned this on (rulings, section 2); otherwise nothing is kept. */
export const countPageView = declareCall({
  ...changing,
  name: 'countPageView',
  method: 'POST',
  path: '/api/analytics/pageviews',
  access: 'everyone',
  body: v.strictObject({ route: v.picklist(pageRoutes) }),
  bodyType: 'json',
});

export const ExternalSystem = v.object({
  ifSystemId: IfSystemId,
  patientDisplayName: v.string(),
  /** `CcdaRequested` marks a source of health summaries. */
  activeTriggerEventTypes: v.array(v.string()),
});
export type ExternalSystem = v.InferOutput<typeof ExternalSystem>;

/** The systems that hold a part of the patient's record (specification 1, section 7). */
export const listExternalSystems = declareCall({
  ...ofPages,
  name: 'listExternalSystems',
  path: '/api/patients/{patientId}/externalSystems',
  params: { patientId: PatientId },
  query: {},
  answer: v.array(ExternalSystem),
  freshFor: 300_000,
});

/** The facilities where the patient is known, the home facility first. */
export const listPatientFacilities = declareCall({
  ...ofPages,
  name: 'listPatientFacilities',
  path: '/api/patients/{patientId}/facilities',
  params: { patientId: PatientId },
  query: {},
  answer: v.array(Facility),
  freshFor: 300_000,
});
