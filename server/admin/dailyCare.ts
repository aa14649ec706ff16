import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import { AppointmentId, CalendarDate, FacilityId, LanguageCode, languageCodes, isEmailAddress } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { addAppointment } from '../care/appointments.ts';
import { assignArticle, saveArticle } from '../care/articles.ts';
import { addToCareTeam, type Photo, saveCareProvider } from '../care/careTeam.ts';
import { PlanFile, planFaults, savePlan } from '../care/followUps.ts';
import { type Db, statement } from '../db/pool.ts';
import { safeSvg } from '../facilities/svg.ts';
import { htmlOfText } from '../questionnaires/richText.ts';
import { named } from './accounts.ts';
import { actor, type Command } from './command.ts';
import { CommandFailed } from './failure.ts';
import { oneFacility, onePatient } from './people.ts';
import { dateOption } from './questionnaire.ts';

const patientOptions = `  --patient         the patient's record number or username
  --facility        the patient's home facility, where two facilities have the same record number`;

async function bytesOf(file: string): Promise<Buffer> {
  return readFile(file).catch((error: unknown) => {
    throw new CommandFailed(`Cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`);
  });
}

function timeOption(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) throw new CommandFailed(`--time needs a time like 09:30, not "${text}".`, true);
  return text;
}

function numberOption(name: string, text: string | undefined, least: number, most: number): number | null {
  if (text === undefined) return null;
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) throw new CommandFailed(`--${name} needs a number from ${String(least)} to ${String(most)}, not "${text}".`, true);
  return value;
}

const homeOf = statement('admin.homeOf', 'select home_facility_id as id from patients where id = $1', v.object({ id: FacilityId }));
const isWallTime = statement(
  'admin.isWallTime',
  'select (($2::date + $3::time) at time zone f.time_zone) at time zone f.time_zone = $2::date + $3::time as exists from facilities f where f.id = $1',
  v.object({ exists: v.boolean() }),
);
const listed = statement(
  'admin.appointments',
  `select a.id, a.kind, a.listed_day as day, to_char(a.starts_at at time zone f.time_zone, 'HH24:MI') as time, coalesce(a.follow_up_label, a.type) as type,
     nullif(concat_ws(', ', a.provider_last_name, a.provider_first_name), '') as provider, a.status, a.is_cancelled as "isCancelled"
   from appointments a join facilities f on f.id = a.facility_id where a.patient_id = $1 order by a.listed_day, a.starts_at nulls first, a.id`,
  v.object({ id: AppointmentId, kind: v.string(), day: CalendarDate, time: v.nullable(v.string()), type: v.string(), provider: v.nullable(v.string()), status: v.string(), isCancelled: v.boolean() }),
);
const cancel = statement(
  'admin.cancelAppointment',
  `update appointments set is_cancelled = true, is_confirmed = false, status = $3 where id = $2 and patient_id = $1 and kind = 'ExternalAppointment' and not is_cancelled
   returning listed_day as day, type`,
  v.object({ day: CalendarDate, type: v.string() }),
);

