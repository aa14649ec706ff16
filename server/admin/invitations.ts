import { PatientId, isEmailAddress } from '@portal/api';
import * as v from 'valibot';
import {
  CannotInvite,
  invitationDays,
  invitePatient,
  inviteRepresentative,
  mostInvitationDays,
  representativePath,
  signUpPath,
} from '../contacts/invitations.ts';
import { storableRights } from '../contacts/representatives.ts';
import { type Db, statement } from '../db/pool.ts';
import { keyFor } from '../http/serverKey.ts';
import { portalOrigin } from '../mail/links.ts';
import { type Mail, enqueueMail } from '../mail/queue.ts';
import { createLink, linkDays, linkPath } from '../session/emailedLinks.ts';
import { type Context, actor, auditOperator, command } from './command.ts';
import { endFromOptions, endOptions } from './ends.ts';
import { CommandFailed, NotUnderstood } from './failure.ts';
import { type Values, argument, choice, flag, option, repeated } from './parameters.ts';
import { contactOf, onePatient, patientOptions } from './people.ts';
import { numberFrom, rightWords, rowNumber, sectionRight } from './readers.ts';
import { column, day, pageRows, pagesOf } from './text.ts';

const mostLinkDays = 90;

/** Queues a mail; fails with one line if the address is not valid. */
async function mailTo(tx: Db, mail: Mail): Promise<void> {
  if ((await enqueueMail(tx, mail)) === null)
    throw new CommandFailed(`"${mail.to}" is not an email address: nothing was made.`);
}

function addressOf(email: string | null, mrn: string): string {
  if (email === null) throw new CommandFailed(`${mrn} has no email address: nothing was made.`);
  return email;
}

const inQueue = (isMailed: boolean): readonly string[] =>
  isMailed ? ['The mail is in the queue: a running server sends it within seconds.'] : [];

const invitationOptions = {
  who: choice(
    {
      patient: option('MRN', "the patient's record number"),
      representativeOf: option('MRN', 'the patient who is acted for; needs --email, --first-name and --last-name'),
    },
    '--patient or --representative-of.',
  ),
  email: option('ADDRESS', 'of the representative'),
  firstName: option('NAME', 'of the representative, as the activity report will show it', (text) => text.trim()),
  lastName: option('NAME', 'likewise', (text) => text.trim()),
  give: repeated('SECTION:RIGHT', `what the representative may: ${rightWords}; more than once`, sectionRight),
  ...endOptions,
  facility: patientOptions.facility,
  ssn: option('NUMBER', 'of the patient, where the facility asks for it; kept as a keyed hash alone', (text, name) => {
    if (!/^\d{3}-?\d{2}-?\d{4}$/.test(text)) throw new NotUnderstood(`${name} needs nine digits, like 078-05-1120.`);
    return text;
  }),
  days: option(
    'N',
    `for how long it is open (${String(invitationDays)}; at most ${String(mostInvitationDays)})`,
    numberFrom(1, mostInvitationDays),
  ),
  mail: flag('also send the address: to the patient, or to --email'),
} as const;
type Invitation = Values<typeof invitationOptions>;

async function invitedBy(tx: Db, io: Context, { who: { value }, facility }: Invitation) {
  const patient = await onePatient(tx, { patient: value, facility });
  const contact = await contactOf(tx, patient.id);
  const { serverKey, portalUrl } = io.config();
  const origin = await portalOrigin(tx, contact.facilityId, null, portalUrl);
  return { patient, contact, origin, key: await keyFor(tx, serverKey, 'invitation') };
}

