import { parseArgs } from 'node:util';
import {
  type FacilityId,
  type LanguageCode,
  PatientId,
  type SectionRight,
  isEmailAddress,
  offeredRights,
} from '@portal/api';
import * as v from 'valibot';
import { createLink, linkDays, linkPath } from '../session/emailedLinks.ts';
import {
  CannotInvite,
  invitationDays,
  invitePatient,
  inviteRepresentative,
  mostInvitationDays,
  representativePath,
  signUpPath,
} from '../contacts/invitations.ts';
import { forgetFailures, nameHash } from '../credentials/loginFailures.ts';
import { keptRights, rightWord } from '../contacts/representatives.ts';
import { issueTicket, renewSecret, signOnPath, ticketSeconds } from '../session/singleSignOn.ts';
import { audit } from '../audit/audit.ts';
import { keyFor } from '../http/serverKey.ts';
import { type Db, statement } from '../db/pool.ts';
import { portalOrigin } from '../mail/links.ts';
import { type Mail, enqueueMail } from '../mail/queue.ts';
import { actor, type Command, type Io } from './command.ts';
import { rightOption } from './contacts.ts';
import { CommandFailed } from './failure.ts';
import { contactOf, oneFacility, onePatient, oneUser } from './people.ts';

const mostLinkDays = 90;

function daysOption(text: string | undefined, usual: number, most: number): number {
  if (text === undefined) return usual;
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > most)
    throw new CommandFailed(`--days needs a number from 1 to ${String(most)}, not "${text}".`, true);
  return days;
}

const originOf = (db: Db, facilityId: FacilityId, io: Io): Promise<string> =>
  portalOrigin(db, facilityId, null, io.config().portalUrl);
const dayOf = (instant: string): string => instant.slice(0, 10);

/** Puts a mail into the server's queue; says in one line what is wrong with the address. */
async function mailTo(tx: Db, mail: Mail): Promise<void> {
  if ((await enqueueMail(tx, mail)) === null)
    throw new CommandFailed(`"${mail.to}" is not an email address: nothing was made.`);
}

function addressOf(email: string | null, mrn: string): string {
  if (email === null) throw new CommandFailed(`${mrn} has no email address: nothing was made.`);
  return email;
}

const inQueue = 'The mail is in the queue: a running server sends it within seconds.';

interface InvitationOptions {
  readonly days: number;
  readonly mail: boolean;
  /** Of a representative; null: what the patient chose before. */
  readonly rights: readonly SectionRight[] | null;
}

async function invitePatientCommand(
  tx: Db,
  io: Io,
  mrn: string,
  facility: string | undefined,
  ssn: string | null,
  { days, mail }: InvitationOptions,
): Promise<string[]> {
  const patient = await onePatient(tx, mrn, facility);
  const who = await contactOf(tx, patient.id);
  const origin = await originOf(tx, who.facilityId, io);
  const made = await invitePatient(tx, await keyFor(tx, io.config().serverKey, 'invitation'), actor, {
    patientId: patient.id,
    days,
    ssn,
  }).catch((error: unknown) => {
    throw error instanceof CannotInvite
      ? new CommandFailed(`${patient.mrn} (${patient.facility}) ${error.message}.`)
      : error;
  });
  const withLanguage = `${origin}${signUpPath(made.pin, who.language)}`;
  if (mail)
    await mailTo(tx, {
      kind: 'patientInvitation',
      facilityId: who.facilityId,
      to: addressOf(who.email, patient.mrn),
      language: who.language,
      values: { firstName: who.firstName, link: withLanguage, days },
    });
  return [
    `${patient.mrn} (${patient.facility}) may sign up until ${dayOf(made.expiresAt)}: invitation ${String(made.invitationId)}.`,
    `PIN ${made.pin}`,
    withLanguage,
  ];
}

async function inviteRepresentativeCommand(
  tx: Db,
  io: Io,
  mrn: string,
  facility: string | undefined,
  email: string,
  name: { firstName: string; lastName: string },
  { days, mail, rights }: InvitationOptions,
): Promise<string[]> {
  const patient = await onePatient(tx, mrn, facility);
  const inviter = await contactOf(tx, patient.id);
  const origin = await originOf(tx, inviter.facilityId, io);
  const made = await inviteRepresentative(tx, await keyFor(tx, io.config().serverKey, 'invitation'), actor, {
    patientId: patient.id,
    days,
    email,
    ...name,
    rights,
  });
  const link = `${origin}${representativePath(made.token)}`;
  const language: LanguageCode = inviter.defaultLanguage;
  if (mail)
    await mailTo(tx, {
      kind: 'representativeInvitation',
      facilityId: inviter.facilityId,
      to: email,
      language,
      values: { inviterFirstName: inviter.firstName, link, days },
    });
  return [
    `${name.firstName} ${name.lastName} may sign up to act for ${patient.mrn} (${patient.facility}) until ${dayOf(made.expiresAt)}: invitation ${String(made.invitationId)}.`,
    `PIN ${made.pin}, which the patient tells them`,
    link,
  ];
}

