import { basename, resolve } from 'node:path';
import { FacilityId, contentKeys } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { type FacilityFolder, readFacilityFolder } from '../facilities/folder.ts';
import { moduleNames } from '../facilities/modules.ts';
import { AliasTaken, saveFacility } from '../facilities/save.ts';
import { type Io, auditOperator, command } from './command.ts';
import { capabilityCommand } from './facilityCapability.ts';
import { whyUnreachable } from './doctorIdentity.ts';
import { moveCommand } from './facilityMove.ts';
import { showCommand } from './facilityShow.ts';
import { CommandFailed } from './failure.ts';
import { cannotRead } from './files.ts';
import { argument, argumentList, flag, option } from './parameters.ts';
import { oneFacility } from './people.ts';
import { column, counted, linesOf } from './text.ts';

const byName = statement(
  'admin.facilityByName',
  'select id from facilities where lower(short_name) = lower($shortName) or lower(name) = lower($name) order by id',
  v.object({ id: FacilityId }),
);
const listed = statement(
  'admin.facilities',
  `select f.id, f.name, f.short_name as "shortName", f.is_default as "isDefault", f.languages,
     coalesce((select array_agg(alias order by sort_order, alias) from facility_aliases where facility_id = f.id), '{}') as aliases,
     (select count(*) from patients where home_facility_id = f.id) as patients
   from facilities f order by f.id`,
  v.object({
    id: FacilityId,
    name: v.string(),
    shortName: v.string(),
    isDefault: v.boolean(),
    languages: v.array(v.string()),
    aliases: v.array(v.string()),
    patients: v.number(),
  }),
);
const textsOf = statement(
  'admin.textsOf',
  'select content_key as key from facility_texts where facility_id = $facilityId and language = $language',
  v.object({ key: v.string() }),
);

/** The facility that the folder describes: the named one, else the one with the same name; null for a new one. */
async function existing(db: Db, folder: FacilityFolder, named: string | null): Promise<FacilityId | null> {
  if (named !== null) return (await oneFacility(db, named)).id;
  const found = await db.many(byName, { shortName: folder.settings.shortName, name: folder.settings.name });
  if (found.length > 1)
    throw new CommandFailed(
      `"${folder.settings.shortName}" and "${folder.settings.name}" are names of ${String(found.length)} facilities (ids ${found.map(({ id }) => id).join(', ')}): add --facility.`,
    );
  return found[0]?.id ?? null;
}

/** Reads a folder and prints every fault in it; null if it has any. `outcome` says what that means, such as "nothing was imported". */
async function readWhole(given: string, io: Io, outcome: string) {
  const folder = resolve(given);
  const reading = await readFacilityFolder(folder).catch(cannotRead(given));
  if (reading.kind === 'refused') {
    const { faults } = reading;
    io.err(`${given}: ${outcome}; ${counted(faults.length, 'place is', 'places are')} not right:`);
    for (const { place, reason } of faults) io.err(`  ${basename(folder)}/${place} ${reason}`);
    return null;
  }
  return { folder: reading.folder, notes: reading.notes.map(({ place, reason }) => `  note: ${place} ${reason}`) };
}

/** The host names that more than one of the facilities has. */
function sharedHosts(folders: readonly FacilityFolder[]): string[] {
  const hosts = new Set(folders.flatMap(({ settings }) => settings.aliases));
  return [...hosts].flatMap((host) => {
    const owners = folders.filter(({ settings }) => settings.aliases.includes(host));
    return owners.length === 1
      ? []
      : [`${host} belongs to ${owners.map(({ settings }) => `"${settings.name}"`).join(' and ')}`];
  });
}

const checkCommand = command({
  name: 'facility check',
  does: 'Tells everything that is not right in the folders of facilities, with its place, and asks their identity systems whether they are there; of several, also which have one host name. It needs no database and changes nothing.',
  page: 'run.md',
  parameters: { folders: argumentList('FOLDER', 'one folder or more.') },
  async run({ folders }, io) {
    const found = [];
    for (const given of folders) found.push(await readWhole(given, io, 'it cannot be imported'));
    const whole = found.filter((one) => one !== null);
    const shared = sharedHosts(whole.map(({ folder }) => folder));
    for (const line of shared) io.err(`Two facilities have one host name: ${line}.`);
    if (whole.length < found.length || shared.length > 0) return 1;
    const lines = await Promise.all(
      whole.map(async ({ folder: { settings }, notes }) => {
        const unreachable = await Promise.all(
          (settings.identityProviders ?? []).map(async (provider, index) => {
            const why = await whyUnreachable(provider);
            return why === null ? [] : [`  note: facility.json: identityProviders.${String(index)}: ${why}`];
          }),
        );
        return [`"${settings.name}" can be imported.`, ...notes, ...unreachable.flat()];
      }),
    );
    return lines.flat();
  },
});