const appointmentAdd: Command = {
  words: ['appointment', 'add'],
  help: `appointment add --patient MRN|USERNAME --on DATE --type TEXT [--time HH:MM] [--minutes N] [--provider LAST[,FIRST]]
    [--subtype TEXT] [--location TEXT] [--place TEXT] [--status TEXT] [--confirmed] [--at FACILITY] [--facility NAME]

Adds a visit to a patient's appointments.

${patientOptions}
  --on              the day, like 2026-11-30
  --time            when it begins, by the clocks where it is; 12:00 counts as no time, as in the portal
  --minutes         how long it takes
  --provider        whom it is with: last name, a comma, first name; or the name of a service
  --location        where it is, as it is shown
  --place           the address in one line, for maps; left out for a visit by video
  --status          as it is shown; "Scheduled" where it is left out
  --confirmed       it is certain to take place
  --at              another facility than the patient's, whose clocks count`,
  async run(args, io) {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({
      args,
      options: { patient: text, on: text, type: text, time: text, minutes: text, provider: text, subtype: text, location: text, place: text, status: text, confirmed: { type: 'boolean' }, at: text, facility: text },
    });
    const who = named(values.patient, 'patient', 'appointment add');
    const type = named(values.type, 'type', 'appointment add');
    const day = dateOption('on', values.on);
    if (day === null) throw new CommandFailed('appointment add needs --on with a date.', true);
    const time = timeOption(values.time);
    const durationMinutes = numberOption('minutes', values.minutes, 1, 1440);
    const [lastName = '', firstName = ''] = (values.provider ?? '').split(',').map((part) => part.trim());
    const location = values.location?.trim() ?? '';
    return io.database(async (pool) => {
      const { id, mrn, facility } = await pool.tx(async (tx) => {
        const patient = await onePatient(tx, who, values.facility);
        const facilityId = values.at === undefined ? (await tx.one(homeOf, [patient.id])).id : (await oneFacility(tx, values.at)).id;
        if (time !== null && !(await tx.one(isWallTime, [facilityId, day, time])).exists) throw new CommandFailed(`There is no ${time} on ${day} there: the clocks are put forward.`);
        const made = await addAppointment(tx, {
          patientId: patient.id, facilityId, at: { day, time }, durationMinutes,
          providerFirstName: firstName === '' ? null : firstName, providerLastName: lastName === '' ? null : lastName,
          type, subtype: values.subtype ?? null, location: htmlOfText(location), shortLocation: location === '' ? null : location, place: values.place ?? null,
          status: values.status ?? 'Scheduled', isConfirmed: values.confirmed === true, isCancelled: false, followUpId: null,
        });
        await audit(tx, { type: 'appointment.added', actor, patientId: patient.id, detail: { appointmentId: made } });
        return { id: made, mrn: patient.mrn, facility: patient.facility };
      });
      io.out(`${mrn} (${facility}) has appointment ${String(id)} on ${day}${time === null || time === '12:00' ? '' : ` at ${time}`}.`);
      return 0;
    });
  },
};

const appointmentList: Command = {
  words: ['appointment', 'list'],
  help: `appointment list --patient MRN|USERNAME [--facility NAME]

Lists a patient's appointments and follow-ups, earliest first: id, day, time where it is, what, with whom, status.

${patientOptions}`,
  async run(args, io) {
    const { values } = parseArgs({ args, options: { patient: { type: 'string' }, facility: { type: 'string' } } });
    const who = named(values.patient, 'patient', 'appointment list');
    const rows = await io.database((pool) =>
      pool.tx(async (tx) => {
        const patient = await onePatient(tx, who, values.facility);
        const found = await tx.many(listed, [patient.id]);
        await audit(tx, { type: 'appointments.listed', actor, patientId: patient.id, detail: { appointments: found.length } });
        return found;
      }),
    );
    for (const { id, kind, day, time, type, provider, status, isCancelled } of rows) {
      io.out(`${String(id).padStart(7)}  ${day} ${time ?? '     '}  ${type}${provider === null ? '' : ` with ${provider}`}  ${status}${isCancelled ? ' (cancelled)' : ''}${kind === 'FollowUpAppointment' ? '  follow-up' : ''}`);
    }
    if (rows.length === 0) io.out('There are no appointments.');
    return 0;
  },
};

const appointmentCancel: Command = {
  words: ['appointment', 'cancel'],
  help: `appointment cancel ID --patient MRN|USERNAME [--status TEXT] [--facility NAME]

Cancels a visit: it stays in the list and is no longer among what comes next. A follow-up that it was booked for is recommended again.

${patientOptions}
  --status          as it is shown; "Cancelled by facility" where it is left out`,
  async run(args, io) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { patient: { type: 'string' }, status: { type: 'string' }, facility: { type: 'string' } } });
    const [given, ...more] = positionals;
    if (given === undefined || more.length > 0 || !/^[1-9]\d{0,14}$/.test(given)) throw new CommandFailed('appointment cancel needs the id of one appointment.', true);
    const who = named(values.patient, 'patient', 'appointment cancel');
    return io.database(async (pool) => {
      const { day, type } = await pool.tx(async (tx) => {
        const patient = await onePatient(tx, who, values.facility);
        const done = await tx.maybe(cancel, [patient.id, Number(given), values.status ?? 'Cancelled by facility']);
        if (done === null) throw new CommandFailed(`${patient.mrn} (${patient.facility}) has no appointment ${given} that could be cancelled. See: appointment list`);
        await audit(tx, { type: 'appointment.cancelled', actor, patientId: patient.id, detail: { appointmentId: Number(given) } });
        return done;
      });
      io.out(`Appointment ${given} on ${day} (${type}) is cancelled.`);
      return 0;
    });
  },
};

