import { FacilityId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import type { FacilityFolder } from './folder.ts';
import { moduleCalled } from './modules.ts';
import { publishContacts, publishFaqs, publishForms, showResources } from './publish.ts';

const Id = v.object({ id: FacilityId });
const add = statement('facilities.add', "insert into facilities (name, portal_name, short_name, time_zone) values ($1, $2, $3, $4) returning id", Id);
const set = statement(
  'facilities.set',
  `update facilities set name = $2, portal_name = $3, short_name = $4, time_zone = $5, default_language = $6, languages = $7, theme = $8::jsonb, capabilities = $9::jsonb,
     verification_fields = $10, inactivity_seconds = coalesce($11, inactivity_seconds), kiosk_enabled = coalesce($12, kiosk_enabled),
     kiosk_idle_seconds = coalesce($13, kiosk_idle_seconds), kiosk_scheme = coalesce($14, kiosk_scheme), page_views = coalesce($15, page_views),
     logo_svg = coalesce($16, logo_svg), logo_on_dark_svg = coalesce($17, logo_on_dark_svg) where id = $1`,
);
const noOtherDefault = statement('facilities.noOtherDefault', 'update facilities set is_default = false where is_default and id <> $1');
const makeDefault = statement('facilities.makeDefault', 'update facilities set is_default = true where id = $1 and ($2 or not exists (select from facilities where is_default))');
const dropAliases = statement('facilities.dropAliases', 'delete from facility_aliases where facility_id = $1 and alias <> all($2)');
const addAlias = statement('facilities.addAlias', 'insert into facility_aliases (alias, facility_id) values ($1, $2) on conflict (alias) do nothing');
const aliasOf = statement(
  'facilities.aliasOf',
  'select a.alias, f.short_name as facility from facility_aliases a join facilities f on f.id = a.facility_id where a.alias = any($2) and a.facility_id <> $1 order by a.alias',
  v.object({ alias: v.string(), facility: v.string() }),
);
const putText = statement(
  'facilities.putText',
  `insert into facility_texts (facility_id, content_key, language, content) values ($1, $2, $3, $4)
   on conflict (facility_id, content_key, language) do update set content = excluded.content where facility_texts.content <> excluded.content`,
);
const dropPack = statement('facilities.dropPack', 'delete from language_pack_texts where facility_id = $1 and language = $2');
const addToPack = statement('facilities.addToPack', 'insert into language_pack_texts (facility_id, language, text_key, content) values ($1, $2, $3, $4)');
const showsLinks = statement('facilities.showsLinks', "select has_useful_links as shown from facilities where id = $1", v.object({ shown: v.boolean() }));

/** All that a folder can set, without the numbers of its rows: two that are equal describe the same facility. */
const stateOf = statement(
  'facilities.state',
  `select md5(jsonb_build_array(to_jsonb(f),
     (select jsonb_agg(alias order by alias) from facility_aliases where facility_id = f.id),
     (select jsonb_agg(jsonb_build_array(content_key, language, content) order by content_key, language) from facility_texts where facility_id = f.id),
     (select jsonb_agg(jsonb_build_array(language, text_key, content) order by language, text_key) from language_pack_texts where facility_id = f.id),
     (select jsonb_agg(jsonb_build_array(language, view_order, question, answer) order by language, view_order, id) from facility_faqs where facility_id = f.id),
     (select jsonb_agg(to_jsonb(c) - 'id' order by language, sort_order, id) from facility_contacts c where facility_id = f.id),
     (select jsonb_agg(jsonb_build_array(language, view_order, title, description, url, file_type, md5(file)) order by language, view_order, id) from facility_forms where facility_id = f.id)
   )::text) as state from facilities f where f.id = $1`,
  v.object({ state: v.string() }),
);

/** The host names are another facility's; nothing is kept. */
export class AliasTaken extends Error {
  readonly taken: readonly { readonly alias: string; readonly facility: string }[];

  constructor(taken: AliasTaken['taken']) {
    super('alias taken');
    this.taken = taken;
  }
}

/** What a folder describes as it stands in the database; the same folder again changes nothing. */
export async function saveFacility(tx: Db, existing: FacilityId | null, folder: FacilityFolder): Promise<{ facilityId: FacilityId; outcome: 'created' | 'updated' | 'unchanged' }> {
  const { settings } = folder;
  const { theme } = settings;
  const facilityId = existing ?? (await tx.one(add, [settings.name, settings.portalName, settings.shortName, settings.timeZone])).id;
  const before = existing === null ? null : (await tx.one(stateOf, [facilityId])).state;
  const taken = await tx.many(aliasOf, [facilityId, settings.aliases]);
  if (taken.length > 0) throw new AliasTaken(taken);

  const variables = Object.entries({
    '--facility-brand': theme.brand,
    '--facility-accent': theme.accent,
    '--facility-neutral': theme.neutral,
    '--facility-radius': theme.radius === undefined ? undefined : String(theme.radius),
    '--facility-font': theme.font,
    '--facility-font-display': theme.fontDisplay,
  }).filter(([, value]) => value !== undefined);
  const capabilities = Object.fromEntries(Object.entries(settings.capabilities).map(([name, fields]) => [moduleCalled(name) ?? name, fields]));
  const { inactivitySeconds = null, kiosk = null, kioskIdleSeconds = null, kioskScheme = null, pageViews = null, usefulLinks } = settings.settings;
  await tx.run(set, [
    facilityId,
    settings.name,
    settings.portalName,
    settings.shortName,
    settings.timeZone,
    settings.defaultLanguage,
    settings.languages,
    JSON.stringify(Object.fromEntries(variables)),
    JSON.stringify(capabilities),
    settings.verificationFields,
    inactivitySeconds,
    kiosk,
    kioskIdleSeconds,
    kioskScheme,
    pageViews,
    folder.logo,
    folder.logoOnDark,
  ]);
  if (settings.default === true) await tx.run(noOtherDefault, [facilityId]);
  await tx.run(makeDefault, [facilityId, settings.default === true]);
  await tx.run(dropAliases, [facilityId, settings.aliases]);
  for (const alias of settings.aliases) await tx.run(addAlias, [alias, facilityId]);
  for (const { key, language, content } of folder.texts) await tx.run(putText, [facilityId, key, language, content]);
  for (const [language, pack] of folder.languagePacks) {
    await tx.run(dropPack, [facilityId, language]);
    for (const [key, content] of Object.entries(pack)) await tx.run(addToPack, [facilityId, language, key, content]);
  }
  if (folder.faqs !== null) await publishFaqs(tx, facilityId, folder.faqs);
  if (folder.contacts !== null) await publishContacts(tx, facilityId, folder.contacts);
  if (folder.forms !== null) await publishForms(tx, facilityId, folder.forms);
  await showResources(tx, facilityId, usefulLinks ?? ((await tx.one(showsLinks, [facilityId])).shown || (existing === null && folder.texts.some(({ key }) => key === 'usefulLinksContent'))));

  if (before === null) return { facilityId, outcome: 'created' };
  return { facilityId, outcome: (await tx.one(stateOf, [facilityId])).state === before ? 'unchanged' : 'updated' };
}
