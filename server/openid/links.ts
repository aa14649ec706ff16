import { FacilityId, IdentityId, PatientId, UserId } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { findAccount } from '../credentials/passwords.ts';
import { familySeconds } from '../credentials/tokens.ts';
import { type Db, statement } from '../db/pool.ts';
import type { IdentityProvider } from '../facilities/identityProviders.ts';
import type { RequestFacts, Surface } from '../http/handler.ts';
import { hashOf, newSecret } from '../http/secrets.ts';
import { startNotices } from '../notices/defaults.ts';
import type { SignedIn } from './client.ts';
import type { OpenIdServices } from './providers.ts';
import { tellOwner } from './tellOwner.ts';

/** For so long somebody may look for their invitation after they have signed in at the identity system. */
const pendingSeconds = 15 * 60;

/** Who signs in. */
const Person = v.object({
  userId: UserId,
  patientId: v.nullable(PatientId),
  facilityId: FacilityId,
  name: v.string(),
  isStaff: v.boolean(),
  /** Neither disabled nor without anybody to act for. */
  mayEnter: v.boolean(),
  hasPassword: v.boolean(),
});
export type Person = v.InferOutput<typeof Person>;
const person = `u.id as "userId", p.id as "patientId", u.facility_id as "facilityId", u.first_name || ' ' || u.last_name as name, u.is_kiosk_manager as "isStaff",
   u.disabled_at is null and (u.is_kiosk_manager or p.id is not null or exists (select from current_representatives l where l.user_id = u.id)) as "mayEnter",
   u.password_hash is not null as "hasPassword"`;

const linked = statement(
  'openId.linked',
  `select ${person}, k.id as "linkId" from identity_links k join users u on u.id = k.user_id left join patients p on p.user_id = u.id
   where k.facility_id = $facilityId and k.issuer = $issuer and k.subject_hash = $subjectHash and k.surface = $surface`,
  v.object({ ...Person.entries, linkId: IdentityId }),
);
const ofRecordNumber = statement(
  'openId.ofRecordNumber',
  `select ${person} from patients p join users u on u.id = p.user_id where p.home_facility_id = $facilityId and p.mrn = $mrn`,
  Person,
);
const ofStaffName = statement(
  'openId.ofStaffName',
  `select ${person} from users u left join patients p on p.user_id = u.id
   where u.facility_id = $facilityId and u.is_kiosk_manager and lower(u.username) = lower($username)`,
  Person,
);
const ofUser = statement(
  'openId.ofUser',
  `select ${person} from users u left join patients p on p.user_id = u.id where u.id = $userId`,
  Person,
);
const insert = statement(
  'openId.link',
  `insert into identity_links (facility_id, issuer, subject_hash, surface, user_id, provider) values ($facilityId, $issuer, $subjectHash, $surface, $userId, $provider)
   on conflict (facility_id, issuer, subject_hash, surface) do nothing returning id`,
  v.object({ id: IdentityId }),
);
const noteUse = statement('openId.noteUse', 'update identity_links set last_used_at = now() where id = $linkId');
const insertSignIn = statement(
  'openId.signIn',
  `insert into openid_sign_ins (facility_id, provider, issuer, subject_hash, sid_hash, surface, browser_hash, link_id, pending_hash, signed_in_at, expires_at)
   values ($facilityId, $provider, $issuer, $subjectHash, $sidHash, $surface, $browserHash, $linkId, $pendingHash, to_timestamp($signedInAt::double precision), now() + make_interval(secs => $seconds)) returning id`,
  v.object({ id: v.number() }),
);

/** A subject of an identity system, at one facility and surface. Subjects are opaque, so a plain hash is enough and outlives a change of SERVER_KEY. */
export interface Subject {
  readonly facilityId: FacilityId;
  readonly issuer: string;
  readonly subjectHash: Buffer;
  readonly surface: Surface;
}

/** The hash of a name that an identity system gives to somebody or to a session of theirs. */
export const nameHashOf = (issuer: string, name: string): Buffer => hashOf(JSON.stringify([issuer, name]));

export const findLinked = (tx: Db, { facilityId, issuer, subjectHash, surface }: Subject) =>
  tx.maybe(linked, { facilityId, issuer, subjectHash, surface });