const createInvitation: Command = {
  words: ['invitation', 'create'],
  help: `invitation create (--patient MRN | --representative-of MRN) [--days N] [--mail] …

Invites a patient to make an account, or somebody to act for a patient. The PIN and the address are shown once and kept
nowhere. Five wrong tries from one address close an invitation to it for a day; a new one for the same person replaces the one before.
Who acts for a patient may see and do what is given here or what the patient chose before, else nothing until the patient ticks it.

  --patient MRN             the patient's record number
  --representative-of MRN   the patient who is acted for; needs --email, --first-name and --last-name
  --email ADDRESS           of the representative
  --first-name, --last-name of the representative, as the activity report will show them
  --give SECTION:RIGHT      what the representative may: ${offeredRights.map(rightWord).join(', ')}; more than once
  --facility NAME           where two facilities have the same record number
  --ssn NUMBER              of the patient, where the facility asks for it; kept as a keyed hash alone
  --days N                  for how long it is open (${String(invitationDays)}; at most ${String(mostInvitationDays)})
  --mail                    also send the address: to the patient, or to --email`,
  async run(args, io) {
    const { values } = parseArgs({
      args,
      options: {
        patient: { type: 'string' },
        'representative-of': { type: 'string' },
        email: { type: 'string' },
        'first-name': { type: 'string' },
        'last-name': { type: 'string' },
        give: { type: 'string', multiple: true },
        facility: { type: 'string' },
        ssn: { type: 'string' },
        days: { type: 'string' },
        mail: { type: 'boolean' },
      },
    });
    const {
      patient,
      'representative-of': inviter,
      email,
      'first-name': firstName = '',
      'last-name': lastName = '',
      facility,
      ssn,
    } = values;
    if ((patient === undefined) === (inviter === undefined))
      throw new CommandFailed('invitation create needs --patient or --representative-of.', true);
    if (ssn !== undefined && !/^\d{3}-?\d{2}-?\d{4}$/.test(ssn))
      throw new CommandFailed('--ssn needs nine digits, like 078-05-1120.', true);
    const given = values.give?.map((word) => rightOption(word, 'give'));
    const options = {
      days: daysOption(values.days, invitationDays, mostInvitationDays),
      mail: values.mail === true,
      rights: given === undefined ? null : keptRights(given),
    };
    if (inviter !== undefined) {
      if (email === undefined || firstName.trim() === '' || lastName.trim() === '')
        throw new CommandFailed(
          'invitation create --representative-of needs --email, --first-name and --last-name.',
          true,
        );
      if (!isEmailAddress(email)) throw new CommandFailed(`--email needs an email address, not "${email}".`, true);
    }
    const lines = await io.database((pool) =>
      pool.tx((tx) =>
        inviter === undefined
          ? invitePatientCommand(tx, io, patient ?? '', facility, ssn ?? null, options)
          : inviteRepresentativeCommand(
              tx,
              io,
              inviter,
              facility,
              email ?? '',
              { firstName: firstName.trim(), lastName: lastName.trim() },
              options,
            ),
      ),
    );
    for (const line of lines) io.out(line);
    if (options.mail) io.out(inQueue);
    return 0;
  },
};

const invitationRow = v.object({
  id: v.number(),
  kind: v.string(),
  mrn: v.string(),
  facility: v.string(),
  email: v.nullable(v.string()),
  expiresAt: v.string(),
  state: v.string(),
});
const listInvitations = statement(
  'admin.invitations',
  `select i.id, i.kind, p.mrn, f.short_name as facility, i.email, i.expires_at as "expiresAt",
     case when i.used_at is not null then 'used' when i.revoked_at is not null then 'revoked' when i.expires_at <= now() then 'expired'
       when coalesce(x.failures, 0) >= 5 then 'open, wrong tries today' else 'open' end as state
   from invitations i join patients p on p.id = i.patient_id join facilities f on f.id = p.home_facility_id
   left join invitation_failures x on x.subject_hash = i.subject_hash and x.source_hash = '' and x.window_ends_at > now() order by i.id`,
  invitationRow,
);
const revoke = statement(
  'admin.revokeInvitation',
  `update invitations i set revoked_at = now(), sealed_pin = null where id = $invitationId and used_at is null and revoked_at is null returning patient_id as "patientId"`,
  v.object({ patientId: PatientId }),
);

