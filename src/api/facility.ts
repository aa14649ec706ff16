import * as v from 'valibot';
import { declareCall } from './call.ts';
import { FacilityId, brandedId } from './ids.ts';
import { reading } from './presets.ts';
import { LanguageCode, orNull } from './values.ts';

export const ThemeId = brandedId('ThemeId');
export type ThemeId = v.InferOutput<typeof ThemeId>;

/** An identity system with which people sign in, beside the portal's own login: `/openid/{key}/start` leads there. */
export const SignInProvider = v.object({
  key: v.string(),
  names: v.record(LanguageCode, v.string()),
  for: v.picklist(['patients', 'kioskStaff']),
});
export type SignInProvider = v.InferOutput<typeof SignInProvider>;

/** A facility as its address shows it (specification 1, section 3). The fields after `resources` are not in the specification. */
export const Facility = v.object({
  facilityId: FacilityId,
  facilityName: v.string(),
  facilityPortalName: v.string(),
  facilityShortName: v.string(),
  themeId: ThemeId,
  timeZoneAbbreviation: v.string(),
  /** IANA name of its time zone. */
  timeZoneId: v.string(),
  /** Minutes east of UTC, today. */
  timeZoneOffset: v.number(),
  defaultCommunicationLanguageId: orNull(v.number()),
  defaultCommunicationLanguageName: orNull(v.string()),
  logo: orNull(v.string()),
  resources: v.object({ faqs: v.boolean(), usefulLinks: v.boolean(), downloadableForms: v.boolean() }),
  defaultLanguageCode: v.optional(LanguageCode, 'en'),
  /** The languages that it offers, as in `getSupportedLanguages`; left out: every language that ships. */
  languages: v.optional(v.array(LanguageCode)),
  /** Seconds without activity until a signed-in session locks; the warning is shown 120 s earlier. */
  inactivitySeconds: v.optional(v.number(), 900),
  /** Seconds without activity until the kiosk warns. */
  kioskIdleSeconds: v.optional(v.number(), 60),
  /** Where this facility's kiosk is served, without a trailing slash. */
  kioskUrl: v.optional(v.nullable(v.string()), null),
  /** Where its portal is served, without a trailing slash. */
  portalUrl: v.optional(v.nullable(v.string()), null),
  kioskScheme: v.optional(v.picklist(['light', 'dark']), 'light'),
  /** True when its identity system can sign its users on. */
  ssoEnabledFlag: v.optional(v.boolean(), false),
  /** Its telephone number in its own format, for users who may not read its contacts, and before a sign-in. */
  phone: v.optional(v.nullable(v.string()), null),
  /** True when its server has `forgotUsername`. */
  sendsUsernames: v.optional(v.boolean(), false),
  /** True when the facility counts page views; otherwise none is sent. */
  pageViews: v.optional(v.boolean(), false),
  identityProviders: v.optional(v.array(SignInProvider)),
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
  /** `languageId` is the value of `communicationLanguageId` of a contact and `defaultCommunicationLanguageId` of a facility. */
  answer: v.array(
    v.object({ languageId: v.optional(v.number()), languageCode: LanguageCode, displayName: v.string() }),
  ),
  staleTime: 3_600_000,
});

/** Texts that a facility words differently, by our key, as plain ICU message text. */
export const LanguagePack = v.record(v.string(), v.string());

export const getLanguagePack = declareCall({
  ...forEveryone,
  name: 'getLanguagePack',
  path: '/api/content/languagepack/patientPortal',
  query: { language: LanguageCode, facilityId: v.optional(FacilityId) },
  answer: LanguagePack,
  staleTime: 3_600_000,
});

/** The second form of the same call (rulings, section 2: both are served). */
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
 * `version` of the terms of use, so that accepting them says which were read. `language`: the language of the text, which differs from the
 * requested one when the facility has no such text in it.
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

/** A text of the facility of this address, in the specification's shorter form (1, section 7). */
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

/** A facility's own text as sanitised HTML (rulings, section 2). */
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
