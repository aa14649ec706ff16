import { type AccountInformation, type LanguageCode, type SignUpIdentity, UserId, emailNotSent, keepsPasswordRules } from '@portal/api';
import * as v from 'valibot';
import { type AuditActor, audit } from '../audit/audit.ts';
import { type Handlers, Refusal, notFound } from '../app/handler.ts';
import { keyFor } from '../app/serverKey.ts';
import type { Services } from '../app/services.ts';
import { type Db, type Pool, statement } from '../db/pool.ts';
import { confirmationLink, portalOrigin } from '../mail/links.ts';
import { type MailId, enqueueMail } from '../mail/queue.ts';
import { facilityIdOfHost } from './facility.ts';
import { type Claim, type Invitation, VerificationField, tryClaim, spendInvitation } from './invitations.ts';
import { checkAddress, countAddressFailure } from './loginFailures.ts';
import { rightWord, startRepresenting } from './representatives.ts';
import { passwordRules } from './session.ts';

type SignUpCalls = 'getVerificationFields' | 'validateInvitedPatient' | 'postAccountInformation' | 'verifyInvitationToken';

const verificationFields = statement('signUp.fields', 'select verification_fields as fields from facilities where id = $1', v.object({ fields: v.array(VerificationField) }));
const currentTerms = statement('signUp.currentTerms', 'select terms_version($1) as version', v.object({ version: v.string() }));
const makeLogin = statement(
  'signUp.makeLogin',
  `update users set username = $2, password_hash = $3, email = $4, is_email_confirmed = false, is_eula_accepted = true, language = $5, accepted_terms_version = $6
   where id = $1 and username is null and disabled_at is null`,
);
const makeRepresentative = statement(
  'signUp.makeRepresentative',
  `insert into users (username, password_hash, email, language, first_name, last_name, facility_id, is_eula_accepted, accepted_terms_version)
   values ($1, $2, $3, $4, $5, $6, $7, true, $8) returning id`,
  v.object({ id: UserId }),
);

/** Milliseconds that signing up waits to hear whether the welcome mail was taken; after that it goes on in the background. */
const mailWithin = 4000;

/** `2026/3/7` as `2026-03-07`. A day that does not exist is nobody's birthday: it fits no one, like any wrong one. */
const isoDate = (slashed: string): string => {
  const [year = '', month = '', day = ''] = slashed.split('/');
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
};

interface Asked {
  readonly db: Db;
  readonly tx: Pool['tx'];
  readonly ip: string;
  readonly host: string;
}

async function patientClaim({ db, host }: Asked, { firstName, lastName, birthDate, pin, mrn, ssn }: SignUpIdentity): Promise<Claim> {
  return { kind: 'patient', facilityId: await facilityIdOfHost(db, host), firstName, lastName, birthDate: isoDate(birthDate), pin, mrn, ssn };
}

/** The invitation that a claim fits, or the refusal. */
async function invitationFor({ db, tx, ip }: Asked, services: Services, claim: Claim): Promise<Invitation> {
  await checkAddress(db, ip, services.addressFailures);
  const key = await keyFor(db, services.serverKey, 'invitation');
  const outcome = await tx((within) => tryClaim(within, key, claim, ip));
  if (outcome.kind === 'fits') return outcome.invitation;
  if (outcome.code === 'not_found') throw notFound();
  throw new Refusal(400, outcome.code);
}

const isTakenName = (error: unknown): boolean => error instanceof Error && 'constraint' in error && error.constraint === 'users_by_name';

interface NewAccount {
  readonly username: string;
  readonly emailAddress: string;
  readonly passwordHash: string;
  readonly language: LanguageCode;
  readonly termsVersion: string;
  /** What the links of the welcome mail begin with. */
  readonly origin: string;
}

/**
 * Makes the account, uses the invitation up, puts the welcome mail into the queue and says so in the patient's audit: all of
 * it or nothing. Gives the mail.
 */
