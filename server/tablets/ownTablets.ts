import { FacilityId, PatientId, type TabletStanding, UserId } from '@portal/api';
import * as v from 'valibot';
import { type AuditActor, audit, auditAll } from '../audit/audit.ts';
import type { Cookies } from '../http/handler.ts';
import { hashOf, newSpokenCode } from '../http/secrets.ts';
import { keyFor, keyedHash } from '../http/serverKey.ts';
import { type Db, statement } from '../db/pool.ts';

/** For how many minutes a one-time code works. */
export const tabletCodeMinutes = 15;

/** SQL: whether the kiosk of facility `f` opens on the tablet of staff session `m`: on all, or only on those that are set up. */
export const isOpenOnTablet =
  '(not f.kiosk_own_tablets_only or exists (select from tablets own where own.id = m.tablet_id and own.facility_id = f.id and own.revoked_at is null))' as const;

const Standing = v.object({
  isRequired: v.boolean(),
  tabletId: v.nullable(v.number()),
  isRevoked: v.boolean(),
  isOfFacility: v.boolean(),
});
const readStanding = statement(
  'tablets.standing',
  `select f.kiosk_own_tablets_only as "isRequired", t.id as "tabletId", t.revoked_at is not null as "isRevoked", coalesce(t.facility_id = f.id, false) as "isOfFacility"
   from facilities f left join tablets t on t.secret_hash = $secretHash::bytea where f.id = $facilityId`,
  Standing,
);

/** The standing of a tablet. A revoked one counts as not set up, even if the facility accepts every other tablet. */
export function standingFrom({
  isRequired,
  tabletId,
  isRevoked,
  isOfFacility,
}: v.InferOutput<typeof Standing>): TabletStanding {
  if (tabletId === null) return isRequired ? 'notSetUp' : 'open';
  if (isRevoked || (isRequired && !isOfFacility)) return 'notSetUp';
  return 'setUp';
}

/** Whether the kiosk of a facility opens in the browser that sent these cookies, and which tablet it is. */
export async function tabletAt(
  db: Db,
  cookies: Cookies,
  facilityId: FacilityId,
): Promise<{ readonly standing: TabletStanding; readonly tabletId: number | null }> {
  const secret = cookies.get('ownTablet');
  const found = await db.one(readStanding, { secretHash: secret === null ? null : hashOf(secret), facilityId });
  const standing = standingFrom(found);
  return { standing, tabletId: standing === 'setUp' ? found.tabletId : null };
}

const holdFacility = statement(
  'tablets.holdFacility',
  'select id from facilities where id = $facilityId for share',
  v.object({ id: FacilityId }),
);
const holdTablet = statement(
  'tablets.hold',
  'select id from tablets where id = $tabletId for share',
  v.object({ id: v.number() }),
);

/**
 * Locks the facility's setting and the tablet until the transaction ends. What is read after that still holds when a session begins, and
 * whoever revokes the tablet meanwhile finds that session.
 */
export async function holdStanding(tx: Db, facilityId: FacilityId, tabletId: number | null): Promise<void> {
  await tx.one(holdFacility, { facilityId });
  if (tabletId !== null) await tx.one(holdTablet, { tabletId });
}

/** The keyed hash under which a code is stored and looked up. */
export const tabletCodeHash = async (db: Db, serverKey: string, code: string): Promise<Buffer> =>
  keyedHash(await keyFor(db, serverKey, 'tablet-code'), code);

/** Foreign keys to the facility do not wait for it. */
const lockNames = statement(
  'tablets.lockNames',
  'select id from facilities where id = $facilityId for no key update',
  v.object({ id: FacilityId }),
);
const namesInUse = statement(
  'tablets.namesInUse',
  `select lower(t.name) as name from tablets t where t.facility_id = $facilityId and t.revoked_at is null
   union select lower(c.name) from tablet_codes c where c.facility_id = $facilityId and c.expires_at > now()`,
  v.object({ name: v.string() }),
);
const nameOfTablet = statement(
  'tablets.nameOfTablet',
  'select 1 as one from tablets where facility_id = $facilityId and lower(name) = lower($name) and revoked_at is null',
);
const dropCodes = statement(
  'tablets.dropCodes',
  'delete from tablet_codes where expires_at <= now() or (facility_id = $facilityId and lower(name) = lower($name))',
);
const saveCode = statement(
  'tablets.saveCode',
  'insert into tablet_codes (code_hash, facility_id, name, expires_at) values ($codeHash, $facilityId, $name, now() + make_interval(mins => $minutes))',
);

/** The first of "Tablet 1", "Tablet 2", … that no tablet and no valid code of the facility has. */
async function freeName(tx: Db, facilityId: FacilityId): Promise<string> {
  const taken = new Set((await tx.many(namesInUse, { facilityId })).map(({ name }) => name));
  for (let number = 1; ; number += 1) if (!taken.has(`tablet ${String(number)}`)) return `Tablet ${String(number)}`;
}

