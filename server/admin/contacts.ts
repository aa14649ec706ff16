import {
  CalendarDate,
  ContactDetails,
  ContactId,
  type LanguageCode,
  type PatientId,
  SectionEnd,
  type SectionRight,
  type UserId,
  languageCodes,
  offeredRights,
} from '@portal/api';
import * as v from 'valibot';
import { writeContact } from '../contacts/contactRecords.ts';
import { changeEnd, endOf, putEnd } from '../contacts/representationEnds.ts';
import {
  chooseRights,
  storableRights,
  replaceRights,
  rightWord,
  rightsOf,
  sectionEndsOf,
  setAccess,
  startRepresenting,
} from '../contacts/representatives.ts';
import { type Db, statement } from '../db/pool.ts';
import { languageIdOf } from '../facilities/facility.ts';
import { actor, auditOperator, command } from './command.ts';
import { endFromOptions, endOptions, endWords } from './ends.ts';
import { CommandFailed, NotUnderstood } from './failure.ts';
import { flag, option, repeated, required } from './parameters.ts';
import { contactOf, onePatient, oneUser, patientOptions } from './people.ts';
import { language, rightWords, sectionRight } from './readers.ts';
import { column, linesOf } from './text.ts';

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
     l.user_id is not null as enabled, exists (select from invitations i where i.contact_id = c.id and i.used_at is null and i.revoked_at is null and i.expires_at > now()) as invited,
     c.access_last_day as "lastDay", c.access_reason as reason,
     array(select x.section || ':' || x."right" from current_rights x where x.user_id = l.user_id and x.patient_id = l.patient_id) as rights,
     ${sectionEndsOf('c.id', 'c.access_last_day')} as "sectionEnds"
   from contacts c join relationships r on r.id = c.relationship_id left join users u on u.id = c.representative_user_id
     left join current_representatives l on l.user_id = u.id and l.patient_id = c.patient_id
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
    sectionEnds: v.array(SectionEnd),
    lastDay: v.nullable(CalendarDate),
    reason: v.nullable(v.string()),
  }),
);
type Listed = v.InferOutput<typeof listed.row>;

/** Rights on one line, in the order of the sections. */
const inWords = (rights: readonly SectionRight[]): string =>
  rights.length === 0 ? 'nothing' : rights.map(rightWord).join(' ');

function accessOf({ username, enabled, invited, rights, sectionEnds, ...end }: Listed): string {
  if (username === null) return invited ? `invited${endWords(end)}` : 'no account';
  const words = inWords(offeredRights.filter((one) => rights.includes(rightWord(one))));
  const ends = sectionEnds.map((one) => `; ${one.section}${endWords(one)}`).join('');
  return enabled ? `"${username}" may${endWords(end)}: ${words}${ends}` : `"${username}", access disabled`;
}

const listCommand = command({
  name: 'contact list',
  does: 'Lists the personal contacts of a patient: id, name, relationship, email, and who of them may act for the patient.',
  more: `The patient's audit says that they were listed.`,
  parameters: patientOptions,
  async inTransaction(tx, values) {
    const { id: patientId } = await onePatient(tx, values);
    const found = await tx.many(listed, { patientId });
    await auditOperator(tx, 'contacts.listed', { patientId }, { contacts: found.length });
    return linesOf(
      found,
      (row) =>
        `${column(row.id)}  ${row.name}  ${row.relationship}${row.isPrimary ? ', primary' : ''}  ${row.email ?? '(no email)'}  ${accessOf(row)}`,
      'There are no contacts yet. See: contact add',
    );
  },
});

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
  readonly first: string | null;
  readonly last: string | null;
  readonly relationship: string | null;
  readonly email: string | null;
  readonly mobile: string | null;
  readonly language: LanguageCode | null;
  readonly primary: boolean;
}

async function newRepresentative(tx: Db, patientId: PatientId, named: string) {
  const user = await oneUser(tx, named);
  if (user.isManager) throw new CommandFailed(`"${user.username}" is a kiosk manager, and acts for no patient.`);
  if (user.patientId === patientId) throw new CommandFailed(`"${user.username}" is this patient.`);
  if ((await tx.maybe(accountOf, { patientId, userId: user.userId })) !== null)
    throw new CommandFailed(`"${user.username}" is a contact of this patient already. See: contact list`);
  return { ...user, ...(await tx.one(nameOfUser, { userId: user.userId })) };
}

/** The details of a new contact. `known` are those of the account that is added. */
async function detailsOf(
  tx: Db,
  patientId: PatientId,
  wanted: NewContact,
  known: { readonly first: string; readonly last: string; readonly email: string | null } | null,
): Promise<ContactDetails> {
  const code = wanted.relationship ?? 'Other';
  const relationship = await tx.maybe(relationshipByCode, { relationship: code });
  if (relationship === null)
    throw new NotUnderstood(
      `--relationship is none of ${(await tx.many(relationshipCodes)).map((each) => each.code).join(', ')}: "${code}".`,
    );
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
  if (details.success) return details.output;
  const field = v.getDotPath(details.issues[0]);
  if (field === 'mobilePhone') throw new NotUnderstood('--mobile needs a telephone number.');
  if (field === 'contactEmail') throw new NotUnderstood('--email needs an email address.');
  throw new NotUnderstood('contact add needs --first and --last, of at most 200 characters.');
}

