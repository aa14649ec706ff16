import { randomInt } from 'node:crypto';
import { ContactId, InvitationId, type PatientId, type Section, type SectionRight } from '@portal/api';
import * as v from 'valibot';
import { type AuditActor, audit } from '../audit/audit.ts';
import { hashOf, newSecret } from '../http/secrets.ts';
import { type Db, statement } from '../db/pool.ts';
import { VerificationField, forgetFailures, identityHash, pinHashOf, ssnHashOf } from './identityClaims.ts';
import { type RepresentationEnd, changeSectionEnd, dropPastEnd, putEnd } from './representationEnds.ts';
import { chooseRights, chosenRights, forgetSectionEnds, rightWord } from './representatives.ts';

/** Days that an invitation is open if the facility sets nothing else, and the most that it may set. */
export const invitationDays = 14;
export const mostInvitationDays = 30;
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
const newPin = (): string => String(randomInt(1_000_000)).padStart(6, '0');
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
  /** Left out: those that were chosen before for sections that they get again. */
  readonly sectionEnds?: readonly (RepresentationEnd & { readonly section: Section })[] | undefined;
}

/** Invites somebody to act for a patient. The token is in the link; the patient tells them the PIN. */
export async function inviteRepresentative(
  tx: Db,
  key: Buffer,
  actor: AuditActor,
  { patientId, contactId: known, days, email, firstName, lastName, rights, end, sectionEnds }: Invitee,
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
  if (rights !== null) {
    await forgetSectionEnds(tx, contactId, await chosenRights(tx, contactId), rights);
    await chooseRights(tx, contactId, rights);
  }
  if (end === undefined) await dropPastEnd(tx, contactId);
  else await putEnd(tx, contactId, end);
  if (sectionEnds !== undefined)
    for (const { section } of rights ?? []) {
      const chosen = sectionEnds.findLast((one) => one.section === section) ?? { lastDay: null, reason: null };
      await changeSectionEnd(tx, actor, { userId: null, patientId, contactId }, section, chosen);
    }
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

/** Path and query of the sign-up link. The page removes the PIN from its address at once. */
export const signUpPath = (pin: string, language: string): string => `/sign-up?language=${language}&pin=${pin}`;
export const representativePath = (token: string): string => `/auth-rep-sign-up?u=${token}`;