/** The person whom the facility's claim names; null: nobody here. */
export async function findNamed(
  tx: Db,
  { person: named }: Pick<IdentityProvider, 'person'>,
  facilityId: FacilityId,
  name: string | null,
): Promise<Person | null> {
  if (named === undefined || name === null) return null;
  switch (named.is) {
    case 'recordNumber':
      return tx.maybe(ofRecordNumber, { facilityId, mrn: name });
    case 'username':
      return tx.maybe(ofStaffName, { facilityId, username: name });
  }
}

export const findPerson = (tx: Db, userId: UserId): Promise<Person> => tx.one(ofUser, { userId });

/** Links a subject to somebody, and tells them. Null: it was linked to somebody else meanwhile. */
export async function linkSubject(
  tx: Db,
  services: OpenIdServices,
  origins: RequestFacts['origins'],
  { facilityId, issuer, subjectHash, surface }: Subject,
  { userId, patientId, name, hasPassword, isStaff }: Person,
  provider: string,
): Promise<IdentityId | null> {
  const made = await tx.maybe(insert, { facilityId, issuer, subjectHash, surface, userId, provider });
  if (made === null) return null;
  const account = await tx.maybe(findAccount, { userId });
  if (account !== null) await tellOwner(tx, services, origins, account, 'identityLinked');
  // The first way into the account, as signing up is.
  if (patientId !== null && !hasPassword) await startNotices(tx, patientId);
  await audit(tx, {
    type: 'identity.linked',
    actor: {
      userId,
      role: isStaff ? 'kioskManager' : patientId === null ? 'representative' : 'patient',
      name,
      sessionId: null,
    },
    patientId,
    facilityId,
    detail: { identityId: made.id, provider },
  });
  return made.id;
}

/** What an identity system said of a sign-in, and the hash of a cookie of the browser that it was in. */
export interface SignInFacts {
  readonly provider: string;
  readonly sid: string | null;
  readonly signedInAt: SignedIn['signedInAt'];
  readonly browserHash: Buffer;
}

const valuesOf = (
  { facilityId, issuer, subjectHash, surface }: Subject,
  { provider, sid, signedInAt, browserHash }: SignInFacts,
) => ({
  facilityId,
  issuer,
  subjectHash,
  surface,
  provider,
  signedInAt,
  browserHash,
  sidHash: sid === null ? null : nameHashOf(issuer, sid),
});

/** Notes a sign-in of a subject, so that the identity system can end what follows from it. */
export async function noteSignIn(tx: Db, subject: Subject, facts: SignInFacts, linkId: IdentityId): Promise<number> {
  await tx.run(noteUse, { linkId });
  const signIn = { ...valuesOf(subject, facts), linkId, pendingHash: null, seconds: familySeconds };
  return (await tx.one(insertSignIn, signIn)).id;
}

/** Notes a sign-in of somebody who is not known yet. Gives the secret with which they say, once, who they are. */
export async function notePending(tx: Db, subject: Subject, facts: SignInFacts): Promise<string> {
  const pending = newSecret();
  const signIn = { ...valuesOf(subject, facts), linkId: null, pendingHash: hashOf(pending), seconds: pendingSeconds };
  await tx.one(insertSignIn, signIn);
  return pending;
}

const findPending = statement(
  'openId.pending',
  `select id, provider, issuer, subject_hash as "subjectHash" from openid_sign_ins
   where pending_hash = $pendingHash and facility_id = $facilityId and surface = 'portal' and expires_at > now()`,
  v.object({ id: v.number(), provider: v.string(), issuer: v.string(), subjectHash: v.instance(Buffer) }),
);
const endPending = statement(
  'openId.endPending',
  `update openid_sign_ins set link_id = $linkId, pending_hash = null, expires_at = now() + make_interval(secs => $seconds)
   where id = $signInId and pending_hash is not null and expires_at > now()`,
);

/** The sign-in to which a secret of `notePending` belongs. */
export const pendingSignIn = (db: Db, facilityId: FacilityId, pending: string) =>
  db.maybe(findPending, { facilityId, pendingHash: hashOf(pending) });

/** Says who has signed in. False: somebody else has said so, or it took too long. */
export const settlePending = async (tx: Db, signInId: number, linkId: IdentityId): Promise<boolean> =>
  (await tx.run(endPending, { signInId, linkId, seconds: familySeconds })) > 0;