const noEnd = { lastDay: null, reason: null };

const addCommand = command({
  name: 'contact add',
  does: 'Adds a personal contact of a patient; with --user somebody who signs in already and is to act for this patient too.',
  more: `Who is added with --user may see and do what is given here, else nothing until the patient, or "representative rights", gives it.`,
  parameters: {
    ...patientOptions,
    first: option('NAME', 'of the contact; with --user that of the account where it is left out'),
    last: option('NAME', 'likewise'),
    relationship: option('CODE', 'Spouse, Child, Friend, … (Other)'),
    email: option('ADDRESS', 'where an invitation goes'),
    mobile: option('NUMBER', 'with its country: +1 555 010 0142'),
    language: option('CODE', `${languageCodes.join(', ')} (the facility's)`, language),
    primary: flag('in place of the primary contact that there is'),
    user: option('NAME', 'the username of an account'),
    give: repeated('SECTION:RIGHT', `${rightWords}; may be given more than once`, sectionRight),
    ...endOptions,
  },
  async inTransaction(tx, { user, give, ...values }) {
    const { id: patientId } = await onePatient(tx, values);
    const account = user === null ? null : await newRepresentative(tx, patientId, user);
    const details = await detailsOf(tx, patientId, values, account);
    const contactId = await writeContact(tx, patientId, null, details, (code) => new Error(code));
    const end = await endFromOptions(tx, patientId, values, noEnd);
    if (end !== undefined) await putEnd(tx, contactId, end);
    const added = { contactId, isPrimary: values.primary, ...end };
    if (account === null) {
      await auditOperator(tx, 'contact.added', { patientId }, added);
      return `Contact ${String(contactId)}. To let them act for the patient: invitation create --representative-of`;
    }
    const { userId, username } = account;
    await chooseRights(tx, contactId, storableRights(give) ?? []);
    const rights = await startRepresenting(tx, { userId, patientId, contactId });
    const written = rights.map(rightWord).join(' ');
    await auditOperator(tx, 'contact.added', { patientId }, { ...added, userId, rights: written });
    return `Contact ${String(contactId)}. "${username}" may${end === undefined ? '' : endWords(end)}: ${inWords(rights)}`;
  },
});

const needs = '--user and --patient.';
const linkOptions = {
  user: { ...required('NAME', 'the username of who acts for the patient'), needs },
  ...patientOptions,
  patient: { ...patientOptions.patient, needs },
} as const;

/** The user, the patient, and the link between them. */
async function linkOf(
  tx: Db,
  named: { readonly user: string; readonly patient: string; readonly facility: string | null },
): Promise<{
  userId: UserId;
  username: string;
  patientId: PatientId;
  mrn: string;
  contactId: ContactId | null;
  rights: SectionRight[];
}> {
  const { userId, username } = await oneUser(tx, named.user);
  const { id: patientId, mrn } = await onePatient(tx, named);
  const rights = await rightsOf(tx, userId, patientId);
  if (rights === null) throw new CommandFailed(`"${username}" does not act for ${mrn}. See: contact add --user`);
  const contactId = (await tx.maybe(accountOf, { patientId, userId }))?.id ?? null;
  return { userId, username, patientId, mrn, contactId, rights };
}

const rightsCommand = command({
  name: 'representative rights',
  does: 'Shows, and changes, what somebody who acts for a patient may see and do, and until when.',
  more: `It works at once, in running sessions as well; the patient's audit tells of it. To take the right to read takes the right to answer with it.`,
  parameters: {
    ...linkOptions,
    give: repeated('SECTION:RIGHT', `${rightWords}; may be given more than once`, sectionRight),
    take: repeated('SECTION:RIGHT', 'likewise', sectionRight),
    ...endOptions,
  },
  async inTransaction(tx, { give, take, ...values }) {
    const link = await linkOf(tx, values);
    const before = link.contactId === null ? noEnd : await endOf(tx, link.contactId);
    const end = await endFromOptions(tx, link.patientId, values, before);
    if (end !== undefined && link.contactId === null)
      throw new CommandFailed(`"${link.username}" is no contact of ${link.mrn}. See: contact add --user`);
    if (end !== undefined && link.contactId !== null)
      await changeEnd(tx, actor, { ...link, contactId: link.contactId }, end);
    const said = (rights: readonly SectionRight[]) =>
      `"${link.username}" may for ${link.mrn}${endWords(end ?? before)}: ${inWords(rights)}`;
    if (give.length + take.length === 0) return said(link.rights);
    const taken = new Set(take.map(rightWord));
    const after = storableRights([...link.rights, ...give].filter((one) => !taken.has(rightWord(one)))) ?? [];
    await replaceRights(tx, actor, link, after);
    return said(after);
  },
});

const revokeCommand = command({
  name: 'representative revoke',
  does: 'Ends at once that somebody acts for a patient, in running sessions as well.',
  more: 'Who acts for nobody else is logged out. The patient may enable it again.',
  parameters: linkOptions,
  async inTransaction(tx, values) {
    const link = await linkOf(tx, values);
    return (await setAccess(tx, actor, link, false))
      ? `"${link.username}" acts for ${link.mrn} no longer.`
      : `"${link.username}" does not act for ${link.mrn} any more.`;
  },
});

export const contactCommands = [listCommand, addCommand, rightsCommand, revokeCommand];