const followUpImport: Command = {
  words: ['follow-up', 'import'],
  help: `follow-up import FILE --patient MRN|USERNAME [--facility NAME] [--dry-run]

Makes a file the patient's follow-up plan; the plan before is archived. The file is JSON:

  {"startDate": "2026-01-31", "memoToPatient": "…",
   "categories": [{"key": "exam", "name": "Physical exam"}, …],          columns of the table, in order
   "templates": [{"name": "…", "effectiveDate": "2025-01-15"}, …],       the guidelines that it follows
   "appointments": [{"label": "Six month visit", "after": {"years": 0, "months": 6},
     "provider": {"firstName": "…", "lastName": "…"}, "targetDate": "2026-07-31",
     "actualDate": "2026-08-03", "actualTime": "09:30", "status": "Pending|Completed|Missed|Cancelled",
     "tasks": [{"category": "exam", "addressed": false, "note": "…"}, …]}, …]}

categories, appointments, and of each of them the label and one of the dates must be there.

${patientOptions}
  --dry-run         only look`,
  async run(args, io) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { patient: { type: 'string' }, facility: { type: 'string' }, 'dry-run': { type: 'boolean' } } });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new CommandFailed('follow-up import needs one file.', true);
    const who = named(values.patient, 'patient', 'follow-up import');
    let json: unknown;
    try {
      json = JSON.parse((await bytesOf(file)).toString('utf8').replace(/^\uFEFF/, ''));
    } catch (error) {
      if (error instanceof SyntaxError) throw new CommandFailed(`${file} is not JSON: ${error.message}`);
      throw error;
    }
    const plan = v.safeParse(PlanFile, json);
    const faults = plan.success ? planFaults(plan.output) : plan.issues.map((issue) => `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`);
    if (!plan.success || faults.length > 0) {
      io.err(`${file}: nothing was imported; ${String(faults.length)} ${faults.length === 1 ? 'place is' : 'places are'} not right:`);
      for (const fault of faults) io.err(`  ${fault}`);
      return 1;
    }
    const count = `${String(plan.output.appointments.length)} ${plan.output.appointments.length === 1 ? 'follow-up' : 'follow-ups'}`;
    return io.database(async (pool) => {
      if (values['dry-run'] === true) {
        const { mrn, facility } = await onePatient(pool.db, who, values.facility);
        io.out(`The plan of ${count} can be imported for ${mrn} (${facility}).`);
        return 0;
      }
      const patient = await pool.tx(async (tx) => {
        const one = await onePatient(tx, who, values.facility);
        await savePlan(tx, one.id, plan.output);
        await audit(tx, { type: 'followUpPlan.imported', actor, patientId: one.id, detail: { followUps: plan.output.appointments.length } });
        return one;
      });
      io.out(`${patient.mrn} (${patient.facility}) has a plan of ${count}.`);
      return 0;
    });
  },
};