async function inviteOnePatient(tx: Db, io: Context, invitation: Invitation): Promise<readonly string[]> {
  const { patient, contact, origin, key } = await invitedBy(tx, io, invitation);
  const { mail, ssn } = invitation;
  const days = invitation.days ?? invitationDays;
  const { facilityId, language, firstName } = contact;
  const made = await invitePatient(tx, key, actor, { patientId: patient.id, days, ssn }).catch((error: unknown) => {
    throw error instanceof CannotInvite ? new CommandFailed(`${patient.shown} ${error.message}.`) : error;
  });
  const link = `${origin}${signUpPath(made.pin, language)}`;
  const values = { firstName, link, days };
  if (mail)
    await mailTo(tx, {
      kind: 'patientInvitation',
      facilityId,
      to: addressOf(contact.email, patient.mrn),
      language,
      values,
    });
  return [
    `${patient.shown} may sign up until ${day(made.expiresAt)}: invitation ${String(made.invitationId)}.`,
    `PIN ${made.pin}`,
    link,
    ...inQueue(mail),
  ];
}

async function inviteOneRepresentative(
  tx: Db,
  io: Context,
  invitation: Invitation,
  named: { readonly email: string; readonly firstName: string; readonly lastName: string },
): Promise<readonly string[]> {
  const { patient, contact, origin, key } = await invitedBy(tx, io, invitation);
  const days = invitation.days ?? invitationDays;
  // Without --give, the rights that the patient chose earlier.
  const rights = invitation.give.length === 0 ? null : storableRights(invitation.give);
  const end = await endFromOptions(tx, patient.id, invitation, { lastDay: null, reason: null });
  const made = await inviteRepresentative(tx, key, actor, { patientId: patient.id, days, ...named, rights, end });
  const link = `${origin}${representativePath(made.token)}`;
  if (invitation.mail)
    await mailTo(tx, {
      kind: 'representativeInvitation',
      facilityId: contact.facilityId,
      to: named.email,
      language: contact.defaultLanguage,
      values: { inviterFirstName: contact.firstName, link, days },
    });
  return [
    `${named.firstName} ${named.lastName} may sign up to act for ${patient.shown} until ${day(made.expiresAt)}: invitation ${String(made.invitationId)}.`,
    `PIN ${made.pin}, which the patient tells them`,
    link,
    ...inQueue(invitation.mail),
  ];
}

const createCommand = command({
  name: 'invitation create',
  does: 'Invites a patient to make an account, or somebody to act for a patient. The PIN and the address are shown once and kept nowhere.',
  more: `Five wrong tries from one address close an invitation to it for a day; a new one for the same person replaces the one before.
Who acts for a patient may see and do what is given here or what the patient chose before, else nothing until the patient ticks it.`,
  parameters: invitationOptions,
  run(invitation, io) {
    const { email, firstName, lastName, give, until, reason, ssn } = invitation;
    if (invitation.who.by === 'patient') {
      // Else the mail would go to the address of the record, and not to the one that was typed.
      if (give.length > 0 || [email, firstName, lastName, until, reason].some((value) => value !== null))
        throw new NotUnderstood(
          '--email, --first-name, --last-name, --give, --until and --reason belong to --representative-of. The address of a patient: user email',
        );
      return io.transaction((tx) => inviteOnePatient(tx, io, invitation));
    }
    if (ssn !== null) throw new NotUnderstood('--ssn belongs to --patient.');
    if (email === null || !firstName || !lastName)
      throw new NotUnderstood('invitation create --representative-of needs --email, --first-name and --last-name.');
    if (!isEmailAddress(email)) throw new NotUnderstood(`--email needs an email address, not "${email}".`);
    return io.transaction((tx) => inviteOneRepresentative(tx, io, invitation, { email, firstName, lastName }));
  },
});

