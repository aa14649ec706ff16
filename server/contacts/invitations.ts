import { randomInt, timingSafeEqual } from 'node:crypto';
import { ContactId, FacilityId, InvitationId, PatientId, type SectionRight, UserId } from '@portal/api';
import * as v from 'valibot';
import { type AuditActor, audit } from '../audit/audit.ts';
import type { RequestFacts } from '../http/handler.ts';
import { hashOf, newSecret } from '../http/secrets.ts';
import { keyedHash } from '../http/serverKey.ts';
import { type Db, statement } from '../db/pool.ts';
import { countAddressFailure } from '../credentials/loginFailures.ts';
import { foldName } from '../credentials/personNames.ts';
import { type RepresentationEnd, dropPastEnd, putEnd } from './representationEnds.ts';
import { chooseRights, rightWord } from './representatives.ts';

/** Days that an invitation is open if the facility sets nothing else, and the most that it may set. */
export const invitationDays = 14;
export const mostInvitationDays = 30;
/** Wrong tries at an invitation in a day: from one address, and from all addresses together. */
export const triesOfAddress = 5;
const triesOfAll = 20;

export const VerificationField = v.picklist(['PIN', 'MRN', 'SSN']);

const whoIs = statement(
  'invitation.whoIs',
  `select p.first_name as "firstName", p.last_name as "lastName", p.date_of_birth as "birthDate", u.username is not null as "hasLogin",
     f.verification_fields as fields
   from patients p join users u on u.id = p.user_id join facilities f on f.id = p.home_facility_id where p.id = $patientId`,
  v.object({
    firstName: v.string(),
    lastName: v.string(),
    birthDate: v.string(),
    hasLogin: v.boolean(),
    fields: v.array(VerificationField),
  }),
);
const revokeOlder = statement(
  'invitation.revokeOlder',
  `update invitations set revoked_at = now(), sealed_pin = null where patient_id = $patientId and kind = 'patient' and used_at is null and revoked_at is null`,
);
const insert = statement(
  'invitation.insert',
  `insert into invitations (kind, subject_hash, pin_hash, ssn_hash, patient_id, email, first_name, last_name, expires_at, contact_id)
   values ($kind, $subjectHash, $pinHash, $ssnHash, $patientId, $email, $firstName, $lastName, now() + make_interval(days => $days), $contactId) returning id, expires_at as "expiresAt"`,
  v.object({ id: InvitationId, expiresAt: v.string() }),
);
const revokeOfContact = statement(
  'invitation.revokeOfContact',
  'update invitations set revoked_at = now(), sealed_pin = null where contact_id = $contactId and ($invitationId::bigint is null or id = $invitationId) and used_at is null and revoked_at is null',
);
const contactByEmail = statement(
  'invitation.contactByEmail',
  'select id from contacts where patient_id = $patientId and lower(email) = lower($email) and representative_user_id is null order by id limit 1',
  v.object({ id: ContactId }),
);
const addContact = statement(
  'invitation.addContact',
  `insert into contacts (patient_id, first_name, last_name, relationship_id, email, language)
   select p.id, $firstName, $lastName, (select id from relationships where code = 'Other'), $email, f.default_language
   from patients p join facilities f on f.id = p.home_facility_id where p.id = $patientId returning id`,
  v.object({ id: ContactId }),
);
const forgetFailures = statement(
  'invitation.forget',
  'delete from invitation_failures where subject_hash = $subjectHash',
);

/**
 * Counts the tries before anything is compared, so that parallel guesses share the limit; row locks make them wait for each other. The row
 * without a source counts the tries from everywhere.
 */
const spendTries = statement(
  'invitation.spendTries',
  `insert into invitation_failures as f (subject_hash, source_hash, failures) values ($subjectHash, ''::bytea, 1), ($subjectHash, $sourceHash, 1)
   on conflict (subject_hash, source_hash) do update set
     failures = case when f.window_ends_at <= now() then 1 else least(f.failures + 1, 1000) end,
     window_ends_at = case when f.window_ends_at <= now() then excluded.window_ends_at else f.window_ends_at end
   returning f.failures, f.source_hash = ''::bytea as "ofAll"`,
  v.object({ failures: v.number(), ofAll: v.boolean() }),
);
const giveTriesBack = statement(
  'invitation.giveTriesBack',
  "update invitation_failures set failures = failures - 1 where subject_hash = $subjectHash and source_hash in (''::bytea, $sourceHash)",
);