/** Makes a one-time code that sets up a tablet with this name, in place of an earlier one. Null if a tablet already has the name. */
export async function makeTabletCode(
  tx: Db,
  serverKey: string,
  actor: AuditActor,
  { facilityId, name: wanted }: { facilityId: FacilityId; name: string | null },
): Promise<{ readonly code: string; readonly name: string } | null> {
  // Two that make codes at once would choose the same name, or leave two codes for one.
  await tx.one(lockNames, { facilityId });
  const name = wanted ?? (await freeName(tx, facilityId));
  if (await tx.has(nameOfTablet, { facilityId, name })) return null;
  const code = newSpokenCode();
  await tx.run(dropCodes, { facilityId, name });
  const codeHash = await tabletCodeHash(tx, serverKey, code);
  await tx.run(saveCode, { codeHash, facilityId, name, minutes: tabletCodeMinutes });
  await audit(tx, { type: 'tablet.codeMade', actor, patientId: null, facilityId, detail: { name } });
  return { code, name };
}

const EndedSession = v.object({
  sessionId: v.number(),
  facilityId: FacilityId,
  userId: UserId,
  patientId: v.nullable(PatientId),
});
const markRevoked = statement(
  'tablets.markRevoked',
  'update tablets set revoked_at = now() where id = $tabletId and revoked_at is null returning facility_id as "facilityId", name',
  v.object({ facilityId: FacilityId, name: v.string() }),
);
const endOnTablet = statement(
  'tablets.endOnTablet',
  `update sessions set ended_at = now(), ended_because = 'tablet_revoked' where tablet_id = $tabletId and ended_at is null
   returning id as "sessionId", facility_id as "facilityId", user_id as "userId", patient_id as "patientId"`,
  EndedSession,
);
const endOnOthers = statement(
  'tablets.endOnOthers',
  `update sessions m set ended_at = now(), ended_because = 'tablet_revoked' from facilities f
   where f.id = $facilityId and m.facility_id = f.id and m.surface = 'kiosk' and m.ended_at is null and not ${isOpenOnTablet}
   returning m.id as "sessionId", m.facility_id as "facilityId", m.user_id as "userId", m.patient_id as "patientId"`,
  EndedSession,
);
const setRequired = statement(
  'tablets.setRequired',
  'update facilities set kiosk_own_tablets_only = $kioskOwnTabletsOnly where id = $facilityId',
);

/** Writes an audit row for each session that ended with its tablet, in the order of the patients, as `auditAll` requires. */
const auditEnded = (tx: Db, actor: AuditActor, ended: readonly v.InferOutput<typeof EndedSession>[]): Promise<void> =>
  auditAll(
    tx,
    ended
      .toSorted((a, b) => (a.patientId ?? 0) - (b.patientId ?? 0))
      .map(({ facilityId, patientId, sessionId }) => ({
        type: 'session.ended' as const,
        actor,
        patientId,
        facilityId,
        detail: { event: 'tablet_revoked', session: sessionId },
      })),
  );

/**
 * Revokes a tablet: its sessions end with the commit, including the parked staff session and a patient's visit, so that neither a hand-over
 * nor a PIN works. The patient's answers stay in the draft. Gives the number of ended sessions; null: it was already revoked.
 */
export async function revokeTablet(
  tx: Db,
  actor: AuditActor,
  tabletId: number,
  because: 'asked' | 'setUpAgain',
): Promise<{ readonly name: string; readonly sessions: number } | null> {
  const revoked = await tx.maybe(markRevoked, { tabletId });
  if (revoked === null) return null;
  const ended = await tx.many(endOnTablet, { tabletId });
  await auditEnded(tx, actor, ended);
  await audit(tx, {
    type: 'tablet.revoked',
    actor,
    patientId: null,
    facilityId: revoked.facilityId,
    detail: { tablet: tabletId, name: revoked.name, because },
  });
  return { name: revoked.name, sessions: ended.length };
}

/** Sets whether a facility's kiosk opens only on its own tablets. From the commit on, sessions on other tablets are over. */
export async function requireOwnTablets(
  tx: Db,
  actor: AuditActor,
  facilityId: FacilityId,
  isRequired: boolean,
): Promise<number> {
  await tx.run(setRequired, { facilityId, kioskOwnTabletsOnly: isRequired });
  const ended = isRequired ? await tx.many(endOnOthers, { facilityId }) : [];
  await auditEnded(tx, actor, ended);
  await audit(tx, { type: 'tablets.required', actor, patientId: null, facilityId, detail: { isRequired } });
  return ended.length;
}
