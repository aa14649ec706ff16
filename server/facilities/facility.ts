import { createHash } from 'node:crypto';
import { type ContentKey, FacilityId, LanguageCode, type PatientId, SignInProvider, languageCodes } from '@portal/api';
import * as v from 'valibot';
import { safeFacilityHtml } from './facilityHtml.ts';
import { type Handlers, orNotFound } from '../http/handler.ts';
import type { IconSource } from './icons.ts';
import { firstDialled } from './phone.ts';
import { svgRatio } from './svg.ts';
import { type Db, statement } from '../db/pool.ts';
import { zoneNameAt } from '../process/zoneName.ts';

const FacilityRow = v.object({
  facilityId: FacilityId,
  facilityName: v.string(),
  facilityPortalName: v.string(),
  facilityShortName: v.string(),
  timeZoneId: v.string(),
  defaultLanguageCode: LanguageCode,
  languages: v.array(LanguageCode),
  theme: v.record(v.string(), v.string()),
  logoSvg: v.nullable(v.string()),
  logoOnDarkSvg: v.nullable(v.string()),
  faqs: v.boolean(),
  usefulLinks: v.boolean(),
  downloadableForms: v.boolean(),
  inactivitySeconds: v.number(),
  kioskIdleSeconds: v.number(),
  kioskScheme: v.picklist(['light', 'dark']),
  pageViews: v.boolean(),
  ssoEnabledFlag: v.boolean(),
  portalUrl: v.nullable(v.string()),
  kioskUrl: v.nullable(v.string()),
  identityProviders: v.nullable(v.array(SignInProvider)),
  phones: v.array(v.string()),
});
type FacilityRow = v.InferOutput<typeof FacilityRow>;

const columns = `f.id as "facilityId", f.name as "facilityName", f.portal_name as "facilityPortalName", f.short_name as "facilityShortName",
  f.time_zone as "timeZoneId", f.default_language as "defaultLanguageCode", f.languages, f.theme, f.logo_svg as "logoSvg", f.logo_on_dark_svg as "logoOnDarkSvg",
  f.has_faqs as faqs, f.has_useful_links as "usefulLinks", f.has_downloadable_forms as "downloadableForms",
  f.inactivity_seconds as "inactivitySeconds", f.kiosk_idle_seconds as "kioskIdleSeconds", f.kiosk_scheme as "kioskScheme", f.page_views as "pageViews",
  f.sso_secret is not null as "ssoEnabledFlag", f.portal_url as "portalUrl", f.kiosk_url as "kioskUrl",
  (select jsonb_agg(jsonb_build_object('key', one -> 'key', 'names', one -> 'names', 'for', one -> 'for')) from jsonb_array_elements(f.identity_providers) one) as "identityProviders",
  array(select c.phone from facility_contacts c where c.facility_id = f.id and coalesce(c.phone, '') <> '' order by c.sort_order, c.id) as phones`;

/** Prefers the exact alias, then its host name with another port (a second server, a proxy, the kiosk), then the default facility. */
const byAlias = statement(
  'facility.byAlias',
  `select ${columns} from facilities f
   left join facility_aliases a on a.facility_id = f.id and (a.alias = $alias or split_part(a.alias, ':', 1) = split_part($alias, ':', 1))
   where a.alias is not null or f.is_default
   order by a.alias = $alias desc nulls last, a.alias is not null desc, f.is_default desc, a.alias limit 1`,
  FacilityRow,
);
const byId = statement('facility.byId', `select ${columns} from facilities f where f.id = $facilityId`, FacilityRow);
const ofPatient = statement(
  'facility.ofPatient',
  `select ${columns} from patients p join facilities f on f.id = p.home_facility_id or exists (
     select from patient_facilities k where k.patient_id = p.id and k.facility_id = f.id)
   where p.id = $patientId order by f.id = p.home_facility_id desc, lower(f.name), f.id`,
  FacilityRow,
);
const languagesOf = statement(
  'facility.languages',
  'select languages from facilities f where f.id = $facilityId',
  v.object({ languages: v.array(LanguageCode) }),
);
const packOf = statement(
  'facility.pack',
  'select text_key as key, content from language_pack_texts where facility_id = $facilityId and language = $language',
  v.object({ key: v.string(), content: v.string() }),
);
const textOf = statement(
  'facility.text',
  `select t.content, t.language, case when $contentKey = 'TermsOfUse' then terms_version(t.facility_id) end as version from facility_texts t join facilities f on f.id = t.facility_id
   where t.facility_id = $facilityId and t.content_key = $contentKey and t.language in ($language, f.default_language, 'en')
   order by t.language = $language desc, t.language = f.default_language desc limit 1`,
  v.object({ content: v.string(), language: LanguageCode, version: v.nullable(v.string()) }),
);