const listInvitationsCommand: Command = {
  words: ['invitation', 'list'],
  help: `invitation list [--all]

Lists the invitations that are open: id, patient, until when.

  --all   also those that are used, revoked or expired`,
  async run(args, io) {
    const { values } = parseArgs({ args, options: { all: { type: 'boolean' } } });
    const rows = await io.database((pool) =>
      pool.tx(async (tx) => {
        const found = (await tx.many(listInvitations)).filter(
          ({ state }) => values.all === true || state.startsWith('open'),
        );
        await audit(tx, { type: 'invitations.listed', actor, patientId: null, detail: { invitations: found.length } });
        return found;
      }),
    );
    for (const { id, kind, mrn, facility, email, expiresAt, state } of rows) {
      io.out(
        `${String(id).padStart(5)}  ${kind === 'patient' ? mrn : `${email ?? ''} for ${mrn}`} (${facility})  ${state === 'open' ? `until ${dayOf(expiresAt)}` : state}`,
      );
    }
    if (rows.length === 0) io.out(values.all === true ? 'There are no invitations.' : 'There are no open invitations.');
    return 0;
  },
};

const revokeInvitation: Command = {
  words: ['invitation', 'revoke'],
  help: `invitation revoke ID

Ends an invitation that is still open. Whoever has signed up with it keeps their account.`,
  async run(args, io) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    const [id, ...more] = positionals;
    if (id === undefined || more.length > 0 || !/^\d{1,15}$/.test(id))
      throw new CommandFailed('invitation revoke needs one id. See: invitation list', true);
    await io.database((pool) =>
      pool.tx(async (tx) => {
        const found = await tx.maybe(revoke, { invitationId: Number(id) });
        if (found === null) throw new CommandFailed(`No open invitation has the id ${id}. See: invitation list`);
        await audit(tx, {
          type: 'invitation.revoked',
          actor,
          patientId: found.patientId,
          detail: { invitationId: Number(id) },
        });
      }),
    );
    io.out(`Invitation ${id} is revoked.`);
    return 0;
  },
};

const createLinkCommand: Command = {
  words: ['link', 'create'],
  help: `link create --patient MRN [--facility NAME] [--days N] [--mail]

Makes an address with which a patient, who tells last name and date of birth, fills in what is due: once, without an account.

  --patient    the patient's record number or username
  --facility   where two facilities have the same record number
  --days N     for how long it works (${String(linkDays)}; at most ${String(mostLinkDays)})
  --mail       also send it to the patient`,
  async run(args, io) {
    const { values } = parseArgs({
      args,
      options: {
        patient: { type: 'string' },
        facility: { type: 'string' },
        days: { type: 'string' },
        mail: { type: 'boolean' },
      },
    });
    const { patient, facility, mail } = values;
    if (patient === undefined) throw new CommandFailed('link create needs --patient.', true);
    const days = daysOption(values.days, linkDays, mostLinkDays);
    const lines = await io.database((pool) =>
      pool.tx(async (tx) => {
        const { id, mrn, facility: at } = await onePatient(tx, patient, facility);
        const who = await contactOf(tx, id);
        const { data, expiresAt } = await createLink(tx, actor, id, days);
        const link = `${await originOf(tx, who.facilityId, io)}${linkPath(id, data)}`;
        if (mail === true)
          await mailTo(tx, {
            kind: 'emailedLink',
            facilityId: who.facilityId,
            to: addressOf(who.email, mrn),
            language: who.language,
            values: { firstName: who.firstName, link, days },
          });
        return [`${mrn} (${at}) may use it once, until ${dayOf(expiresAt)}:`, link];
      }),
    );
    for (const line of lines) io.out(line);
    if (mail === true) io.out(inQueue);
    return 0;
  },
};

const secretCommand: Command = {
  words: ['sso', 'secret'],
  help: `sso secret --facility ID|NAME [--new]

Makes the secret with which the facility's identity system signs its requests for tickets (POST /api/sso/tickets). It is shown
once; the server keeps it encrypted.

  --new   replace the one that there is, which is worth nothing from then on`,
  async run(args, io) {
    const { values } = parseArgs({ args, options: { facility: { type: 'string' }, new: { type: 'boolean' } } });
    const { facility } = values;
    if (facility === undefined) throw new CommandFailed('sso secret needs --facility.', true);
    const made = await io.database((pool) =>
      pool.tx(async (tx) => {
        const one = await oneFacility(tx, facility);
        if (one.secretSince !== null && values.new !== true)
          throw new CommandFailed(
            `${one.name} has a secret since ${dayOf(one.secretSince)}; it is not shown again. Add --new to replace it.`,
          );
        return { ...one, secret: await renewSecret(tx, io.config().serverKey, actor, one.id) };
      }),
    );
    io.out(`The secret of ${made.name} (facility ${String(made.id)}):`);
    io.out(made.secret);
    return 0;
  },
};

