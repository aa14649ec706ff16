import { parseArgs } from 'node:util';
import {
  ContactDetails,
  ContactId,
  LanguageCode,
  type PatientId,
  type SectionRight,
  type UserId,
  languageCodes,
  offeredRights,
} from '@portal/api';
import * as v from 'valibot';
import { writeContact } from '../contacts/contactRecords.ts';
import { languageIdOf } from '../facilities/facility.ts';
import {
  chooseRights,
  keptRights,
  replaceRights,
  rightOfWord,
  rightWord,
  rightsOf,
  setAccess,
  startRepresenting,
} from '../contacts/representatives.ts';
import { audit } from '../audit/audit.ts';
import { type Db, statement } from '../db/pool.ts';
import { actor, type Command } from './command.ts';
import { CommandFailed } from './failure.ts';
import { contactOf, onePatient, oneUser } from './people.ts';

const relationshipByCode = statement(
  'admin.relationship',
  'select id from relationships where lower(code) = lower($relationship)',
  v.object({ id: v.number() }),
);
const relationshipCodes = statement(
  'admin.relationships',
  'select code from relationships order by sort_order',
  v.object({ code: v.string() }),
);
const listed = statement(
  'admin.contacts',
  `select c.id, c.first_name || ' ' || c.last_name as name, r.code as relationship, c.is_primary as "isPrimary", c.email, u.username,
     l.revoked_at is null as enabled, exists (select from invitations i where i.contact_id = c.id and i.used_at is null and i.revoked_at is null and i.expires_at > now()) as invited,
     array(select x.section || ':' || x."right" from representative_rights x where x.user_id = l.user_id and x.patient_id = l.patient_id) as rights
   from contacts c join relationships r on r.id = c.relationship_id left join users u on u.id = c.representative_user_id
     left join representative_links l on l.user_id = u.id and l.patient_id = c.patient_id
   where c.patient_id = $patientId order by c.is_primary desc, lower(c.last_name), lower(c.first_name), c.id`,
  v.object({
    id: ContactId,
    name: v.string(),
    relationship: v.string(),
    isPrimary: v.boolean(),
    email: v.nullable(v.string()),
    username: v.nullable(v.string()),
    enabled: v.boolean(),
    invited: v.boolean(),
    rights: v.array(v.string()),
  }),
);
type Listed = v.InferOutput<typeof listed.row>;

/** Rights in one line, in the order of the sections. */
const inWords = (rights: readonly SectionRight[]): string =>
  rights.length === 0 ? 'nothing' : rights.map(rightWord).join(' ');

function accessOf({ username, enabled, invited, rights }: Listed): string {
  if (username === null) return invited ? 'invited' : 'no account';
  const words = inWords(offeredRights.filter((one) => rights.includes(rightWord(one))));
  return enabled ? `"${username}" may: ${words}` : `"${username}", access disabled`;
}

const list: Command = {
  words: ['contact', 'list'],
  help: `contact list --patient MRN [--facility NAME]

Lists the personal contacts of a patient: id, name, relationship, email, and who of them may act for the patient. The patient's
audit says that they were listed.

  --patient    the patient's record number or username
  --facility   where two facilities have the same record number`,
  async run(args, io) {
    const { values } = parseArgs({ args, options: { patient: { type: 'string' }, facility: { type: 'string' } } });
    const { patient, facility } = values;
    if (patient === undefined) throw new CommandFailed('contact list needs --patient.', true);
    const rows = await io.database((pool) =>
      pool.tx(async (tx) => {
        const { id } = await onePatient(tx, patient, facility);
        const found = await tx.many(listed, { patientId: id });
        await audit(tx, { type: 'contacts.listed', actor, patientId: id, detail: { contacts: found.length } });
        return found;
      }),
    );
    for (const row of rows)
      io.out(
        `${String(row.id).padStart(5)}  ${row.name}  ${row.relationship}${row.isPrimary ? ', primary' : ''}  ${row.email ?? '(no email)'}  ${accessOf(row)}`,
      );
    if (rows.length === 0) io.out('There are no contacts yet. See: contact add');
    return 0;
  },
};

const nameOfUser = statement(
  'admin.nameOfUser',
  'select first_name as first, last_name as last, email from users where id = $userId',
  v.object({ first: v.string(), last: v.string(), email: v.nullable(v.string()) }),
);
const accountOf = statement(
  'admin.contactOfAccount',
  'select id from contacts where patient_id = $patientId and representative_user_id = $userId',
  v.object({ id: ContactId }),
);

interface NewContact {
  readonly first: string | undefined;
  readonly last: string | undefined;
  readonly relationship: string;
  readonly email: string | undefined;
  readonly mobile: string | undefined;
  readonly language: LanguageCode | null;
  readonly primary: boolean;
  readonly user: string | undefined;
  /** What the account may see and do. */
  readonly rights: readonly SectionRight[];
}

