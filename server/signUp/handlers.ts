import {
  type AccountInformation,
  type LanguageCode,
  type SignUpIdentity,
  UserId,
  emailNotSent,
  keepsPasswordRules,
} from '@portal/api';
import * as v from 'valibot';
import { type AuditActor, audit } from '../audit/audit.ts';
import { type Handlers, type Refuse, notFound } from '../http/handler.ts';
import { keyFor } from '../http/serverKey.ts';
import type { AccountServices } from '../credentials/tokens.ts';
import { type Db, type Pool, statement } from '../db/pool.ts';
import { confirmationLink, portalOrigin } from '../mail/links.ts';
import { type MailId, enqueueMail } from '../mail/queue.ts';
import { startNotices } from '../notices/defaults.ts';
import { facilityIdOfHost } from '../facilities/facility.ts';
import { isGuessable } from '../credentials/guessablePassword.ts';
import {
  type IdentityClaim,
  type Invitation,
  VerificationField,
  tryClaim,
  spendInvitation,
} from '../contacts/identityClaims.ts';
import { checkAddress, countAddressFailure } from '../credentials/loginFailures.ts';
import { rightWord, startRepresenting } from '../contacts/representatives.ts';
import { passwordRules } from '../credentials/passwords.ts';
import { tellInviter } from './tellInviter.ts';

type SignUpCalls =
  | 'getVerificationFields'
  | 'validateInvitedPatient'
  | 'postAccountInformation'
  | 'verifyInvitationToken';

const verificationFields = statement(
  'signUp.fields',
  'select verification_fields as fields from facilities where id = $facilityId',
  v.object({ fields: v.array(VerificationField) }),
);
const currentTerms = statement(
  'signUp.currentTerms',
  `select terms_version(f.id) as version, concat_ws(' ', f.name, f.short_name, f.portal_name) as "facilityNames" from facilities f where f.id = $facilityId`,
  v.object({ version: v.string(), facilityNames: v.string() }),
);
const makeLogin = statement(
  'signUp.makeLogin',
  `update users set username = $username, password_hash = $passwordHash, email = $email, is_email_confirmed = false, is_eula_accepted = true, language = $language, accepted_terms_version = $acceptedTermsVersion
   where id = $userId and username is null and disabled_at is null`,
);
/** If the facility has no address for the patient, the account's address is stored for notices. */
const giveEmail = statement(
  'signUp.giveEmail',
  'update patients set email_address = $emailAddress where id = $patientId and email_address is null',
);
const makeRepresentative = statement(
  'signUp.makeRepresentative',
  `insert into users (username, password_hash, email, language, first_name, last_name, facility_id, is_eula_accepted, accepted_terms_version)
   values ($username, $passwordHash, $email, $language, $firstName, $lastName, $facilityId, true, $acceptedTermsVersion) returning id`,
  v.object({ id: UserId }),
);

/** Milliseconds that signing up waits for the welcome mail to be sent; after that, sending continues in the background. */
const mailWithin = 4000;

/** `2026/3/7` as `2026-03-07`. A day that does not exist matches nobody, like any wrong birth date. */
const isoDate = (slashed: string): string => {
  const [year = '', month = '', day = ''] = slashed.split('/');
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
};

interface Asked {
  readonly db: Db;
  readonly tx: Pool['tx'];
  readonly ip: string;
  readonly addressMark: () => string;
  readonly host: string;
}

/** What an identity that a person states claims, at the facility whose address they use. */
export async function patientClaim(
  { db, host }: Asked,
  { firstName, lastName, birthDate, pin, mrn, ssn }: SignUpIdentity,
): Promise<IdentityClaim> {
  return {
    kind: 'patient',
    facilityId: await facilityIdOfHost(db, host),
    firstName,
    lastName,
    birthDate: isoDate(birthDate),
    pin,
    mrn,
    ssn,
  };
}

/** The invitation that a claim matches, or the refusal. */
export async function invitationFor(
  {
    db,
    tx,
    ip,
    addressMark,
    refuse,
  }: Omit<Asked, 'host'> & { readonly refuse: Refuse<'invitation_expired' | 'attempts_exceeded'> },
  services: AccountServices,
  claim: IdentityClaim,
): Promise<Invitation> {
  await checkAddress(db, ip, services.addressFailures);
  const key = await keyFor(db, services.serverKey, 'invitation');
  const outcome = await tx((within) => tryClaim(within, key, claim, { ip, addressMark }));
  if (outcome.kind === 'fits') return outcome.invitation;
  throw refuse(outcome.code);
}

const isTakenName = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'users_by_name';

interface NewAccount {
  readonly username: string;
  readonly emailAddress: string;
  readonly passwordHash: string;
  readonly language: LanguageCode;
  readonly termsVersion: string;
  /** The address with which the links in the welcome mail begin. */
  readonly origin: string;
}

