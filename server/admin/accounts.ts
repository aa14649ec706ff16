import { randomInt } from 'node:crypto';
import { FacilityId, PatientId, isUsername, languageCodes } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { addPatient, addUser } from '../account/newPeople.ts';
import { passwords } from '../http/secrets.ts';
import { startNotices } from '../notices/defaults.ts';
import { type Io, auditOperator, command } from './command.ts';
import { CommandFailed, NotUnderstood } from './failure.ts';
import { type OptionReader, option, repeated, required } from './parameters.ts';
import { facilityIdOf, oneFacility } from './people.ts';
import { date, emailAddress, language } from './readers.ts';
import { pageRows, pagesOf } from './text.ts';

const taken = statement(
  'admin.usernameTaken',
  'select 1 as one from users where lower(username) = lower($username)',
  v.object({ one: v.number() }),
);
const mrnTaken = statement(
  'admin.mrnTaken',
  `select 1 as one from patients where home_facility_id = $homeFacilityId and mrn = $mrn
   union all select 1 from former_record_numbers where home_facility_id = $homeFacilityId and mrn = $mrn`,
  v.object({ one: v.number() }),
);
const addManaged = statement(
  'admin.addManaged',
  'insert into kiosk_manager_facilities (user_id, facility_id) values ($userId, $facilityId)',
);
const howMany = statement(
  'admin.howManyPatients',
  `select f.id as "facilityId", f.short_name as facility, count(*)::int as patients from patients p join users u on u.id = p.user_id join facilities f on f.id = p.home_facility_id
   where u.closed_because is distinct from 'joined' and ($facilityId::bigint is null or f.id = $facilityId) group by f.id order by f.short_name, f.id`,
  v.object({ facilityId: FacilityId, facility: v.string(), patients: v.number() }),
);
type OfFacility = v.InferOutput<typeof howMany.row>;
const listed = statement(
  'admin.patients',
  `select p.id, p.mrn, p.first_name as "firstName", p.last_name as "lastName", p.date_of_birth as born, u.username
   from patients p join users u on u.id = p.user_id
   where p.home_facility_id = $facilityId and u.closed_because is distinct from 'joined' and (lower(p.last_name), lower(p.first_name), p.id) > (lower($afterLastName), lower($afterFirstName), $afterId)
   order by lower(p.last_name), lower(p.first_name), p.id limit $pageRows`,
  v.object({
    id: PatientId,
    mrn: v.string(),
    firstName: v.string(),
    lastName: v.string(),
    born: v.string(),
    username: v.nullable(v.string()),
  }),
);
type ListedPatient = v.InferOutput<typeof listed.row>;

/** A line for each patient, by facility and name. */
async function* patientLines(db: Db, facilities: readonly OfFacility[]): AsyncGenerator<string> {
  for (const { facilityId, facility } of facilities)
    yield* pagesOf<ListedPatient>(
      (after) =>
        db.many(listed, {
          facilityId,
          afterLastName: after?.lastName ?? '',
          afterFirstName: after?.firstName ?? '',
          afterId: after?.id ?? 0,
          pageRows,
        }),
      ({ mrn, firstName, lastName, born, username: signIn }) =>
        `${mrn.padEnd(12)}  ${lastName}, ${firstName}  ${born}  ${signIn ?? '(no sign-in)'}  ${facility}`,
    );
}

const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** Makes a first password that follows the rules and can be read aloud: 68 random bits. */
function newPassword(): string {
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  for (;;) {
    const password = [group(), group(), group()].join('+');
    if (/[A-Z]/.test(password) && /[0-9]/.test(password)) return password;
  }
}

const username: OptionReader<string> = (text, name) => {
  if (!isUsername(text)) throw new NotUnderstood(`${name} needs 4 to 100 letters, digits and @ . _ -, not "${text}".`);
  return text;
};

const birthDate: OptionReader<string> = (text, name) => {
  const born = date(text, name);
  // In some time zone it may be tomorrow already.
  if (born > new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10))
    throw new NotUnderstood(`${name} is in the future: ${text}.`);
  return born;
};

const sixDigits: OptionReader<string> = (text, name) => {
  if (!/^\d{6}$/.test(text)) throw new NotUnderstood(`${name} needs 6 digits.`);
  return text;
};

async function mustBeFree(db: Db, name: string): Promise<void> {
  if ((await db.maybe(taken, { username: name })) !== null)
    throw new CommandFailed(`Somebody signs in as "${name}" already.`);
}

const hashWith = (io: Io, secret: string): Promise<string> => passwords(io.config().argon2).hash(secret);