async function addContact(tx: Db, patientId: PatientId, wanted: NewContact): Promise<string> {
  const user = wanted.user === undefined ? null : await oneUser(tx, wanted.user);
  if (user?.isManager === true)
    throw new CommandFailed(`"${user.username}" is a kiosk manager, and acts for no patient.`);
  if (user?.patientId === patientId) throw new CommandFailed(`"${user.username}" is this patient.`);
  if (user !== null && (await tx.maybe(accountOf, { patientId, userId: user.userId })) !== null)
    throw new CommandFailed(`"${user.username}" is a contact of this patient already. See: contact list`);
  const relationship = await tx.maybe(relationshipByCode, { relationship: wanted.relationship });
  if (relationship === null)
    throw new CommandFailed(
      `--relationship is none of ${(await tx.many(relationshipCodes)).map(({ code }) => code).join(', ')}: "${wanted.relationship}".`,
      true,
    );
  const known = user === null ? null : await tx.one(nameOfUser, { userId: user.userId });
  const { defaultLanguage } = await contactOf(tx, patientId);
  const details = v.safeParse(ContactDetails, {
    contactFirstName: wanted.first ?? known?.first ?? '',
    contactLastName: wanted.last ?? known?.last ?? '',
    suffix: null,
    relationshipId: relationship.id,
    isPrimaryContact: wanted.primary,
    isNextOfKin: false,
    providesTransport: false,
    usePatientAddress: false,
    address1: null,
    address2: null,
    city: null,
    zipCode: null,
    state: null,
    country: null,
    homePhone: null,
    mobilePhone: wanted.mobile?.replace(/[\s().-]/g, '') ?? null,
    workPhone: null,
    isOkToLeaveMsgHome: false,
    isOkToLeaveMsgMobile: false,
    isOkToLeaveMsgWork: false,
    contactEmail: wanted.email ?? known?.email ?? null,
    preferredCommunicationId: null,
    communicationLanguageId: languageIdOf(wanted.language ?? defaultLanguage),
  });
  if (!details.success) {
    const field = v.getDotPath(details.issues[0]);
    const option =
      field === 'mobilePhone'
        ? '--mobile needs a telephone number'
        : field === 'contactEmail'
          ? '--email needs an email address'
          : 'contact add needs --first and --last, of at most 200 characters';
    throw new CommandFailed(`${option}.`, true);
  }
  const contactId = await writeContact(tx, patientId, null, details.output, (code) => new Error(code));
  if (user === null) {
    await audit(tx, { type: 'contact.added', actor, patientId, detail: { contactId, isPrimary: wanted.primary } });
    return `Contact ${String(contactId)}. To let them act for the patient: invitation create --representative-of`;
  }
  await chooseRights(tx, contactId, wanted.rights);
  const rights = await startRepresenting(tx, { userId: user.userId, patientId, contactId });
  await audit(tx, {
    type: 'contact.added',
    actor,
    patientId,
    detail: { contactId, isPrimary: wanted.primary, userId: user.userId, rights: rights.map(rightWord).join(' ') },
  });
  return `Contact ${String(contactId)}. "${user.username}" may: ${inWords(rights)}`;
}

const add: Command = {
  words: ['contact', 'add'],
  help: `contact add --patient MRN --first NAME --last NAME [--relationship CODE] [--email ADDRESS] [--mobile NUMBER] [--user NAME] …

Adds a personal contact of a patient. Whoever signs in already and is to act for this patient too is added with --user: they
may see and do what is given here, else nothing until the patient, or "representative rights", gives it.

  --patient        the patient's record number or username
  --facility       where two facilities have the same record number
  --first, --last  of the contact; with --user those of the account where they are left out
  --relationship   Spouse, Child, Friend, … (Other)
  --email          where an invitation goes
  --mobile         with its country: +1 555 010 0142
  --language       ${languageCodes.join(', ')} (the facility's)
  --primary        in place of the primary contact that there is
  --user           the username of an account
  --give           ${offeredRights.map(rightWord).join(', ')}; each may be given more than once`,
  async run(args, io) {
    const { values } = parseArgs({
      args,
      options: {
        patient: { type: 'string' },
        facility: { type: 'string' },
        first: { type: 'string' },
        last: { type: 'string' },
        relationship: { type: 'string' },
        email: { type: 'string' },
        mobile: { type: 'string' },
        language: { type: 'string' },
        primary: { type: 'boolean' },
        user: { type: 'string' },
        give: { type: 'string', multiple: true },
      },
    });
    const given = (values.give ?? []).map((word) => rightOption(word, 'give'));
    const { patient, facility, first, last, relationship = 'Other', email, mobile, primary, user } = values;
    if (patient === undefined) throw new CommandFailed('contact add needs --patient.', true);
    const language = v.safeParse(v.nullable(LanguageCode), values.language ?? null);
    if (!language.success)
      throw new CommandFailed(`--language is none of ${languageCodes.join(', ')}: "${values.language ?? ''}".`, true);
    const line = await io.database((pool) =>
      pool.tx(async (tx) => {
        const { id } = await onePatient(tx, patient, facility);
        return addContact(tx, id, {
          first,
          last,
          relationship,
          email,
          mobile,
          language: language.output,
          primary: primary === true,
          user,
          rights: keptRights(given) ?? [],
        });
      }),
    );
    io.out(line);
    return 0;
  },
};

