import { timingSafeEqual } from 'node:crypto';
import { ContactId, FacilityId, InvitationId, PatientId, UserId } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import type { RequestFacts } from '../http/handler.ts';
import { hashOf } from '../http/secrets.ts';
import { keyedHash } from '../http/serverKey.ts';
import { type Db, statement } from '../db/pool.ts';
import { countAddressFailure } from '../credentials/loginFailures.ts';
import { foldName } from '../credentials/personNames.ts';

/** Wrong tries at an invitation in a day: from one address, and from all addresses together. */
export const triesOfAddress = 5;
const triesOfAll = 20;

export const VerificationField = v.picklist(['PIN', 'MRN', 'SSN']);

/** Whoever is invited anew begins with all tries. */
export const forgetFailures = statement(
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

const digitsOf = (text: string): string => text.replace(/\D/g, '');
const plainMrn = (text: string): string => foldName(text).replace(/ /g, '');

/** The same for every person with this name and birth date, known or not. Without the key nothing can be derived from it. */
export const identityHash = (key: Buffer, person: { firstName: string; lastName: string; birthDate: string }): Buffer =>
  keyedHash(key, 'identity', foldName(person.firstName), foldName(person.lastName), person.birthDate);
export const pinHashOf = (key: Buffer, subject: Buffer, pin: string): Buffer =>
  keyedHash(key, 'pin', subject.toString('hex'), digitsOf(pin));
export const ssnHashOf = (key: Buffer, subject: Buffer, ssn: string): Buffer =>
  keyedHash(key, 'ssn', subject.toString('hex'), digitsOf(ssn));

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

const use = statement(
  'invitation.use',
  'update invitations set used_at = now(), sealed_pin = null where id = $invitationId and used_at is null and revoked_at is null and expires_at > now()',
);

const holdContact = statement(
  'invitation.holdContact',
  'select c.id from contacts c join invitations i on i.contact_id = c.id where i.id = $invitationId for no key update of c',
);

/** Uses an invitation up while its contact is locked, so that nobody invites them again in between. False: somebody else has used it. */
export async function spendInvitation(tx: Db, invitationId: InvitationId): Promise<boolean> {
  await tx.run(holdContact, { invitationId });
  return (await tx.run(use, { invitationId })) > 0;
}