/** Minutes by which a time zone is east of UTC at an instant. */
export function zoneOffset(zone: string, at: Date): number {
  const [, sign, hours, minutes] = /GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(zoneNameAt(zone, 'longOffset', at)) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

/** The path of a facility's logo. It contains a hash of the logo, so that it may be cached for ever. */
const logoPath = (id: FacilityId, svg: string | null, variant: 'logo' | 'logo-on-dark'): string | null =>
  svg === null
    ? null
    : `/facility-logos/${id}/${variant}-${createHash('sha256').update(svg).digest('hex').slice(0, 10)}.svg`;

const themeNames = [
  '--facility-brand',
  '--facility-accent',
  '--facility-neutral',
  '--facility-radius',
  '--facility-font',
  '--facility-font-display',
] as const;
const safeValue = /^[#\w\s.,%()"'-]+$/;

/** The theme as a style sheet: the eight variables that a facility may set, and the width of its logo. */
function themeCss(row: FacilityRow): string {
  const values: [string, string][] = themeNames.flatMap((name): [string, string][] => {
    const value = row.theme[name];
    return value !== undefined && safeValue.test(value) ? [[name, value]] : [];
  });
  const logo = logoPath(row.facilityId, row.logoSvg, 'logo');
  const onDark = logoPath(row.facilityId, row.logoOnDarkSvg, 'logo-on-dark') ?? logo;
  if (logo !== null)
    values.push(['--facility-logo', `url("${logo}")`], ['--logo-ratio', svgRatio(row.logoSvg ?? '').toFixed(2)]);
  if (onDark !== null) values.push(['--facility-logo-on-dark', `url("${onDark}")`]);
  return `:root{${values.map(([name, value]) => `${name}:${value}`).join(';')}}`;
}

/** The number by which the API identifies a language. */
export const languageIdOf = (code: LanguageCode): number => languageCodes.indexOf(code) + 1;
/** The same as an SQL expression, for a column with a language code. */
export const languageIdIn = (column: string): string =>
  `array_position(array[${languageCodes.map((code) => `'${code}'`).join(', ')}], ${column})`;
/** The language with this number; null if there is none. */
export const languageOfId = (id: number): LanguageCode | null => languageCodes[id - 1] ?? null;

function facilityOf(row: FacilityRow, origins: { portal: string; kiosk: string }) {
  const now = new Date();
  return {
    facilityId: row.facilityId,
    facilityName: row.facilityName,
    facilityPortalName: row.facilityPortalName,
    facilityShortName: row.facilityShortName,
    themeId: row.facilityId as number,
    timeZoneAbbreviation: zoneNameAt(row.timeZoneId, 'short', now),
    timeZoneId: row.timeZoneId,
    timeZoneOffset: zoneOffset(row.timeZoneId, now),
    defaultCommunicationLanguageId: languageIdOf(row.defaultLanguageCode),
    defaultCommunicationLanguageName:
      new Intl.DisplayNames('en', { type: 'language' }).of(row.defaultLanguageCode) ?? row.defaultLanguageCode,
    logo: logoPath(row.facilityId, row.logoSvg, 'logo'),
    resources: { faqs: row.faqs, usefulLinks: row.usefulLinks, downloadableForms: row.downloadableForms },
    defaultLanguageCode: row.defaultLanguageCode,
    languages: row.languages,
    inactivitySeconds: row.inactivitySeconds,
    kioskIdleSeconds: row.kioskIdleSeconds,
    kioskUrl: row.kioskUrl ?? origins.kiosk,
    portalUrl: row.portalUrl ?? origins.portal,
    kioskScheme: row.kioskScheme,
    ssoEnabledFlag: row.ssoEnabledFlag,
    phone: firstDialled(row.phones),
    sendsUsernames: true,
    pageViews: row.pageViews,
    // Left out where there is none, because it is part of every page.
    ...(row.identityProviders === null ? {} : { identityProviders: row.identityProviders }),
  };
}

/** The facility of a host name, as a page and its manifest need it; null if the database has no facility. */
export async function facilityOfHost(db: Db, host: string, origins: { portal: string; kiosk: string }) {
  const row = await db.maybe(byAlias, { alias: host });
  return row === null
    ? null
    : {
        facility: facilityOf(row, origins),
        css: themeCss(row),
        brand: row.theme['--facility-brand'] ?? null,
        logoSvg: row.logoSvg,
        logoOnDarkSvg: row.logoOnDarkSvg,
      };
}

/** What the icons of an app are made from; null for a facility without a logo, which gets our icons. */
export const iconSourceOf = (
  { logoSvg, logoOnDarkSvg, brand }: Pick<FacilityRow, 'logoSvg' | 'logoOnDarkSvg'> & { readonly brand: string | null },
  surface: IconSource['surface'],
): IconSource | null => (logoSvg === null ? null : { surface, logo: logoSvg, logoOnDark: logoOnDarkSvg, brand });

export async function iconSourceOfId(
  db: Db,
  facilityId: number,
  surface: IconSource['surface'],
): Promise<IconSource | null> {
  const row = await db.maybe(byId, { facilityId });
  return row === null ? null : iconSourceOf({ ...row, brand: row.theme['--facility-brand'] ?? null }, surface);
}

/** The facilities where a patient is known, the home facility first. */
export async function facilitiesOfPatient(db: Db, patientId: PatientId, origins: { portal: string; kiosk: string }) {
  return (await db.many(ofPatient, { patientId })).map((row) => facilityOf(row, origins));
}

/** A logo's SVG by the last part of its path; null if there is none. */
export async function logoOf(db: Db, facilityId: number, file: string): Promise<string | null> {
  const row = await db.maybe(byId, { facilityId });
  if (row === null) return null;
  return file.startsWith('logo-on-dark-') ? row.logoOnDarkSvg : file.startsWith('logo-') ? row.logoSvg : null;
}

const displayNames: Readonly<Record<LanguageCode, string>> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
  zh: '中文',
};

async function pack(db: Db, facilityId: number, language: LanguageCode): Promise<Record<string, string>> {
  return Object.fromEntries(
    (await db.many(packOf, { facilityId, language })).map(({ key, content }) => [key, content]),
  );
}

async function content(
  db: Db,
  facilityId: FacilityId,
  key: ContentKey,
  language: LanguageCode,
): Promise<{ content: string; language: LanguageCode; version?: string }> {
  const text = orNotFound(await db.maybe(textOf, { facilityId, contentKey: key, language }));
  // A label is plain text.
  const shown = key === 'PatientIdentifierLabel' ? text.content : safeFacilityHtml(text.content);
  const written = { content: shown, language: text.language };
  return text.version === null ? written : { ...written, version: text.version };
}

/** The facility of a host name; refuses if there is none at all. */
export async function facilityIdOfHost(db: Db, host: string): Promise<FacilityId> {
  const row = orNotFound(await db.maybe(byAlias, { alias: host }));
  return row.facilityId;
}

/** What everybody may know of a facility: name, look, languages and texts. */
export const facilityHandlers = {
  async getFacility({ db, query, origins }) {
    const row = orNotFound(await db.maybe(byAlias, { alias: query.facilityAlias.toLowerCase() }));
    return facilityOf(row, origins);
  },

  async getLogoUrl({ db, params }) {
    const row = orNotFound(await db.maybe(byId, { facilityId: params.facilityId }));
    return { logoUrl: logoPath(row.facilityId, row.logoSvg, 'logo') };
  },

  async getThemeCss({ db, params }) {
    const row = orNotFound(await db.maybe(byId, { facilityId: params.themeId }));
    return themeCss(row);
  },

  async getSupportedLanguages({ db, host }) {
    const { languages } = await db.one(languagesOf, { facilityId: await facilityIdOfHost(db, host) });
    return languages.map((languageCode) => ({
      languageId: languageIdOf(languageCode),
      languageCode,
      displayName: displayNames[languageCode],
    }));
  },

  async getLanguagePack({ db, query, host }) {
    return pack(db, query.facilityId ?? (await facilityIdOfHost(db, host)), query.language);
  },

  async getTranslations({ db, query, host }) {
    return pack(db, await facilityIdOfHost(db, host), query.language);
  },

  async getContent({ db, params, query, host }) {
    return content(db, await facilityIdOfHost(db, host), params.contentKey, query.language);
  },

  async getFacilityText({ db, params, query }) {
    return content(db, params.facilityId, params.contentKey, query.language);
  },
} satisfies Partial<Handlers>;
