import { FacilityId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import type { FacilityFolder } from './folder.ts';
import { publishMessages } from './messagesFile.ts';
import { moduleCalled } from './modules.ts';
import { publishContacts, publishExplanations, publishFaqs, publishForms, showResources } from './publish.ts';

const Id = v.object({ id: FacilityId });
const add = statement(
  'facilities.add',
  'insert into facilities (name, portal_name, short_name, time_zone) values ($name, $portalName, $shortName, $timeZone) returning id',
  Id,
);
const set = statement(
  'facilities.set',
  `update facilities set name = $name, portal_name = $portalName, short_name = $shortName, time_zone = $timeZone, default_language = $defaultLanguage, languages = $languages, theme = $theme::jsonb, capabilities = $capabilities::jsonb,
     verification_fields = $verificationFields, inactivity_seconds = coalesce($inactivitySeconds, inactivity_seconds), kiosk_enabled = coalesce($kiosk, kiosk_enabled),
     kiosk_idle_seconds = coalesce($kioskIdleSeconds, kiosk_idle_seconds), kiosk_scheme = coalesce($kioskScheme, kiosk_scheme), page_views = coalesce($pageViews, page_views),
     kiosk_birth_date = coalesce($kioskBirthDate, kiosk_birth_date), kiosk_arrival = coalesce($kioskArrival, kiosk_arrival), kiosk_contact_check = coalesce($kioskContactCheck, kiosk_contact_check),
     check_in_opens_minutes = case when 'checkInOpensMinutes' = any($givenSettings::text[]) then $checkInOpensMinutes::int else check_in_opens_minutes end, check_in_closes_minutes = coalesce($checkInClosesMinutes, check_in_closes_minutes),
     front_desk_email = case when 'frontDeskEmail' = any($givenSettings::text[]) then $frontDeskEmail else front_desk_email end,
     registration_source = case when 'registrationSource' = any($givenSettings::text[]) then $registrationSource else registration_source end,
     alert_email = case when 'alertEmail' = any($givenSettings::text[]) then $alertEmail else alert_email end,
     after_death_days = case when 'afterDeathDays' = any($givenSettings::text[]) then $afterDeathDays::int else after_death_days end,
     portal_url = $portalUrl, kiosk_url = $kioskUrl, result_holds = coalesce($resultHolds::jsonb, result_holds), rights_by_age = coalesce($rightsByAge::jsonb, rights_by_age), second_factor = second_factor || $secondFactor::jsonb, identity_providers = coalesce($identityProviders::jsonb, identity_providers), reminder_settings = reminder_settings || $reminderSettings::jsonb,
     logo_svg = coalesce($logo, logo_svg), logo_on_dark_svg = coalesce($logoOnDark, logo_on_dark_svg) where id = $facilityId`,
);
/** Days of grace of those of whom no second step is required are forgotten: they begin anew if it is required again. */
const forgetGrace = statement(
  'facilities.forgetGrace',
  `update second_factors s set due_at = null from users u, facilities f
   where u.id = s.user_id and f.id = u.facility_id and f.id = $facilityId and s.due_at is not null
     and not (coalesce(f.second_factor ->> 'patients', '') = 'required' and exists (select from patients p where p.user_id = u.id)
       or coalesce(f.second_factor ->> 'representatives', '') = 'required' and exists (select from current_representatives l where l.user_id = u.id))`,
);
const noOtherDefault = statement(
  'facilities.noOtherDefault',
  'update facilities set is_default = false where is_default and id <> $facilityId',
);
const makeDefault = statement(
  'facilities.makeDefault',
  'update facilities set is_default = true where id = $facilityId and ($isDefault or not exists (select from facilities where is_default))',
);
const dropAliases = statement(
  'facilities.dropAliases',
  'delete from facility_aliases where facility_id = $facilityId and alias <> all($aliases)',
);
const addAlias = statement(
  'facilities.addAlias',
  `insert into facility_aliases (alias, facility_id, sort_order) values ($alias, $facilityId, $sortOrder)
   on conflict (alias) do update set sort_order = excluded.sort_order where facility_aliases.facility_id = excluded.facility_id`,
);
const aliasOf = statement(
  'facilities.aliasOf',
  'select a.alias, f.short_name as facility from facility_aliases a join facilities f on f.id = a.facility_id where a.alias = any($aliases) and a.facility_id <> $facilityId order by a.alias',
  v.object({ alias: v.string(), facility: v.string() }),
);
const putText = statement(
  'facilities.putText',
  `insert into facility_texts (facility_id, content_key, language, content) values ($facilityId, $contentKey, $language, $content)
   on conflict (facility_id, content_key, language) do update set content = excluded.content where facility_texts.content <> excluded.content`,
);
const dropPack = statement(
  'facilities.dropPack',
  'delete from language_pack_texts where facility_id = $facilityId and language = $language',
);
const addToPack = statement(
  'facilities.addToPack',
  'insert into language_pack_texts (facility_id, language, text_key, content) values ($facilityId, $language, $textKey, $content)',
);
const showsLinks = statement(
  'facilities.showsLinks',
  'select has_useful_links as shown from facilities where id = $facilityId',
  v.object({ shown: v.boolean() }),
);

/** A hash of all that a folder can set, without row ids: equal hashes mean the same description of a facility. */
const stateOf = statement(
  'facilities.state',
  `select md5(jsonb_build_array(to_jsonb(f),
     (select jsonb_agg(alias order by sort_order, alias) from facility_aliases where facility_id = f.id),
     (select jsonb_agg(jsonb_build_array(content_key, language, content) order by content_key, language) from facility_texts where facility_id = f.id),
     (select jsonb_agg(jsonb_build_array(language, text_key, content) order by language, text_key) from language_pack_texts where facility_id = f.id),
     (select jsonb_agg(jsonb_build_array(language, view_order, question, answer) order by language, view_order, id) from facility_faqs where facility_id = f.id),
     (select jsonb_agg(to_jsonb(c) - 'id' order by language, sort_order, id) from facility_contacts c where facility_id = f.id),
     (select jsonb_agg(to_jsonb(e) order by language, code) from facility_explanations e where facility_id = f.id),
     (select jsonb_agg(to_jsonb(g) order by language, about, name) from facility_guides g where facility_id = f.id),
     (select jsonb_agg(jsonb_build_array(first_name, last_name, messages_also_read_by, answers_within_days) order by first_name, last_name) from care_providers where facility_id = f.id),
     (select jsonb_agg(jsonb_build_array(language, view_order, title, description, url, file_type, md5(file)) order by language, view_order, id) from facility_forms where facility_id = f.id)
   )::text) as state from facilities f where f.id = $facilityId`,
  v.object({ state: v.string() }),
);

/** The host names belong to another facility; nothing is saved. */
export class AliasTaken extends Error {
  readonly taken: readonly { readonly alias: string; readonly facility: string }[];

  constructor(taken: AliasTaken['taken']) {
    super('alias taken');
    this.taken = taken;
  }
}

/** What is left out stays as it is (`givenSettings`). */
const noSettings = {
  inactivitySeconds: null,
  kiosk: null,
  kioskIdleSeconds: null,
  kioskScheme: null,
  kioskBirthDate: null,
  kioskArrival: null,
  kioskContactCheck: null,
  checkInOpensMinutes: null,
  checkInClosesMinutes: null,
  frontDeskEmail: null,
  alertEmail: null,
  registrationSource: null,
  pageViews: null,
  afterDeathDays: null,
};

/** Saves what a folder describes. Saving the same folder again changes nothing. */
export async function saveFacility(
  tx: Db,
  existing: FacilityId | null,
  folder: FacilityFolder,
): Promise<{ facilityId: FacilityId; outcome: 'created' | 'updated' | 'unchanged' }> {
  const { settings } = folder;
  const { theme } = settings;
  const facilityId = existing ?? (await tx.one(add, settings)).id;
  const before = existing === null ? null : (await tx.one(stateOf, { facilityId })).state;
  const taken = await tx.many(aliasOf, { facilityId, aliases: settings.aliases });
  if (taken.length > 0) throw new AliasTaken(taken);

  const variables = Object.entries({
    '--facility-brand': theme.brand,
    '--facility-accent': theme.accent,
    '--facility-neutral': theme.neutral,
    '--facility-radius': theme.radius === undefined ? undefined : String(theme.radius),
    '--facility-font': theme.font,
    '--facility-font-display': theme.fontDisplay,
  }).filter(([, value]) => value !== undefined);
  const capabilities = Object.fromEntries(
    Object.entries(settings.capabilities).map(([name, fields]) => [moduleCalled(name) ?? name, fields]),
  );
  const { resultHolds, rightsByAge, secondFactor = {}, reminders = {}, usefulLinks, ...plain } = settings.settings;
  const givenSettings = Object.keys(settings.settings);
  await tx.run(forgetGrace, { facilityId });
  await tx.run(set, {
    ...settings,
    ...noSettings,
    ...plain,
    facilityId,
    givenSettings,
    theme: JSON.stringify(Object.fromEntries(variables)),
    capabilities: JSON.stringify(capabilities),
    resultHolds: resultHolds === undefined ? null : JSON.stringify(resultHolds),
    rightsByAge: rightsByAge === undefined ? null : JSON.stringify(rightsByAge),
    secondFactor: JSON.stringify(secondFactor),
    identityProviders: settings.identityProviders === undefined ? null : JSON.stringify(settings.identityProviders),
    reminderSettings: JSON.stringify(reminders),
    logo: folder.logo,
    logoOnDark: folder.logoOnDark,
  });
  if (settings.default === true) await tx.run(noOtherDefault, { facilityId });
  await tx.run(makeDefault, { facilityId, isDefault: settings.default === true });
  await tx.run(dropAliases, { facilityId, aliases: settings.aliases });
  for (const [sortOrder, alias] of settings.aliases.entries()) await tx.run(addAlias, { alias, facilityId, sortOrder });
  for (const { key, language, content } of folder.texts)
    await tx.run(putText, { facilityId, contentKey: key, language, content });
  for (const [language, pack] of folder.languagePacks) {
    await tx.run(dropPack, { facilityId, language });
    for (const [key, content] of Object.entries(pack))
      await tx.run(addToPack, { facilityId, language, textKey: key, content });
  }
  if (folder.faqs !== null) await publishFaqs(tx, facilityId, folder.faqs);
  if (folder.contacts !== null) await publishContacts(tx, facilityId, folder.contacts);
  if (folder.explanations !== null) await publishExplanations(tx, facilityId, folder.explanations);
  if (folder.messages !== null) await publishMessages(tx, facilityId, folder.messages);
  if (folder.forms !== null) await publishForms(tx, facilityId, folder.forms);
  await showResources(
    tx,
    facilityId,
    usefulLinks ??
      ((await tx.one(showsLinks, { facilityId })).shown ||
        (existing === null && folder.texts.some(({ key }) => key === 'usefulLinksContent'))),
  );

  if (before === null) return { facilityId, outcome: 'created' };
  return { facilityId, outcome: (await tx.one(stateOf, { facilityId })).state === before ? 'unchanged' : 'updated' };
}