const Found = v.object({
  invitationId: InvitationId,
  contactId: v.nullable(ContactId),
  pinHash: v.instance(Buffer),
  ssnHash: v.nullable(v.instance(Buffer)),
  isOver: v.boolean(),
  email: v.nullable(v.string()),
  inviteeFirstName: v.nullable(v.string()),
  inviteeLastName: v.nullable(v.string()),
  patientId: PatientId,
  userId: UserId,
  mrn: v.string(),
  patientFirstName: v.string(),
  patientLastName: v.string(),
  emailAddress: v.nullable(v.string()),
  facilityId: FacilityId,
  fields: v.array(VerificationField),
  hasLogin: v.boolean(),
});
const find = statement(
  'invitation.find',
  `select i.id as "invitationId", i.contact_id as "contactId", i.pin_hash as "pinHash", i.ssn_hash as "ssnHash", i.email, i.first_name as "inviteeFirstName", i.last_name as "inviteeLastName",
     i.used_at is not null or i.revoked_at is not null or i.expires_at <= now() or coalesce(c.access_last_day < today_in(f.time_zone), false) as "isOver",
     p.id as "patientId", p.mrn, p.first_name as "patientFirstName", p.last_name as "patientLastName", p.email_address as "emailAddress",
     u.id as "userId", u.username is not null as "hasLogin", p.home_facility_id as "facilityId", f.verification_fields as fields
   from invitations i join patients p on p.id = i.patient_id join users u on u.id = p.user_id join facilities f on f.id = p.home_facility_id
     left join contacts c on c.id = i.contact_id
   where i.subject_hash = $subjectHash and i.kind = $kind and ($homeFacilityId::bigint is null or p.home_facility_id = $homeFacilityId) and u.disabled_at is null
   order by i.id desc`,
  Found,
);
/** The part of an invitation that signing up needs. */
export type Invitation = v.InferOutput<typeof Found>;

const newPin = (): string => String(randomInt(1_000_000)).padStart(6, '0');
const digitsOf = (text: string): string => text.replace(/\D/g, '');
const plainMrn = (text: string): string => foldName(text).replace(/ /g, '');

/** The same for every person with this name and birth date, known or not. Without the key nothing can be derived from it. */
const identityHash = (key: Buffer, person: { firstName: string; lastName: string; birthDate: string }): Buffer =>
  keyedHash(key, 'identity', foldName(person.firstName), foldName(person.lastName), person.birthDate);
const pinHashOf = (key: Buffer, subject: Buffer, pin: string): Buffer =>
  keyedHash(key, 'pin', subject.toString('hex'), digitsOf(pin));
const ssnHashOf = (key: Buffer, subject: Buffer, ssn: string): Buffer =>
  keyedHash(key, 'ssn', subject.toString('hex'), digitsOf(ssn));

/** Why somebody cannot be invited, worded for the command line. */
export class CannotInvite extends Error {}

/**
 * Invites a patient to create an account. An earlier invitation that is still open stops working. The name is copied from the record as it
 * is now. PIN and SSN are stored only as keyed hashes.
 */
export async function invitePatient(
  tx: Db,
  key: Buffer,
  actor: AuditActor,
  { patientId, days, ssn }: { readonly patientId: PatientId; readonly days: number; readonly ssn: string | null },
): Promise<{ invitationId: InvitationId; pin: string; expiresAt: string }> {
  const person = await tx.one(whoIs, { patientId });
  if (person.hasLogin) throw new CannotInvite('has an account already');
  if (person.fields.includes('SSN') && ssn === null)
    throw new CannotInvite('is of a facility that asks for the SSN: add --ssn');
  const subject = identityHash(key, person);
  const pin = newPin();
  await tx.run(revokeOlder, { patientId });
  const made = await tx.one(insert, {
    kind: 'patient',
    subjectHash: subject,
    pinHash: pinHashOf(key, subject, pin),
    ssnHash: ssn === null ? null : ssnHashOf(key, subject, ssn),
    patientId,
    email: null,
    firstName: null,
    lastName: null,
    days,
    contactId: null,
  });
  await tx.run(forgetFailures, { subjectHash: subject });
  await audit(tx, {
    type: 'invitation.created',
    actor,
    patientId,
    detail: { invitationId: made.id, kind: 'patient', days },
  });
  return { invitationId: made.id, pin, expiresAt: made.expiresAt };
}

/** Ends a contact's open invitation, or only the given one. True if it was open. */
export async function revokeInvitationOf(
  tx: Db,
  contactId: ContactId,
  alone: InvitationId | null = null,
): Promise<boolean> {
  return (await tx.run(revokeOfContact, { contactId, invitationId: alone })) > 0;
}

/** Somebody who is invited to act for a patient. If they are not a contact yet they become one, so that the patient sees who is invited. */
export interface Invitee {
  readonly patientId: PatientId;
  readonly contactId?: ContactId;
  readonly days: number;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** The rights that they will get; null: those that were chosen for the contact before, if any. */
  readonly rights: readonly SectionRight[] | null;
  /** Left out: the end that was chosen for the contact before, if any. */
  readonly end?: RepresentationEnd | undefined;
}