const saveSubject = statement('admin.saveSubject', 'update users set sso_subject = $ssoSubject where id = $userId');
const isTakenSubject = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'users_by_sso_subject';

const subjectCommand: Command = {
  words: ['sso', 'subject'],
  help: `sso subject --user NAME (--subject TEXT | --none)

Says how the facility's identity system names a user, so that its tickets sign that user on.

  --none   the identity system signs this user on no longer`,
  async run(args, io) {
    const { values } = parseArgs({
      args,
      options: { user: { type: 'string' }, subject: { type: 'string' }, none: { type: 'boolean' } },
    });
    const { user, subject, none } = values;
    if (user === undefined || (subject === undefined) === (none !== true))
      throw new CommandFailed('sso subject needs --user, and --subject or --none.', true);
    if (subject !== undefined && (subject === '' || subject.length > 200))
      throw new CommandFailed('--subject needs 1 to 200 characters.', true);
    const line = await io.database((pool) =>
      pool
        .tx(async (tx) => {
          const one = await oneUser(tx, user);
          if (one.isManager)
            throw new CommandFailed(`"${one.username}" is a kiosk manager, and signs in at the kiosk alone.`);
          await tx.run(saveSubject, { userId: one.userId, ssoSubject: subject ?? null });
          await audit(tx, {
            type: 'sso.subject.changed',
            actor,
            patientId: one.patientId,
            facilityId: one.facilityId,
            detail: { userId: one.userId, none: none === true },
          });
          return subject === undefined
            ? `"${one.username}" is signed on by nobody.`
            : `"${one.username}" is "${subject}" to the identity system of ${one.facility}.`;
        })
        .catch((error: unknown) => {
          throw isTakenSubject(error)
            ? new CommandFailed(`Another user of the facility is "${subject ?? ''}" already.`)
            : error;
        }),
    );
    io.out(line);
    return 0;
  },
};

const ticketCommand: Command = {
  words: ['sso', 'ticket'],
  help: `sso ticket --user NAME

Shows a single sign-on address of a user of the demo facility, good once, for ${String(ticketSeconds)} seconds. The users of a real facility are
signed on by its identity system alone.`,
  async run(args, io) {
    const { values } = parseArgs({ args, options: { user: { type: 'string' } } });
    const { user } = values;
    if (user === undefined) throw new CommandFailed('sso ticket needs --user.', true);
    const address = await io.database((pool) =>
      pool.tx(async (tx) => {
        const one = await oneUser(tx, user);
        if (!one.isDemo)
          throw new CommandFailed(`${one.facility} is not the demo facility: its identity system asks for tickets.`);
        if (one.isManager)
          throw new CommandFailed(`"${one.username}" is a kiosk manager, and signs in at the kiosk alone.`);
        const origin = await originOf(tx, one.facilityId, io);
        return `${origin}${signOnPath(await issueTicket(tx, actor, one))}`;
      }),
    );
    io.out(address);
    return 0;
  },
};

const unlockCommand: Command = {
  words: ['unlock'],
  help: `unlock --user NAME

Lets somebody sign in again at once after too many wrong passwords.`,
  async run(args, io) {
    const { values } = parseArgs({ args, options: { user: { type: 'string' } } });
    const { user } = values;
    if (user === undefined) throw new CommandFailed('unlock needs --user.', true);
    const line = await io.database((pool) =>
      pool.tx(async (tx) => {
        const one = await oneUser(tx, user);
        const { locked } = await forgetFailures(tx, nameHash(one.username), one.userId);
        if (!locked) return `"${one.username}" is not locked.`;
        await audit(tx, {
          type: 'login.unlocked',
          actor,
          patientId: one.patientId,
          facilityId: one.facilityId,
          detail: { userId: one.userId },
        });
        return `"${one.username}" may sign in again.`;
      }),
    );
    io.out(line);
    return 0;
  },
};

export const waysInCommands: readonly Command[] = [
  createInvitation,
  listInvitationsCommand,
  revokeInvitation,
  createLinkCommand,
  secretCommand,
  subjectCommand,
  ticketCommand,
  unlockCommand,
];
