import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { FacilityId, LanguageCode, PatientId, UserId, isEmailAddress, isUsername, languageCodes } from '@portal/api';
import * as v from 'valibot';
import { passwords } from '../http/secrets.ts';
import { audit } from '../audit/audit.ts';
import { type Db, statement } from '../db/pool.ts';
import { startNotices } from '../notices/defaults.ts';
import { actor, type Command, type Io } from './command.ts';
import { CommandFailed } from './failure.ts';
import { oneFacility } from './people.ts';
import { dateOption } from './questionnaire.ts';

const taken = statement(
  'admin.usernameTaken',
  'select 1 as one from users where lower(username) = lower($username)',
  v.object({ one: v.number() }),
);
const mrnTaken = statement(
  'admin.mrnTaken',
  'select 1 as one from patients where home_facility_id = $homeFacilityId and mrn = $mrn',
  v.object({ one: v.number() }),
);
const addUser = statement(
  'admin.addUser',
  `insert into users (username, password_hash, first_name, last_name, email, facility_id, language, is_password_update_required, is_kiosk_manager, pin_hash)
   values ($username, $passwordHash, $firstName, $lastName, $email, $facilityId, $language, $isPasswordUpdateRequired, $isKioskManager, $pinHash) returning id`,
  v.object({ id: UserId }),
);
const addPatient = statement(
  'admin.addPatient',
  `insert into patients (user_id, mrn, first_name, last_name, date_of_birth, home_facility_id, language, email_address)
   values ($userId, $mrn, $firstName, $lastName, $dateOfBirth, $homeFacilityId, $language, $emailAddress) returning id`,
  v.object({ id: PatientId }),
);
const addManaged = statement(
  'admin.addManaged',
  'insert into kiosk_manager_facilities (user_id, facility_id) values ($userId, $facilityId)',
);
const listed = statement(
  'admin.patients',
  `select p.id, p.mrn, p.last_name || ', ' || p.first_name as name, p.date_of_birth as born, u.username, f.short_name as facility, f.id as "facilityId"
   from patients p join users u on u.id = p.user_id join facilities f on f.id = p.home_facility_id
   where $facilityId::bigint is null or f.id = $facilityId order by f.short_name, lower(p.last_name), lower(p.first_name), p.id`,
  v.object({
    id: PatientId,
    mrn: v.string(),
    name: v.string(),
    born: v.string(),
    username: v.nullable(v.string()),
    facility: v.string(),
    facilityId: FacilityId,
  }),
);

const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** A first password that keeps the rules and can be read aloud: 68 random bits. */
function newPassword(): string {
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  for (;;) {
    const password = [group(), group(), group()].join('+');
    if (/[A-Z]/.test(password) && /[0-9]/.test(password)) return password;
  }
}

/** The text of an option that must be given, without spaces around it. */
export function named(value: string | undefined, option: string, command: string): string {
  const text = value?.trim() ?? '';
  if (text === '') throw new CommandFailed(`${command} needs --${option}.`, true);
  if (text.length > 200) throw new CommandFailed(`--${option} is longer than 200 characters.`, true);
  return text;
}

function usernameOption(text: string): string {
  if (!isUsername(text))
    throw new CommandFailed(`--username needs 4 to 100 letters, digits and @ . _ -, not "${text}".`, true);
  return text;
}

async function mustBeFree(db: Db, username: string): Promise<void> {
  if ((await db.maybe(taken, { username })) !== null)
    throw new CommandFailed(`Somebody signs in as "${username}" already.`);
}

const hashWith = (io: Io, secret: string): Promise<string> => passwords(io.config().argon2).hash(secret);

const createPatient: Command = {
  words: ['patient', 'create'],
  help: `patient create --facility NAME --mrn MRN --first NAME --last NAME --born DATE [--email ADDRESS] [--language CODE] [--username NAME]

Makes a patient. Without --username the patient has no sign-in yet: invite them, or let them use the kiosk.

  --facility   the home facility: its name, short name or id
  --mrn        the record number, one of its kind at the facility
  --born       the date of birth, like 1961-04-05
  --email      where mail goes
  --language   ${languageCodes.join(', ')}
  --username   makes a sign-in with a first password, which is shown once and must be changed at the first sign-in`,
  async run(args, io) {
    const { values } = parseArgs({
      args,
      options: {
        facility: { type: 'string' },
        mrn: { type: 'string' },
        first: { type: 'string' },
        last: { type: 'string' },
        born: { type: 'string' },
        email: { type: 'string' },
        language: { type: 'string' },
        username: { type: 'string' },
      },
    });
    const need = (option: 'facility' | 'mrn' | 'first' | 'last' | 'born') =>
      named(values[option], option, 'patient create');
    const [facilityName, mrn, first, last, bornText] = [
      need('facility'),
      need('mrn'),
      need('first'),
      need('last'),
      need('born'),
    ];
    const dateOfBirth = dateOption('born', bornText);
    // Somewhere it may be tomorrow already.
    if (dateOfBirth === null || dateOfBirth > new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10))
      throw new CommandFailed(`--born is in the future: ${bornText}.`, true);
    const email = values.email?.trim() ?? null;
    if (email !== null && !isEmailAddress(email))
      throw new CommandFailed(`--email is not an email address: "${email}".`, true);
    const language = v.safeParse(v.optional(LanguageCode), values.language);
    if (!language.success)
      throw new CommandFailed(`--language is none of ${languageCodes.join(', ')}: "${values.language ?? ''}".`, true);
    const username = values.username === undefined ? null : usernameOption(values.username);
    return io.database(async (pool) => {
      const password = username === null ? null : newPassword();
      const passwordHash = password === null ? null : await hashWith(io, password);
      const made = await pool.tx(async (tx) => {
        const facility = await oneFacility(tx, facilityName);
        if ((await tx.maybe(mrnTaken, { homeFacilityId: facility.id, mrn })) !== null)
          throw new CommandFailed(`${facility.name} has a patient with the record number "${mrn}" already.`);
        if (username !== null) await mustBeFree(tx, username);
        const code = language.output ?? null;
        const { id: userId } = await tx.one(addUser, {
          username,
          passwordHash,
          firstName: first,
          lastName: last,
          email,
          facilityId: facility.id,
          language: code,
          isPasswordUpdateRequired: username !== null,
          isKioskManager: false,
          pinHash: null,
        });
        const { id: patientId } = await tx.one(addPatient, {
          userId,
          mrn,
          firstName: first,
          lastName: last,
          dateOfBirth,
          homeFacilityId: facility.id,
          language: code,
          emailAddress: email,
        });
        if (username !== null) await startNotices(tx, patientId);
        await audit(tx, {
          type: 'patient.created',
          actor,
          patientId,
          facilityId: facility.id,
          detail: { hasLogin: username !== null },
        });
        return { patientId, facility: facility.name };
      });
      io.out(`${mrn} is patient ${String(made.patientId)} of ${made.facility}.`);
      if (username !== null && password !== null) io.out(`Sign-in ${username}, first password ${password}`);
      return 0;
    });
  },
};