async function makeAccount(tx: Db, invitation: Invitation, account: NewAccount): Promise<MailId | null> {
  const { username, emailAddress, passwordHash, language, termsVersion, origin } = account;
  if (!(await spendInvitation(tx, invitation.invitationId))) throw notFound();
  const { inviteeFirstName, inviteeLastName, patientId, facilityId } = invitation;
  const welcome = async (userId: UserId, role: 'patient' | 'representative', firstName: string, lastName: string, detail: Readonly<Record<string, string>> = {}): Promise<MailId | null> => {
    const kind = role === 'patient' ? 'welcomePatient' : 'welcomeRepresentative';
    const confirmLink = await confirmationLink(tx, userId, emailAddress, origin);
    const mail = await enqueueMail(tx, { kind, facilityId, to: emailAddress, language, values: { firstName, link: `${origin}/login`, confirmLink } });
    const actor: AuditActor = { userId, role, name: `${firstName} ${lastName}`, sessionId: null };
    await audit(tx, { type: 'account.created', actor, patientId, facilityId, detail: { invitationId: invitation.invitationId, ...detail } });
    return mail;
  };
  if (inviteeFirstName === null || inviteeLastName === null) {
    if ((await tx.run(makeLogin, [invitation.userId, username, passwordHash, emailAddress, language, termsVersion])) === 0) throw notFound();
    return welcome(invitation.userId, 'patient', invitation.firstName, invitation.lastName);
  }
  const { id } = await tx.one(makeRepresentative, [username, passwordHash, emailAddress, language, inviteeFirstName, inviteeLastName, facilityId, termsVersion]);
  const rights = await startRepresenting(tx, { userId: id, patientId, contactId: invitation.contactId });
  return welcome(id, 'representative', inviteeFirstName, inviteeLastName, { rights: rights.map(rightWord).join(' ') });
}

const claimOf = (asked: Asked, body: v.InferOutput<typeof AccountInformation>): Promise<Claim> =>
  'encryptedInvitationId' in body ? Promise.resolve({ kind: 'representative', token: body.encryptedInvitationId, pin: body.pin }) : patientClaim(asked, body);

/** Signing up by invitation (specification 1, sections 2 to 5). */
export const signUpHandlers = (services: Services): Pick<Handlers, SignUpCalls> => ({
  async getVerificationFields({ db, host }) {
    const { fields } = await db.one(verificationFields, [await facilityIdOfHost(db, host)]);
    return fields.join(',');
  },

  async validateInvitedPatient(context) {
    const { patientId, firstName, lastName, emailAddress, facilityId } = await invitationFor(context, services, await patientClaim(context, context.body));
    return { patientId, firstName, lastName, emailAddress, homeFacilityId: facilityId };
  },

  async verifyInvitationToken(context) {
    const { token, pin } = context.params;
    const { email, facilityId } = await invitationFor(context, services, { kind: 'representative', token, pin });
    return { arEmail: email ?? '', facilityHomeId: facilityId };
  },

  async postAccountInformation(context) {
    const { body, query, tx } = context;
    if (!keepsPasswordRules(passwordRules, body.password)) throw new Refusal(400, 'password_rules');
    const invitation = await invitationFor(context, services, await claimOf(context, body));
    if (!('encryptedInvitationId' in body) && body.patientId !== invitation.patientId) throw notFound();
    const { version: termsVersion } = await context.db.one(currentTerms, [invitation.facilityId]);
    if (body.termsOfUseVersion !== undefined && body.termsOfUseVersion !== termsVersion) throw new Refusal(409, 'terms_changed');
    const passwordHash = await services.passwords.hash(body.password);
    const { username, emailAddress } = body;
    const origin = await portalOrigin(context.db, invitation.facilityId, context.origins.portal, services.portalUrl);
    let mail: MailId | null;
    try {
      mail = await tx((within) => makeAccount(within, invitation, { username, emailAddress, passwordHash, language: query.language, termsVersion, origin }));
    } catch (error) {
      if (!isTakenName(error)) throw error;
      // One invitation must not serve to try out all names.
      await countAddressFailure(context.db, context.ip);
      throw new Refusal(400, 'username_exists');
    }
    const outcome = mail === null ? 'refused' : await services.mailer.sendNow(mail, { within: mailWithin });
    return outcome === 'refused' ? emailNotSent : '';
  },
});