const isListed = `($all or (i.used_at is null and i.revoked_at is null and i.expires_at > now()))` as const;
const howMany = statement(
  'admin.howManyInvitations',
  `select count(*)::int as invitations from invitations i where ${isListed}`,
  v.object({ invitations: v.number() }),
);
const listed = statement(
  'admin.invitations',
  `select i.id, i.kind, p.mrn, f.short_name as facility, i.email, i.expires_at as "expiresAt",
     case when i.used_at is not null then 'used' when i.revoked_at is not null then 'revoked' when i.expires_at <= now() then 'expired'
       when coalesce(x.failures, 0) >= 5 then 'open, wrong tries today' else 'open' end as state
   from invitations i join patients p on p.id = i.patient_id join facilities f on f.id = p.home_facility_id
   left join invitation_failures x on x.subject_hash = i.subject_hash and x.source_hash = '' and x.window_ends_at > now()
   where ${isListed} and i.id > $afterId order by i.id limit $pageRows`,
  v.object({
    id: v.number(),
    kind: v.string(),
    mrn: v.string(),
    facility: v.string(),
    email: v.nullable(v.string()),
    expiresAt: v.string(),
    state: v.string(),
  }),
);
type ListedInvitation = v.InferOutput<typeof listed.row>;
const revoke = statement(
  'admin.revokeInvitation',
  `update invitations i set revoked_at = now(), sealed_pin = null where id = $invitationId and used_at is null and revoked_at is null returning patient_id as "patientId"`,
  v.object({ patientId: PatientId }),
);

const listCommand = command({
  name: 'invitation list',
  does: 'Lists the invitations that are open: id, patient, until when.',
  parameters: { all: flag('also those that are used, revoked or expired') },
  run: ({ all }, io) =>
    io.database(async (pool) => {
      const { invitations } = await pool.tx(async (tx) => {
        const counted = await tx.one(howMany, { all });
        await auditOperator(tx, 'invitations.listed', {}, { ...counted });
        return counted;
      });
      if (invitations === 0) return all ? 'There are no invitations.' : 'There are no open invitations.';
      const lines = pagesOf<ListedInvitation>(
        (after) => pool.db.many(listed, { all, afterId: after?.id ?? 0, pageRows }),
        ({ id, kind, mrn, facility, email, expiresAt, state }) =>
          `${column(id)}  ${kind === 'patient' ? mrn : `${email ?? ''} for ${mrn}`} (${facility})  ${state === 'open' ? `until ${day(expiresAt)}` : state}`,
      );
      await io.outAll(lines);
      return 0;
    }),
});

const revokeCommand = command({
  name: 'invitation revoke',
  does: 'Ends an invitation that is still open. Whoever has signed up with it keeps their account.',
  parameters: { id: argument('ID', 'one id. See: invitation list', rowNumber) },
  async inTransaction(tx, { id: invitationId }) {
    const found = await tx.maybe(revoke, { invitationId });
    if (found === null)
      throw new CommandFailed(`No open invitation has the id ${String(invitationId)}. See: invitation list`);
    await auditOperator(tx, 'invitation.revoked', found, { invitationId });
    return `Invitation ${String(invitationId)} is revoked.`;
  },
});

const linkCommand = command({
  name: 'link create',
  does: 'Makes an address with which a patient, who tells last name and date of birth, fills in what is due: once, without an account.',
  parameters: {
    ...patientOptions,
    days: option(
      'N',
      `for how long it works (${String(linkDays)}; at most ${String(mostLinkDays)})`,
      numberFrom(1, mostLinkDays),
    ),
    mail: flag('also send it to the patient'),
  },
  async inTransaction(tx, { mail, ...values }, io) {
    const days = values.days ?? linkDays;
    const { id, mrn, shown } = await onePatient(tx, values);
    const { facilityId, email, language, firstName } = await contactOf(tx, id);
    const { data, expiresAt } = await createLink(tx, actor, id, days);
    const link = `${await portalOrigin(tx, facilityId, null, io.config().portalUrl)}${linkPath(id, data)}`;
    if (mail)
      await mailTo(tx, {
        kind: 'emailedLink',
        facilityId,
        to: addressOf(email, mrn),
        language,
        values: { firstName, link, days },
      });
    return [`${shown} may use it once, until ${day(expiresAt)}:`, link, ...inQueue(mail)];
  },
});

export const invitationCommands = [createCommand, listCommand, revokeCommand, linkCommand];