const listPatients: Command = {
  words: ['patient', 'list'],
  help: `patient list [--facility NAME]

Lists the patients: record number, name, date of birth, username, home facility. The audit of each facility says that they
were listed.

  --facility   only those of one facility: its name, short name or id`,
  async run(args, io) {
    const { values } = parseArgs({ args, options: { facility: { type: 'string' } } });
    const patients = await io.database((pool) =>
      pool.tx(async (tx) => {
        const facilityId: FacilityId | null =
          values.facility === undefined ? null : (await oneFacility(tx, values.facility)).id;
        const found = await tx.many(listed, { facilityId });
        for (const id of [...new Set(found.map((one) => one.facilityId))].sort((a, b) => a - b)) {
          await audit(tx, {
            type: 'patients.listed',
            actor,
            patientId: null,
            facilityId: id,
            detail: { patients: found.filter((one) => one.facilityId === id).length },
          });
        }
        return found;
      }),
    );
    for (const { mrn, name, born, username, facility } of patients)
      io.out(`${mrn.padEnd(12)}  ${name}  ${born}  ${username ?? '(no sign-in)'}  ${facility}`);
    if (patients.length === 0) io.out('There are no patients yet. See: patient create');
    return 0;
  },
};

const createManager: Command = {
  words: ['kiosk-manager', 'create'],
  help: `kiosk-manager create --facility NAME… --username NAME --first NAME --last NAME [--email ADDRESS] [--pin 6DIGITS]

Makes somebody who starts questionnaires on a tablet. Password and PIN are shown once.

  --facility   a facility whose patients they see; may be given more than once, the first is their own
  --pin        what a tablet that comes back asks for: 6 digits; made up where it is left out`,
  async run(args, io) {
    const { values } = parseArgs({
      args,
      options: {
        facility: { type: 'string', multiple: true },
        username: { type: 'string' },
        first: { type: 'string' },
        last: { type: 'string' },
        email: { type: 'string' },
        pin: { type: 'string' },
      },
    });
    const need = (option: 'username' | 'first' | 'last') => named(values[option], option, 'kiosk-manager create');
    const names = values.facility ?? [];
    if (names.length === 0) throw new CommandFailed('kiosk-manager create needs --facility.', true);
    const [username, first, last] = [usernameOption(need('username')), need('first'), need('last')];
    const email = values.email?.trim() ?? null;
    if (email !== null && !isEmailAddress(email))
      throw new CommandFailed(`--email is not an email address: "${email}".`, true);
    const pin = values.pin ?? String(randomInt(1_000_000)).padStart(6, '0');
    if (!/^\d{6}$/.test(pin)) throw new CommandFailed('--pin needs 6 digits.', true);
    return io.database(async (pool) => {
      const password = newPassword();
      const [passwordHash, pinHash] = [await hashWith(io, password), await hashWith(io, pin)];
      const facilities = await pool.tx(async (tx) => {
        await mustBeFree(tx, username);
        const managed = new Map<FacilityId, string>();
        for (const each of names) {
          const { id, name } = await oneFacility(tx, each);
          managed.set(id, name);
        }
        const [home] = managed.keys();
        if (home === undefined) throw new CommandFailed('kiosk-manager create needs --facility.', true);
        const { id } = await tx.one(addUser, {
          username,
          passwordHash,
          firstName: first,
          lastName: last,
          email,
          facilityId: home,
          language: null,
          isPasswordUpdateRequired: false,
          isKioskManager: true,
          pinHash,
        });
        for (const facilityId of managed.keys()) await tx.run(addManaged, { userId: id, facilityId });
        await audit(tx, {
          type: 'kioskManager.created',
          actor,
          patientId: null,
          facilityId: home,
          detail: { userId: id, facilities: managed.size },
        });
        return [...managed.values()];
      });
      io.out(`${username} manages the kiosk of ${facilities.join(' and ')}.`);
      io.out(`Password ${password}`);
      io.out(`PIN ${pin}`);
      return 0;
    });
  },
};

export const accountCommands: readonly Command[] = [createPatient, listPatients, createManager];