/** The user, the patient, and what stands between them. */
async function linkOf(
  tx: Db,
  user: string,
  patient: string,
  facility: string | undefined,
): Promise<{
  userId: UserId;
  username: string;
  patientId: PatientId;
  mrn: string;
  contactId: ContactId | null;
  rights: SectionRight[];
}> {
  const { userId, username } = await oneUser(tx, user);
  const { id: patientId, mrn } = await onePatient(tx, patient, facility);
  const rights = await rightsOf(tx, userId, patientId);
  if (rights === null) throw new CommandFailed(`"${username}" does not act for ${mrn}. See: contact add --user`);
  return {
    userId,
    username,
    patientId,
    mrn,
    contactId: (await tx.maybe(accountOf, { patientId, userId }))?.id ?? null,
    rights,
  };
}

/** A right as the command line writes it; says which there are where it is none. */
export function rightOption(word: string, option: string): SectionRight {
  const right = rightOfWord(word);
  if (right === null)
    throw new CommandFailed(`--${option} is none of ${offeredRights.map(rightWord).join(', ')}: "${word}".`, true);
  return right;
}

const rights: Command = {
  words: ['representative', 'rights'],
  help: `representative rights --user NAME --patient MRN [--give SECTION:RIGHT]… [--take SECTION:RIGHT]…

Shows, and changes, what somebody who acts for a patient may see and do. It works at once, in running sessions as well; the
patient's audit tells of it. To take the right to read takes the right to answer with it.

  --user       the username of who acts for the patient
  --patient    the patient's record number or username
  --facility   where two facilities have the same record number
  --give, --take
               ${offeredRights.map(rightWord).join(', ')}; each may be given more than once`,
  async run(args, io) {
    const { values } = parseArgs({
      args,
      options: {
        user: { type: 'string' },
        patient: { type: 'string' },
        facility: { type: 'string' },
        give: { type: 'string', multiple: true },
        take: { type: 'string', multiple: true },
      },
    });
    const { user, patient, facility, give = [], take = [] } = values;
    if (user === undefined || patient === undefined)
      throw new CommandFailed('representative rights needs --user and --patient.', true);
    const given = give.map((word) => rightOption(word, 'give'));
    const taken = new Set(take.map((word) => rightWord(rightOption(word, 'take'))));
    const line = await io.database((pool) =>
      pool.tx(async (tx) => {
        const link = await linkOf(tx, user, patient, facility);
        if (given.length + taken.size === 0) return `"${link.username}" may for ${link.mrn}: ${inWords(link.rights)}`;
        const after = keptRights([...link.rights, ...given].filter((one) => !taken.has(rightWord(one)))) ?? [];
        await replaceRights(tx, actor, link, after);
        return `"${link.username}" may for ${link.mrn}: ${inWords(after)}`;
      }),
    );
    io.out(line);
    return 0;
  },
};

const revoke: Command = {
  words: ['representative', 'revoke'],
  help: `representative revoke --user NAME --patient MRN [--facility NAME]

Ends at once that somebody acts for a patient, in running sessions as well; who acts for nobody else is logged out. The patient
may enable it again.

  --user       the username of who acts for the patient
  --patient    the patient's record number or username
  --facility   where two facilities have the same record number`,
  async run(args, io) {
    const { values } = parseArgs({
      args,
      options: { user: { type: 'string' }, patient: { type: 'string' }, facility: { type: 'string' } },
    });
    const { user, patient, facility } = values;
    if (user === undefined || patient === undefined)
      throw new CommandFailed('representative revoke needs --user and --patient.', true);
    const line = await io.database((pool) =>
      pool.tx(async (tx) => {
        const link = await linkOf(tx, user, patient, facility);
        const changed = await setAccess(tx, actor, link, false);
        return changed
          ? `"${link.username}" acts for ${link.mrn} no longer.`
          : `"${link.username}" does not act for ${link.mrn} any more.`;
      }),
    );
    io.out(line);
    return 0;
  },
};

export const contactCommands: readonly Command[] = [list, add, rights, revoke];
