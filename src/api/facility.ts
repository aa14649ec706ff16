import * as v from 'valibot';
import { declareCall } from './call.ts';
import { FacilityId, brandedId } from './ids.ts';
import { reading } from './presets.ts';
import { LanguageCode, orNull } from './values.ts';

export const ThemeId = brandedId('ThemeId');
export type ThemeId = v.InferOutput<typeof ThemeId>;

/** A facility as its address shows it (specification 1, section 3); what follows `resources` is ours. */
export const Facility = v.object({
  facilityId: FacilityId,
  facilityName: v.string(),
  facilityPortalName: v.string(),
  facilityShortName: v.string(),
  themeId: ThemeId,
  timeZoneAbbreviation: v.string(),
  /** IANA name. */
  timeZoneId: v.string(),
  /** Minutes east of UTC, today. */
  timeZoneOffset: v.number(),
  defaultCommunicationLanguageId: orNull(v.number()),
  defaultCommunicationLanguageName: orNull(v.string()),
  logo: orNull(v.string()),
  resources: v.object({ faqs: v.boolean(), usefulLinks: v.boolean(), downloadableForms: v.boolean() }),
  defaultLanguageCode: v.optional(LanguageCode, 'en'),
  /** Those that it offers its users, as `getSupportedLanguages` does; left out, every one that ships. */
  languages: v.optional(v.array(LanguageCode)),
  /** Seconds without a touch until a signed-in session locks; the warning comes 120 s before. */
  inactivitySeconds: v.optional(v.number(), 900),
  /** Seconds without a touch until the kiosk warns. */
  kioskIdleSeconds: v.optional(v.number(), 60),
  /** Where the kiosk of this facility is served, without a trailing slash. */
  kioskUrl: v.optional(v.nullable(v.string()), null),
  /** Where its portal is served, without a trailing slash. */
  portalUrl: v.optional(v.nullable(v.string()), null),
  kioskScheme: v.optional(v.picklist(['light', 'dark']), 'light'),
  /** Its identity system can sign its users on. */
  ssoEnabledFlag: v.optional(v.boolean(), false),
  /** Its telephone, as it writes it: for those who may not ask for its contacts, and before a sign-in. */
  phone: v.optional(v.nullable(v.string()), null),
  /** Its server has `forgotUsername`. */
  sendsUsernames: v.optional(v.boolean(), false),
  /** The facility counts page views; off, none is sent. */
  pageViews: v.optional(v.boolean(), false),
});
export type Facility = v.InferOutput<typeof Facility>;

const forEveryone = { ...reading, access: 'everyone', offline: 'keep', audited: false, isPublic: true } as const;

export const getFacility = declareCall({
  ...forEveryone,
  name: 'getFacility',
  path: '/api/facilities',
  query: { facilityAlias: v.pipe(v.string(), v.maxLength(253)) },
  answer: Facility,
  staleTime: 300_000,
});

export const getLogoUrl = declareCall({
  ...forEveryone,
  name: 'getLogoUrl',
  path: '/api/facilities/{facilityId}/images/logoUrl',
  params: { facilityId: FacilityId },
  answer: v.object({ logoUrl: v.nullable(v.string()) }),
  staleTime: 300_000,
});

export const getThemeCss = declareCall({
  ...forEveryone,
  name: 'getThemeCss',
  path: '/api/themes/{themeId}/css',
  params: { themeId: ThemeId },
  answer: v.string(),
  answerType: 'css',
  staleTime: 300_000,
});

export const getSupportedLanguages = declareCall({
  ...forEveryone,
  name: 'getSupportedLanguages',
  path: '/api/SystemCapabilities/SupportedLanguages',
  /** `languageId`: what `communicationLanguageId` of a contact and `defaultCommunicationLanguageId` of a facility mean. */
  answer: v.array(
    v.object({ languageId: v.optional(v.number()), languageCode: LanguageCode, displayName: v.string() }),
  ),
  staleTime: 3_600_000,
});

/** Texts that a facility words differently, by our key; plain ICU message text. */
export const LanguagePack = v.record(v.string(), v.string());

export const getLanguagePack = declareCall({
  ...forEveryone,
  name: 'getLanguagePack',
  path: '/api/content/languagepack/patientPortal',
  query: { language: LanguageCode, facilityId: v.optional(FacilityId) },
  answer: LanguagePack,
  staleTime: 3_600_000,
});

/** The second form of the same (rulings, section 2: both are served). */
export const getTranslations = declareCall({
  ...forEveryone,
  name: 'getTranslations',
  path: '/api/languages/translations',
  query: { language: LanguageCode },
  answer: LanguagePack,
  staleTime: 3_600_000,
});

export const contentKeys = [
  'ContactUsHeading',
  'usefulLinksContent',
  'SecurityMessageLegal',
  'TermsOfUse',
  'SignUpLegal',
  'InvitationStatement',
  'PrivacyStatement',
  'AccessibilityHelp',
  'Help',
  'PatientIdentifierLabel',
] as const;
export const ContentKey = v.picklist(contentKeys);
export type ContentKey = v.InferOutput<typeof ContentKey>;

/**
 * `version` of the terms of use: whoever accepts says which they have read. `language`: what it is written in, which is another one
 * than was asked for where the facility has no such text in that.
 */
const Content = v.object({
  content: v.string(),
  version: v.optional(v.string()),
  language: v.optional(LanguageCode),
});

const TextAnswer = v.union([
  Content,
  v.pipe(
    v.string(),
    v.transform((content): v.InferOutput<typeof Content> => ({ content })),
  ),
]);

/** A text of the facility whose address is asked, in the specification's shorter form (1, section 7). */
export const getContent = declareCall({
  ...forEveryone,
  name: 'getContent',
  method: 'GET',
  path: '/api/content/{contentKey}',
  params: { contentKey: ContentKey },
  query: { language: LanguageCode },
  answer: TextAnswer,
  alsoHtml: true,
  staleTime: 3_600_000,
});

/** A facility's own text as sanitized HTML (rulings, section 2). */
export const getFacilityText = declareCall({
  ...forEveryone,
  name: 'getFacilityText',
  path: '/api/content/{contentKey}/facilityToken/{facilityId}',
  params: { contentKey: ContentKey, facilityId: FacilityId },
  query: { language: LanguageCode },
  answer: TextAnswer,
  alsoHtml: true,
  staleTime: 3_600_000,
});