const importCommand = command({
  name: 'facility import',
  does: 'Makes a facility, or brings one up to date, from a folder. The same folder again changes nothing.',
  more: `  facility.json                  name, portalName, shortName, portalUrl, kioskUrl (https://…), aliases (other host names),
                                 default, timeZone, languages, defaultLanguage,
                                 theme {brand, accent, neutral, radius, font, fontDisplay},
                                 capabilities {Module: [Field, …]}, verificationFields [PIN, MRN, SSN],
                                 identityProviders [{key, names, for, issuer, clientId, …}],
                                 settings {inactivitySeconds, kiosk, kioskIdleSeconds, kioskBirthDate, kioskArrival,
                                  kioskContactCheck, checkInOpensMinutes, checkInClosesMinutes, frontDeskEmail, alertEmail, registrationSource, kioskScheme,
                                  pageViews, usefulLinks, resultHolds [{codes, days}], rightsByAge [{fromAge, sections}],
                                  afterDeathDays, secondFactor {patients, representatives, kioskStaff, graceDays, textMessages},
                                  reminders {patientAppointmentEmailEnabled, …}}
  logo.svg, logo-on-dark.svg     drawings with a viewBox; what could run or load is left out
  texts/LANGUAGE/KEY.html        ${contentKeys.slice(0, 4).join(', ')},
                                 ${contentKeys.slice(4).join(', ')}
  faqs.json                      {LANGUAGE: [{question, answer}, …]}, in the order in which they are shown
  contacts.json                  {LANGUAGE: [{contactName, address1, address2, city, state, zipCode, country, phone, fax, email}, …]}
  explanations.json              {LANGUAGE: [{code, title, text}, …]}: what a test is, by its code (LOINC or the laboratory's);
                                 {visitType, title, text}: what to expect of a visit, by its type, subtype, follow-up or planned
                                 test; {place, title, text}: the way and the parking, by words of its location
  messages.json                  {emergencyPhone, urgentName, urgentPhone, workingDays [1 Monday … 7 Sunday], supervisorEmail, unopenedAfterDays,
                                 providers [{firstName, lastName, alsoReadBy, answersWithinDays}]}: what stands above a message
  forms/forms.json and files     {LANGUAGE: [{title, description, file} or {title, description, url}, …]}
  language-pack/LANGUAGE.json    {KEY: TEXT}: the facility's own wording of single texts

Only facility.json must be there; what the folder does not have stays as it is. A mistake anywhere is told with its place, all
of them at once, and then nothing is changed. settings.resultHolds holds test results back by category or code.
settings.rightsByAge ends what representatives may do in the sections from that birthday of the patient on, and [] ends nothing.
settings.afterDeathDays ends what they may read so many days after a death; null ends nothing.
settings.registrationSource names the source ("record import --source") whose facts of registration come before those of others,
which else are the newest.

Links in mails begin with portalUrl, without it with PORTAL_URL of the server. Modules are ${moduleNames.slice(0, 5).join(', ')},
${moduleNames.slice(5).join(', ')}; "facility capability --help" lists their fields.
The demo's folder (server/demo/data/facilities/northlight) is an example with every key; server/docs/schemas has JSON Schemas for editors.`,
  parameters: {
    folder: argument('FOLDER', 'one folder.'),
    facility: option('NAME|ID', 'the facility to bring up to date, where its name is to change'),
    dryRun: flag('only look'),
  },
  async run({ folder: given, facility, dryRun }, io) {
    const whole = await readWhole(given, io, 'nothing was imported');
    if (whole === null) return 1;
    const { folder, notes } = whole;
    const { settings } = folder;
    if (dryRun) return [`"${settings.name}" can be imported.`, ...notes];
    return io
      .transaction(async (tx) => {
        const saved = await saveFacility(tx, await existing(tx, folder, facility), folder);
        const { facilityId, outcome } = saved;
        const texts = await tx.many(textsOf, { facilityId, language: settings.defaultLanguage });
        if (outcome !== 'unchanged')
          await auditOperator(tx, `facility.${outcome}`, { facilityId }, { texts: folder.texts.length });
        const said = { created: 'is', updated: 'is up to date:', unchanged: 'is unchanged:' }[outcome];
        return [
          `"${settings.name}" ${said} facility ${String(facilityId)}.`,
          ...notes,
          ...contentKeys
            .filter((key) => texts.every((one) => one.key !== key))
            .map(
              (key) =>
                `  note: texts/${settings.defaultLanguage}/${key}.html is missing: patients will find nothing there`,
            ),
        ];
      })
      .catch((error: unknown) => {
        if (!(error instanceof AliasTaken)) throw error;
        const taken = error.taken.map(({ alias, facility: owner }) => `${alias} belongs to ${owner}`);
        throw new CommandFailed(`Nothing was imported: ${taken.join(', ')}.`);
      });
  },
});

const listCommand = command({
  name: 'facility list',
  does: 'Lists the facilities: id, short name, name, languages, host names, patients.',
  inAllCells: true,
  parameters: {},
  inTransaction: async (tx) =>
    linesOf(
      await tx.many(listed),
      ({ id, name, shortName, isDefault, languages, aliases, patients }) =>
        `${column(id)}  ${shortName}  (${name}; ${languages.join(', ')}; ${counted(patients, 'patient')})  ${aliases.join(', ')}${isDefault ? '  default' : ''}`,
      'There are no facilities yet. See: facility import',
    ),
});

export const facilityCommands = [checkCommand, importCommand, listCommand, showCommand, moveCommand, capabilityCommand];