/** Invites somebody to act for a patient. The token is in the link; the patient tells them the PIN. */
export async function inviteRepresentative(
  tx: Db,
  key: Buffer,
  actor: AuditActor,
  { patientId, contactId: known, days, email, firstName, lastName, rights, end }: Invitee,
): Promise<{ invitationId: InvitationId; token: string; pin: string; expiresAt: string }> {
  const token = newSecret();
  const subject = hashOf(token);
  const pin = newPin();
  const contactId =
    known ??
    (
      (await tx.maybe(contactByEmail, { patientId, email })) ??
      (await tx.one(addContact, { patientId, email, firstName, lastName }))
    ).id;
  // Only this contact's invitation is ended, because two people may share an email address.
  await revokeInvitationOf(tx, contactId);
  if (rights !== null) await chooseRights(tx, contactId, rights);
  if (end === undefined) await dropPastEnd(tx, contactId);
  else await putEnd(tx, contactId, end);
  const made = await tx.one(insert, {
    kind: 'representative',
    subjectHash: subject,
    pinHash: pinHashOf(key, subject, pin),
    ssnHash: null,
    patientId,
    email,
    firstName,
    lastName,
    days,
    contactId,
  });
  await audit(tx, {
    type: 'invitation.created',
    actor,
    patientId,
    detail: {
      invitationId: made.id,
      kind: 'representative',
      contactId,
      days,
      rights: rights === null ? null : rights.map(rightWord).join(' '),
      ...end,
    },
  });
  return { invitationId: made.id, token, pin, expiresAt: made.expiresAt };
}

/** What somebody claims to be. `birthDate` is `YYYY-MM-DD`; `facilityId` belongs to the host name that they used. */
export type IdentityClaim =
  | {
      readonly kind: 'patient';
      readonly facilityId: FacilityId;
      readonly firstName: string;
      readonly lastName: string;
      readonly birthDate: string;
      readonly pin: string;
      readonly mrn: string;
      readonly ssn: string;
    }
  | { readonly kind: 'representative'; readonly token: string; readonly pin: string };

export type ClaimOutcome =
  | { readonly kind: 'fits'; readonly invitation: Invitation }
  | { readonly kind: 'refused'; readonly code: 'not_found' | 'invitation_expired' | 'attempts_exceeded' };

/**
 * Compares a claim with the invitations, in a transaction that must be committed whatever the result. Whether the person is invited, known
 * or neither, the same statements run, the same tries are counted and the same answers are given. Only somebody who knows everything learns
 * that an invitation has expired.
 */
export async function tryClaim(
  tx: Db,
  key: Buffer,
  claim: IdentityClaim,
  { ip, addressMark }: Pick<RequestFacts, 'ip' | 'addressMark'>,
): Promise<ClaimOutcome> {
  const subject = claim.kind === 'patient' ? identityHash(key, claim) : hashOf(claim.token);
  const rows = { subjectHash: subject, sourceHash: hashOf(`claim:${ip}`) };
  const spent = await tx.many(spendTries, rows);
  // The remaining tries. The one that has just been counted may be the last.
  const left = Math.min(...spent.map(({ failures, ofAll }) => (ofAll ? triesOfAll : triesOfAddress) - failures));
  const pinHash = pinHashOf(key, subject, claim.pin);
  const ssnHash = claim.kind === 'patient' ? ssnHashOf(key, subject, claim.ssn) : null;
  const candidates = await tx.many(find, {
    subjectHash: subject,
    kind: claim.kind,
    homeFacilityId: claim.kind === 'patient' ? claim.facilityId : null,
  });
  const fitting = candidates.filter((one) => {
    const asksPin = claim.kind === 'representative' || one.fields.includes('PIN');
    if (asksPin && !timingSafeEqual(one.pinHash, pinHash)) return false;
    if (claim.kind === 'representative') return true;
    if (one.fields.includes('MRN') && plainMrn(one.mrn) !== plainMrn(claim.mrn)) return false;
    if (
      one.fields.includes('SSN') &&
      (ssnHash === null || one.ssnHash === null || !timingSafeEqual(one.ssnHash, ssnHash))
    )
      return false;
    return !one.hasLogin;
  });
  const invitation = fitting.find((one) => !one.isOver) ?? fitting[0];
  if (invitation !== undefined && left >= 0) {
    await tx.run(giveTriesBack, rows);
    return invitation.isOver ? { kind: 'refused', code: 'invitation_expired' } : { kind: 'fits', invitation };
  }
  await countAddressFailure(tx, ip);
  await audit(tx, {
    type: 'signup.failed',
    actor: null,
    patientId: null,
    detail: { kind: claim.kind, subject: subject.toString('hex').slice(0, 12), ended: left <= 0, from: addressMark() },
  });
  return { kind: 'refused', code: left <= 0 ? 'attempts_exceeded' : 'not_found' };
}

/** Path and query of the sign-up link. The page removes the PIN from its address at once. */
export const signUpPath = (pin: string, language: string): string => `/sign-up?language=${language}&pin=${pin}`;
export const representativePath = (token: string): string => `/auth-rep-sign-up?u=${token}`;

const use = statement(
  'invitation.use',
  'update invitations set used_at = now(), sealed_pin = null where id = $invitationId and used_at is null and revoked_at is null and expires_at > now()',
);

const holdContact = statement(
  'invitation.holdContact',
  'select c.id from contacts c join invitations i on i.contact_id = c.id where i.id = $invitationId for no key update of c',
  v.object({ id: ContactId }),
);

/** Uses an invitation up while its contact is locked, so that nobody invites them again in between. False: somebody else has used it. */
export async function spendInvitation(tx: Db, invitationId: InvitationId): Promise<boolean> {
  await tx.maybe(holdContact, { invitationId });
  return (await tx.run(use, { invitationId })) > 0;
}