const articleAdd: Command = {
  words: ['article', 'add'],
  help: `article add FILE --title TEXT --category TEXT --facility NAME|ID [--category-order N] [--language CODE]

Adds an education article to a facility's library, or brings the one of that title up to date. FILE ends with .html (words,
tables, links, and pictures that it carries itself; anything else is left out) or .pdf.

  --category         the heading that it stands under
  --category-order   where that heading stands among the others, from 0 on; 0 where it is left out
  --language         ${languageCodes.join(', ')}; the facility's own where it is left out`,
  async run(args, io) {
    const text = { type: 'string' } as const;
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { title: text, category: text, facility: text, 'category-order': text, language: text } });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new CommandFailed('article add needs one file.', true);
    const title = named(values.title, 'title', 'article add');
    const category = named(values.category, 'category', 'article add');
    const where = named(values.facility, 'facility', 'article add');
    const categorySortOrder = numberOption('category-order', values['category-order'], 0, 9999) ?? 0;
    const language = values.language === undefined ? null : v.safeParse(LanguageCode, values.language);
    if (language?.success === false) throw new CommandFailed(`--language is none of ${languageCodes.join(', ')}: "${values.language ?? ''}".`, true);
    const ending = extname(file).toLowerCase();
    const fileType = ending === '.pdf' ? 'pdf' : ending === '.html' || ending === '.htm' ? 'html' : null;
    if (fileType === null) throw new CommandFailed(`${file} ends neither with .html nor with .pdf.`);
    const content = await bytesOf(file);
    if (content.byteLength > 20_000_000) throw new CommandFailed(`${file} is larger than 20 MB.`);
    if (fileType === 'pdf' && content.subarray(0, 5).toString('latin1') !== '%PDF-') throw new CommandFailed(`${file} is no PDF.`);
    if (fileType === 'html' && content.toString('utf8').includes('\uFFFD')) throw new CommandFailed(`${file} is not UTF-8.`);
    return io.database(async (pool) => {
      const { id, isNew, facility } = await pool.tx(async (tx) => {
        const one = await oneFacility(tx, where);
        const saved = await saveArticle(tx, one.id, { title, category, categorySortOrder, language: language?.output ?? (await tx.one(ownLanguage, [one.id])).language, fileType, content });
        await audit(tx, { type: saved.isNew ? 'article.added' : 'article.updated', actor, patientId: null, facilityId: one.id, detail: { article: saved.id } });
        return { ...saved, facility: one.name };
      });
      io.out(`"${title}" is ${isNew ? '' : 'up to date: '}article ${String(id)} of ${facility}.`);
      return 0;
    });
  },
};

const ownLanguage = statement('admin.ownLanguage', 'select default_language as language from facilities where id = $1', v.object({ language: LanguageCode }));
const articlesCalled = statement(
  'admin.articlesCalled',
  'select a.id, a.title from education_articles a join patients p on p.home_facility_id = a.facility_id where p.id = $1 and (a.id::text = $2 or lower(a.title) = lower($2)) order by a.id::text = $2 desc, a.id',
  v.object({ id: v.number(), title: v.string() }),
);

const articleAssign: Command = {
  words: ['article', 'assign'],
  help: `article assign --patient MRN|USERNAME --article TITLE|ID [--on DATE] [--facility NAME]

Gives an article of the patient's facility to the patient.

${patientOptions}
  --article         its title, or its id as "article add" says it
  --on              the day it is given, like 2026-11-30; today at the facility where it is left out`,
  async run(args, io) {
    const { values } = parseArgs({ args, options: { patient: { type: 'string' }, article: { type: 'string' }, on: { type: 'string' }, facility: { type: 'string' } } });
    const who = named(values.patient, 'patient', 'article assign');
    const which = named(values.article, 'article', 'article assign');
    const on = dateOption('on', values.on);
    return io.database(async (pool) => {
      const { title, mrn, isNew } = await pool.tx(async (tx) => {
        const patient = await onePatient(tx, who, values.facility);
        const article = await tx.maybe(articlesCalled, [patient.id, which]);
        if (article === null) throw new CommandFailed(`${patient.facility} has no article "${which}".`);
        const given = await assignArticle(tx, patient.id, article.id, on);
        if (given !== null) await audit(tx, { type: 'article.assigned', actor, patientId: patient.id, detail: { articleId: given } });
        return { title: article.title, mrn: `${patient.mrn} (${patient.facility})`, isNew: given !== null };
      });
      io.out(isNew ? `${mrn} has "${title}".` : `${mrn} has "${title}" already.`);
      return 0;
    });
  },
};