/** Creates the account, uses the invitation up, queues the welcome mail and audits, all in one transaction. Gives the mail's id. */
async function makeAccount(tx: Db, invitation: Invitation, account: NewAccount): Promise<MailId | null> {
  const { username, emailAddress, passwordHash, language, termsVersion, origin } = account;
  if (!(await spendInvitation(tx, invitation.invitationId))) throw notFound();
  const { inviteeFirstName, inviteeLastName, patientId, facilityId } = invitation;
  const welcome = async (
    userId: UserId,
    role: 'patient' | 'representative',
    firstName: string,
    lastName: string,
    detail: Readonly<Record<string, string>> = {},
  ): Promise<MailId | null> => {
    const kind = role === 'patient' ? 'welcomePatient' : 'welcomeRepresentative';
    const confirmLink = await confirmationLink(tx, userId, emailAddress, origin);
    const mail = await enqueueMail(tx, {
      kind,
      facilityId,
      to: emailAddress,
      language,
      values: { firstName, link: `${origin}/login`, confirmLink },
    });
    const actor: AuditActor = { userId, role, name: `${firstName} ${lastName}`, sessionId: null };
    await audit(tx, {
      type: 'account.created',
      actor,
      patientId,
      facilityId,
      detail: { invitationId: invitation.invitationId, ...detail },
    });
    return mail;
  };
  if (inviteeFirstName === null || inviteeLastName === null) {
    if (
      (await tx.run(makeLogin, {
        userId: invitation.userId,
        username,
        passwordHash,
        email: emailAddress,
        language,
        acceptedTermsVersion: termsVersion,
      })) === 0
    )
      throw notFound();
    await tx.run(giveEmail, { patientId, emailAddress });
    await startNotices(tx, patientId);
    return welcome(invitation.userId, 'patient', invitation.patientFirstName, invitation.patientLastName);
  }
  const { id } = await tx.one(makeRepresentative, {
    username,
    passwordHash,
    email: emailAddress,
    language,
    firstName: inviteeFirstName,
    lastName: inviteeLastName,
    facilityId,
    acceptedTermsVersion: termsVersion,
  });
  const rights = await startRepresenting(tx, { userId: id, patientId, contactId: invitation.contactId });
  await tellInviter(tx, patientId, origin);
  return welcome(id, 'representative', inviteeFirstName, inviteeLastName, { rights: rights.map(rightWord).join(' ') });
}

const claimOf = (asked: Asked, body: v.InferOutput<typeof AccountInformation>): Promise<IdentityClaim> =>
  'encryptedInvitationId' in body
    ? Promise.resolve({ kind: 'representative', token: body.encryptedInvitationId, pin: body.pin })
    : patientClaim(asked, body);

/** Signing up by invitation (specification 1, sections 2 to 5). */
export const signUpHandlers = (services: AccountServices): Pick<Handlers, SignUpCalls> => ({
  async getVerificationFields({ db, host }) {
    const { fields } = await db.one(verificationFields, { facilityId: await facilityIdOfHost(db, host) });
    return fields.join(',');
  },

  async validateInvitedPatient(context) {
    const { patientId, patientFirstName, patientLastName, emailAddress, facilityId } = await invitationFor(
      context,
      services,
      await patientClaim(context, context.body),
    );
    return {
      patientId,
      firstName: patientFirstName,
      lastName: patientLastName,
      emailAddress,
      homeFacilityId: facilityId,
    };
  },

  async verifyInvitationToken(context) {
    const { token, pin } = context.params;
    const { email, facilityId } = await invitationFor(context, services, { kind: 'representative', token, pin });
    return { arEmail: email ?? '', facilityHomeId: facilityId };
  },

  async postAccountInformation(context) {
    const { body, query, tx, refuse } = context;
    if (!keepsPasswordRules(passwordRules, body.password)) throw refuse('password_rules');
    const invitation = await invitationFor(context, services, await claimOf(context, body));
    if (!('encryptedInvitationId' in body) && body.patientId !== invitation.patientId) throw notFound();
    const { version: termsVersion, facilityNames } = await context.db.one(currentTerms, {
      facilityId: invitation.facilityId,
    });
    const { patientFirstName, patientLastName, inviteeFirstName, inviteeLastName } = invitation;
    const names = [patientFirstName, patientLastName, inviteeFirstName ?? '', inviteeLastName ?? ''];
    if (isGuessable(body.password, body.username, [...names, body.emailAddress, facilityNames]))
      throw refuse('password_guessable');
    if (body.termsOfUseVersion !== undefined && body.termsOfUseVersion !== termsVersion) throw refuse('terms_changed');
    const passwordHash = await services.passwords.hash(body.password);
    const { username, emailAddress } = body;
    const origin = await portalOrigin(context.db, invitation.facilityId, context.origins.portal, services.portalUrl);
    let mail: MailId | null;
    try {
      mail = await tx((within) =>
        makeAccount(within, invitation, {
          username,
          emailAddress,
          passwordHash,
          language: query.language,
          termsVersion,
          origin,
        }),
      );
    } catch (error) {
      if (!isTakenName(error)) throw error;
      // Counted, so that nobody can use one invitation to test many usernames.
      await countAddressFailure(context.db, context.ip);
      throw refuse('username_exists');
    }
    const outcome = mail === null ? 'refused' : await services.mailer.sendNow(mail, { within: mailWithin });
    return outcome === 'refused' ? emailNotSent : '';
  },
});