const createPatient = command({
  name: 'patient create',
  does: 'Makes a patient. Without --username the patient has no sign-in yet: invite them, or let them use the kiosk.',
  parameters: {
    facility: required('NAME|ID', 'the home facility'),
    mrn: required('MRN', 'the record number, one of its kind at the facility'),
    first: required('NAME', ''),
    last: required('NAME', ''),
    born: required('DATE', 'the date of birth, like 1961-04-05', birthDate),
    email: option('ADDRESS', 'where mail goes', emailAddress),
    language: option('CODE', languageCodes.join(', '), language),
    username: option(
      'NAME',
      'makes a sign-in with a first password, which is shown once and must be changed at the first sign-in',
      username,
    ),
  },
  async run({ facility: where, mrn, first, last, born, email, ...values }, io) {
    const password = values.username === null ? null : newPassword();
    const passwordHash = password === null ? null : await hashWith(io, password);
    return io.transaction(async (tx) => {
      const facility = await oneFacility(tx, where);
      if ((await tx.maybe(mrnTaken, { homeFacilityId: facility.id, mrn })) !== null)
        throw new CommandFailed(`${facility.name} has, or had, a patient with the record number "${mrn}" already.`);
      if (values.username !== null) await mustBeFree(tx, values.username);
      const patientId = await addPatient(
        tx,
        {
          firstName: first,
          lastName: last,
          language: values.language,
          email,
          facilityId: facility.id,
          mrn,
          dateOfBirth: born,
        },
        values.username === null || passwordHash === null ? null : { username: values.username, passwordHash },
      );
      if (values.username !== null) await startNotices(tx, patientId);
      await auditOperator(
        tx,
        'patient.created',
        { patientId, facilityId: facility.id },
        { hasLogin: values.username !== null },
      );
      return [
        `${mrn} is patient ${String(patientId)} of ${facility.name}.`,
        ...(values.username === null || password === null
          ? []
          : [`Sign-in ${values.username}, first password ${password}`]),
      ];
    });
  },
});

const listPatients = command({
  name: 'patient list',
  does: 'Lists the patients: record number, name, date of birth, username, home facility.',
  more: 'The audit of each facility says that they were listed.',
  parameters: { facility: option('NAME|ID', 'only those of one facility') },
  run: ({ facility }, io) =>
    io.database(async (pool) => {
      const facilities = await pool.tx(async (tx) => {
        const counted = await tx.many(howMany, { facilityId: await facilityIdOf(tx, facility) });
        for (const { facilityId, patients } of counted.toSorted((a, b) => a.facilityId - b.facilityId))
          await auditOperator(tx, 'patients.listed', { facilityId }, { patients });
        return counted;
      });
      if (facilities.length === 0) return 'There are no patients yet. See: patient create';
      await io.outAll(patientLines(pool.db, facilities));
      return 0;
    }),
});

const createManager = command({
  name: 'kiosk-manager create',
  does: 'Makes somebody who starts questionnaires on a tablet. Password and PIN are shown once; the password must be changed at the first sign-in.',
  parameters: {
    facility: {
      ...repeated('NAME|ID', 'a facility whose patients they see; may be given more than once, the first is their own'),
      isRequired: true,
    },
    username: required('NAME', '', username),
    first: required('NAME', ''),
    last: required('NAME', ''),
    email: option('ADDRESS', '', emailAddress),
    pin: option('6DIGITS', 'what a tablet that comes back asks for; made up where it is left out', sixDigits),
  },
  async run({ facility: names, first, last, email, pin: wanted, ...values }, io) {
    const [pin, password] = [wanted ?? String(randomInt(1_000_000)).padStart(6, '0'), newPassword()];
    const [passwordHash, pinHash] = [await hashWith(io, password), await hashWith(io, pin)];
    return io.transaction(async (tx) => {
      await mustBeFree(tx, values.username);
      const managed = new Map<FacilityId, string>();
      for (const each of names) {
        const facility = await oneFacility(tx, each);
        managed.set(facility.id, facility.name);
      }
      const [facilityId = null] = managed.keys();
      const userId = await addUser(tx, {
        username: values.username,
        passwordHash,
        firstName: first,
        lastName: last,
        email,
        facilityId,
        language: null,
        isPasswordUpdateRequired: true,
        isKioskManager: true,
        pinHash,
      });
      for (const managedId of managed.keys()) await tx.run(addManaged, { userId, facilityId: managedId });
      await auditOperator(tx, 'kioskManager.created', { facilityId }, { userId, facilities: managed.size });
      return [
        `${values.username} manages the kiosk of ${[...managed.values()].join(' and ')}.`,
        `First password ${password}`,
        `PIN ${pin}`,
      ];
    });
  },
});

export const accountCommands = [createPatient, listPatients, createManager];