/** A picture as its bytes say, whatever its name; drawings without what could run or load. */
function photoOf(file: string, bytes: Buffer): Photo {
  if (bytes.byteLength > 2_000_000) throw new CommandFailed(`${file} is larger than 2 MB.`);
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return { type: 'png', bytes };
  if (bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return { type: 'jpg', bytes };
  const svg = safeSvg(bytes.toString('utf8'));
  if (svg === null) throw new CommandFailed(`${file} is no PNG, JPEG or SVG.`);
  return { type: 'svg', bytes: Buffer.from(svg) };
}

const systemCalled = statement(
  'admin.systemCalled',
  'select id from external_systems where facility_id = $1 and (id::text = $2 or lower(display_name) = lower($2)) order by id limit 1',
  v.object({ id: v.number() }),
);

async function systemOf(tx: Db, facilityId: FacilityId, which: string | undefined): Promise<number | null> {
  if (which === undefined) return null;
  const found = await tx.maybe(systemCalled, [facilityId, which]);
  if (found === null) throw new CommandFailed(`The facility has no external system "${which}".`);
  return found.id;
}

const careTeamAdd: Command = {
  words: ['care-team', 'add'],
  help: `care-team add --patient MRN|USERNAME --first TEXT --last TEXT [--title TEXT] [--profession TEXT] [--suffix TEXT]
    [--email TEXT] [--phone TEXT] [--extension TEXT] [--fax TEXT] [--institution TEXT] [--address LINE]… [--city TEXT]
    [--state TEXT] [--zip TEXT] [--country TEXT] [--photo FILE] [--messages-by SYSTEM] [--facility NAME]

Puts a care provider into a patient's care team. A provider of that name at the facility is brought up to date; what is left out stays.

${patientOptions}
  --title           how they are addressed: Dr.
  --profession      what they are: Oncologist
  --suffix          after the name: MD
  --address         up to three lines
  --photo           PNG, JPEG or SVG; whoever has a photo's address can see it, also without signing in
  --messages-by     name or id of the facility's system that takes secure messages to them; without it they take none`,
  async run(args, io) {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({
      args,
      options: {
        patient: text, first: text, last: text, title: text, profession: text, suffix: text, email: text, phone: text, extension: text, fax: text, institution: text, address: { type: 'string', multiple: true },
        city: text, state: text, zip: text, country: text, photo: text, 'messages-by': text, facility: text,
      },
    });
    const who = named(values.patient, 'patient', 'care-team add');
    const firstName = named(values.first, 'first', 'care-team add');
    const lastName = named(values.last, 'last', 'care-team add');
    const [address1 = null, address2 = null, address3 = null, ...tooMany] = values.address ?? [];
    if (tooMany.length > 0) throw new CommandFailed('--address can be given three times at most.', true);
    if (values.email !== undefined && !isEmailAddress(values.email)) throw new CommandFailed(`--email is not an email address: "${values.email}".`, true);
    const photo = values.photo === undefined ? null : photoOf(values.photo, await bytesOf(values.photo));
    return io.database(async (pool) => {
      const { isNew, mrn } = await pool.tx(async (tx) => {
        const patient = await onePatient(tx, who, values.facility);
        const { id: facilityId } = await tx.one(homeOf, [patient.id]);
        const systemId = await systemOf(tx, facilityId, values['messages-by']);
        const providerId = await saveCareProvider(tx, facilityId, {
          firstName, lastName, titleValue: values.title ?? null, title: values.profession ?? null, suffix: values.suffix ?? null, email: values.email ?? null, phone: values.phone ?? null,
          phoneExtension: values.extension ?? null, fax: values.fax ?? null, institution: values.institution ?? null, address1, address2, address3,
          city: values.city ?? null, state: values.state ?? null, zipCode: values.zip ?? null, country: values.country ?? null, photo, thumbnail: null,
        });
        const member = await addToCareTeam(tx, patient.id, providerId, systemId, systemId !== null);
        await audit(tx, { type: member.isNew ? 'careTeam.added' : 'careTeam.updated', actor, patientId: patient.id, detail: { careTeamId: member.id, careProviderId: providerId } });
        return { isNew: member.isNew, mrn: `${patient.mrn} (${patient.facility})` };
      });
      io.out(isNew ? `${firstName} ${lastName} is in the care team of ${mrn}.` : `${firstName} ${lastName} is up to date in the care team of ${mrn}.`);
      return 0;
    });
  },
};

export const dailyCareCommands: readonly Command[] = [appointmentAdd, appointmentList, appointmentCancel, followUpImport, articleAdd, articleAssign, careTeamAdd];
