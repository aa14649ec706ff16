import { FacilityId } from '@portal/api';
import * as v from 'valibot';
import { statement } from '../db/pool.ts';
import { IdentityProviders } from '../facilities/identityProviders.ts';
import { inOrder } from '../facilities/modules.ts';
import { command } from './command.ts';
import { argument } from './parameters.ts';
import { oneFacility } from './people.ts';
import { counted, onOff } from './text.ts';

const details = statement(
  'admin.facilityDetails',
  `select f.id, f.name, f.portal_name as "portalName", f.short_name as "shortName", f.is_default as "isDefault", f.time_zone as "timeZone", f.default_language as "defaultLanguage",
     f.languages, f.theme, f.logo_svg is not null as logo, f.logo_on_dark_svg is not null as "logoOnDark", f.capabilities, f.verification_fields as "verificationFields",
     f.has_faqs as faqs, f.has_useful_links as "usefulLinks", f.has_downloadable_forms as forms, f.kiosk_enabled as kiosk, f.kiosk_scheme as "kioskScheme",
     f.kiosk_idle_seconds as "kioskIdleSeconds", f.kiosk_own_tablets_only as "ownTabletsOnly",
     f.kiosk_birth_date as "kioskBirthDate", f.kiosk_arrival as "kioskArrival", f.kiosk_contact_check as "kioskContactCheck", f.check_in_opens_minutes as "checkInOpensMinutes", f.check_in_closes_minutes as "checkInClosesMinutes", f.front_desk_email as "frontDeskEmail",
     f.registration_source as "registrationSource", f.alert_email as "alertEmail", coalesce(f.rights_by_age, '[]') as "rightsByAge", f.after_death_days as "afterDeathDays", f.identity_providers as "identityProviders", (select count(*)::int from questionnaire_alerts a where a.facility_id = f.id and a.acknowledged_at is null) as "openAlerts",
     f.portal_url as "portalUrl", f.kiosk_url as "kioskUrl", f.inactivity_seconds as "inactivitySeconds", f.page_views as "pageViews",
     coalesce((select array_agg(alias order by sort_order, alias) from facility_aliases where facility_id = f.id), '{}') as aliases,
     coalesce((select array_agg(language || '/' || content_key order by language, content_key) from facility_texts where facility_id = f.id), '{}') as texts,
     (select count(*) from facility_faqs where facility_id = f.id) as "faqCount", (select count(*) from facility_contacts where facility_id = f.id) as "contactCount",
     (select count(*) from facility_forms where facility_id = f.id) as "formCount", (select count(*) from language_pack_texts where facility_id = f.id) as "ownWords"
   from facilities f where f.id = $facilityId`,
  v.object({
    id: FacilityId,
    name: v.string(),
    portalName: v.string(),
    shortName: v.string(),
    isDefault: v.boolean(),
    timeZone: v.string(),
    defaultLanguage: v.string(),
    languages: v.array(v.string()),
    theme: v.record(v.string(), v.string()),
    logo: v.boolean(),
    logoOnDark: v.boolean(),
    capabilities: v.record(v.string(), v.array(v.string())),
    verificationFields: v.array(v.string()),
    faqs: v.boolean(),
    usefulLinks: v.boolean(),
    forms: v.boolean(),
    kiosk: v.boolean(),
    kioskScheme: v.string(),
    kioskIdleSeconds: v.number(),
    ownTabletsOnly: v.boolean(),
    kioskBirthDate: v.boolean(),
    kioskArrival: v.boolean(),
    kioskContactCheck: v.boolean(),
    checkInOpensMinutes: v.nullable(v.number()),
    checkInClosesMinutes: v.number(),
    frontDeskEmail: v.nullable(v.string()),
    registrationSource: v.nullable(v.string()),
    alertEmail: v.nullable(v.string()),
    openAlerts: v.number(),
    portalUrl: v.nullable(v.string()),
    kioskUrl: v.nullable(v.string()),
    afterDeathDays: v.nullable(v.number()),
    identityProviders: IdentityProviders,
    rightsByAge: v.array(v.object({ fromAge: v.number(), sections: v.array(v.string()) })),
    inactivitySeconds: v.number(),
    pageViews: v.boolean(),
    aliases: v.array(v.string()),
    texts: v.array(v.string()),
    faqCount: v.number(),
    contactCount: v.number(),
    formCount: v.number(),
    ownWords: v.number(),
  }),
);

/** Shortens a field such as `TreatmentTypes.Allergy.comment` to its first two parts, because all fields are too many for a line. */
const withoutField = (part: string): string => part.split('.').slice(0, 2).join('.');

/** What is set for a facility, a line each. */
export const showCommand = command({
  name: 'facility show',
  does: 'Shows what is set for one facility.',
  parameters: { facility: argument('NAME|ID', 'one facility.') },
  async inTransaction(tx, { facility }) {
    const { id: facilityId } = await oneFacility(tx, facility);
    const one = await tx.one(details, { facilityId });
    const none = (list: readonly string[]) => (list.length === 0 ? 'none' : list.join(', '));
    const modules = inOrder(one.capabilities).map(([name, fields]) =>
      fields.length === 0 ? name : `${name} (${[...new Set(fields.map(withoutField))].join(', ')})`,
    );
    const theme = Object.entries(one.theme).map(([name, value]) => `${name.replace('--facility-', '')} ${value}`);
    const rows: Readonly<Record<string, string>> = {
      facility: `${String(one.id)}${one.isDefault ? ', the default' : ''}`,
      name: one.name,
      'portal name': one.portalName,
      'short name': one.shortName,
      'portal, kiosk': `${one.portalUrl ?? 'as PORTAL_URL says'}, ${one.kioskUrl ?? 'as KIOSK_URL says'}`,
      'host names': none(one.aliases),
      'time zone': one.timeZone,
      languages: `${one.languages.join(', ')}; ${one.defaultLanguage} by default`,
      theme: none(theme),
      logo: `${one.logo ? 'yes' : 'none'}, on dark ${one.logoOnDark ? 'yes' : 'none'}`,
      modules: none(modules),
      'sign-up asks for': one.verificationFields.join(', '),
      FAQs: `${onOff(one.faqs)}, ${String(one.faqCount)} in all languages`,
      'useful links': onOff(one.usefulLinks),
      forms: `${onOff(one.forms)}, ${String(one.formCount)} in all languages`,
      contacts: `${String(one.contactCount)} in all languages`,
      kiosk: `${onOff(one.kiosk)}, ${one.kioskScheme}, warns after ${String(one.kioskIdleSeconds)} s, ${one.ownTabletsOnly ? 'own tablets only' : 'any tablet'}`,
      'check-in': `birth date ${onOff(one.kioskBirthDate)}, arrival ${onOff(one.kioskArrival)}, contact details ${onOff(one.kioskContactCheck)}`,
      'phone check-in':
        one.checkInOpensMinutes === null
          ? 'off'
          : `from ${String(one.checkInOpensMinutes)} min before to ${String(one.checkInClosesMinutes)} min after the start`,
      'front desk': one.frontDeskEmail ?? 'no email address',
      alerts: `${String(one.openAlerts)} open, told to ${one.alertEmail ?? 'nobody'}`,
      'rights by age': none(
        one.rightsByAge.map(({ fromAge, sections }) => `from ${String(fromAge)} ${sections.join(' ')}`),
      ),
      'after a death':
        one.afterDeathDays === null
          ? 'reading without an end'
          : counted(one.afterDeathDays, 'day of reading', 'days of reading'),
      'identity systems': none(
        one.identityProviders.map((provider) => `${provider.key} for ${provider.for} (${provider.issuer})`),
      ),
      registration: `${one.registrationSource ?? 'no source'} comes first`,
      'locks after': `${String(one.inactivitySeconds)} s`,
      'page views': onOff(one.pageViews),
      texts: none(one.texts),
      'own wording': counted(one.ownWords, 'text'),
    };
    return Object.entries(rows).map(([name, value]) => `${name.padEnd(18)}${value}`);
  },
});
