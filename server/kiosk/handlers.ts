import { FacilityId, Instant, PatientId, type Token, UserId } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { auditActor } from '../http/auditActor.ts';
import { type Handlers, notFound, refusal } from '../http/handler.ts';
import { hashOf, newSecret } from '../http/secrets.ts';
import { statement } from '../db/pool.ts';
import { isAwaited } from './arrivals.ts';
import { sinceOnOtherTablet } from './visitorHandlers.ts';
import { failureSource } from '../credentials/knownBrowsers.ts';
import { checkAddress, countAddressFailure } from '../credentials/loginFailures.ts';
import { facilityIdOfHost } from '../facilities/facility.ts';
import { kioskOrigin } from '../mail/links.ts';
import { holdStanding, isOpenOnTablet, tabletAt } from '../tablets/ownTablets.ts';
import { hasStartableDueQuestionnaire } from './dueHandlers.ts';
import {
  type SessionServices,
  beginSession,
  browserCookie,
  endSession,
  familySeconds,
  givePair,
  kioskPatientSeconds,
  notePresence,
} from '../credentials/tokens.ts';

/** Seconds within which the tablet must take a hand-over (rulings, section 6). */
const handOverSeconds = 60;
/** Minutes for which the page that took the tablet back may ask again with its key, because the answer may have been lost. */
const retryMinutes = 10;

const mayHandOver = statement(
  'kiosk.mayHandOver',
  `select f.kiosk_enabled and ${isOpenOnTablet} as enabled, tablet.since as "onOtherTabletSince"
   from patients o join facilities f on f.id = o.home_facility_id join sessions m on m.id = $sessionId left join lateral (${sinceOnOtherTablet}) tablet on true
   where o.id = $patientId`,
  v.object({ enabled: v.boolean(), onOtherTabletSince: v.nullable(Instant) }),
);
const lockSession = statement(
  'kiosk.lockSession',
  'select id from sessions where id = $sessionId and ended_at is null for update',
);
const dropAccess = statement('kiosk.dropAccess', 'delete from access_tokens where session_id = $sessionId');
const dropRefresh = statement('kiosk.dropRefresh', 'delete from refresh_tokens where session_id = $sessionId');
/** So that whoever finds out the PIN can neither add a passkey nor remove one. */
const endProof = statement('kiosk.endProof', 'update sessions set proved_at = null where id = $sessionId');
const dropParking = statement('kiosk.dropParking', 'delete from parked_sessions where session_id = $sessionId');
const park = statement(
  'kiosk.park',
  'insert into parked_sessions (tablet_hash, session_id, user_id, expires_at) select $tabletHash, s.id, s.user_id, s.expires_at from sessions s where s.id = $sessionId',
);
const offer = statement(
  'kiosk.offer',
  'insert into handovers (data_hash, patient_id, tablet_hash, manager_session_id) values ($dataHash, $patientId, $tabletHash, $managerSessionId)',
);

/** One statement takes the hand-over: of any number of simultaneous requests, only one gets the row. */
const take = statement(
  'kiosk.take',
  `update handovers h set used_at = now()
   from sessions m, parked_sessions parked, patients p, users u, facilities f
   where h.data_hash = $dataHash and h.patient_id = $patientId and h.tablet_hash = $tabletHash and h.used_at is null
     and h.created_at > now() - make_interval(secs => $handOverSeconds)
     and m.id = h.manager_session_id and m.ended_at is null and m.expires_at > now()
     and parked.tablet_hash = h.tablet_hash and parked.session_id = m.id and parked.resumed_at is null
     and p.id = h.patient_id and u.id = p.user_id and u.disabled_at is null and f.id = p.home_facility_id and ${isOpenOnTablet}
   returning p.id as "patientId", u.id as "userId", p.home_facility_id as "facilityId", p.first_name || ' ' || p.last_name as name, m.tablet_id as "tabletId", m.id as "managerSessionId"`,
  v.object({
    patientId: PatientId,
    userId: UserId,
    facilityId: FacilityId,
    name: v.string(),
    tabletId: v.nullable(v.number()),
    managerSessionId: v.number(),
  }),
);
const isStillOpen = statement(
  'kiosk.isStillOpen',
  `select m.id from sessions m, facilities f where m.id = $sessionId and f.id = $facilityId and m.ended_at is null and ${isOpenOnTablet}`,
);
const lockPatient = statement(
  'kiosk.lockPatient',
  'select id from patients where id = $patientId for update',
  v.object({ id: PatientId }),
);
/** A patient has one visit at a time: two tablets would overwrite each other's answers. */
const endElsewhere = statement(
  'kiosk.endElsewhere',
  "update sessions set ended_at = now(), ended_because = 'on_other_tablet' where user_id = $userId and role = 'kioskPatient' and ended_at is null",
);
const endPatients = statement(
  'kiosk.endPatients',
  'update sessions set ended_at = now(), ended_because = $endedBecause where tablet_hash = $tabletHash and ended_at is null',
);
const useTry = statement(
  'kiosk.useTry',
  `update parked_sessions k set tries_left = k.tries_left - 1 from users u, sessions s
   where k.tablet_hash = $tabletHash and k.tries_left > 0 and k.expires_at > now() and u.id = k.user_id and s.id = k.session_id
     and s.ended_at is null and s.expires_at > now() and u.disabled_at is null
     and (k.resumed_at is null or k.resume_key_hash = $keyHash::bytea and k.resumed_at > now() - make_interval(mins => ${retryMinutes}))
   returning k.session_id as "sessionId", k.tries_left as "triesLeft", u.pin_hash as "pinHash", u.id as "userId", u.facility_id as "facilityId",
     u.first_name || ' ' || u.last_name as name`,
  v.object({
    sessionId: v.number(),
    triesLeft: v.number(),
    pinHash: v.nullable(v.string()),
    userId: UserId,
    facilityId: FacilityId,
    name: v.string(),
  }),
);
const unpark = statement(
  'kiosk.unpark',
  'delete from parked_sessions where tablet_hash = $tabletHash and session_id = $sessionId',
);
/** Ends the parking, once for each key: of two requests with other keys, or without, the second finds nothing. */
const noteResumed = statement(
  'kiosk.noteResumed',
  `update parked_sessions set resumed_at = coalesce(resumed_at, now()), resume_key_hash = $keyHash
   where tablet_hash = $tabletHash and session_id = $sessionId and (resumed_at is null or resume_key_hash = $keyHash::bytea)`,
);
const newCookie = statement(
  'kiosk.newCookie',
  'update sessions set cookie_hash = $cookieHash where id = $sessionId and ended_at is null and expires_at > now()',
);

/** Takes a hand-over at `/token`. Every failure gets the same answer (faults, 22). */
export async function takeHandOver(
  context: Parameters<Handlers['requestToken']>[0],
  services: SessionServices,
): Promise<Token> {
  const { headers, cookies, surface, tx, db, refuse } = context;
  const source = await failureSource(context);
  await checkAddress(db, source, services.addressFailures);
  const tablet = cookies.get('tablet');
  const data = headers['link-data'];
  const patientId = headers['patient-id'];
  if (surface !== 'kiosk' || tablet === null || data === undefined || patientId === undefined)
    throw refuse('invalid_grant');
  const tabletHash = hashOf(tablet);
  const token = await tx(async (within) => {
    const patient = await within.maybe(take, {
      dataHash: hashOf(data),
      patientId: Number(patientId),
      tabletHash,
      handOverSeconds,
    });
    if (patient === null) return null;
    // The tablet may have been revoked after the hand-over was checked.
    await holdStanding(within, patient.facilityId, patient.tabletId);
    const { facilityId, managerSessionId } = patient;
    if (!(await within.has(isStillOpen, { sessionId: managerSessionId, facilityId }))) return null;
    await within.run(endPatients, { tabletHash, endedBecause: 'next_patient' });
    // Locked, so that of two simultaneous tablets the second finds the visit of the first.
    await within.one(lockPatient, { patientId: patient.patientId });
    await within.run(endElsewhere, { userId: patient.userId });
    const cookie = await browserCookie(within, cookies, 'kiosk');
    return beginSession(
      within,
      services,
      { ...patient, role: 'kioskPatient', loginType: 'patientKioskUser' },
      context,
      cookie,
      { seconds: kioskPatientSeconds, tabletHash, tabletId: patient.tabletId },
    );
  });
  if (token === null) {
    await countAddressFailure(db, source);
    throw refuse('invalid_grant');
  }
  return token;
}

/** Handing over the tablet and taking it back. The list of who is due is in `dueHandlers.ts`. */
export const kioskHandlers = (services: SessionServices): Pick<Handlers, 'initiateKioskLogon' | 'resumeKiosk'> => ({
  async initiateKioskLogon({ params, query, actor, cookies, db, host, tx, origins, surface, refuse }) {
    if (surface !== 'kiosk') throw notFound();
    // Of the host name, not of the manager, who may work at several facilities: the tablet's cookie is of this address.
    const facilityUrl = await kioskOrigin(db, await facilityIdOfHost(db, host), origins.kiosk);
    const before = cookies.get('tablet');
    const [tablet, data] = [newSecret(), newSecret()];
    const tabletHash = hashOf(tablet);
    await tx(async (within) => {
      const patient = await within.maybe(mayHandOver, {
        patientId: params.patientId,
        tabletHash: before === null ? null : hashOf(before),
        sessionId: actor.sessionId,
      });
      if (patient === null || !patient.enabled) throw notFound();
      const { patientId } = params;
      if (!(await hasStartableDueQuestionnaire(within, patientId)) && !(await isAwaited(within, patientId)))
        throw notFound();
      if (patient.onOtherTabletSince !== null && query.elsewhere !== 'end')
        throw refuse('on_other_tablet', { since: patient.onOtherTabletSince });
      // Locked, so that of two simultaneous starts the second finds its session already parked and without tokens.
      if (!(await within.has(lockSession, { sessionId: actor.sessionId }))) throw refusal('unauthorized');
      await within.run(dropAccess, { sessionId: actor.sessionId });
      await within.run(dropRefresh, { sessionId: actor.sessionId });
      await within.run(endProof, { sessionId: actor.sessionId });
      await within.run(dropParking, { sessionId: actor.sessionId });
      await within.run(park, { tabletHash, sessionId: actor.sessionId });
      await within.run(offer, {
        dataHash: hashOf(data),
        patientId: params.patientId,
        tabletHash,
        managerSessionId: actor.sessionId,
      });
      await auditActor(within, actor, 'kiosk.handover.offered', { patientId: params.patientId });
    });
    cookies.set('tablet', tablet, { maxAge: familySeconds });
    return { facilityUrl, data };
  },

  async resumeKiosk({ body, cookies, db, headers, tx, surface, ip, host, addressMark, refuse }) {
    const source = await failureSource({ cookies, db, surface, ip });
    await checkAddress(db, source, services.addressFailures);
    if (surface === 'kiosk' && (await tabletAt(db, cookies, await facilityIdOfHost(db, host))).standing === 'notSetUp')
      throw refuse('tablet_not_set_up');
    const tablet = cookies.get('tablet');
    if (surface !== 'kiosk' || tablet === null) throw refuse('not_parked');
    const tabletHash = hashOf(tablet);
    const key = headers['idempotency-key'];
    const keyHash = key === undefined ? null : hashOf(key);
    // The try is counted before the slow comparison, so that parallel guesses share the five tries.
    const parked = await db.maybe(useTry, { tabletHash, keyHash });
    if (parked === null) throw refuse('not_parked');
    const manager = {
      userId: parked.userId,
      role: 'kioskManager',
      name: parked.name,
      sessionId: parked.sessionId,
    } as const;
    const entry = { actor: manager, patientId: null, facilityId: parked.facilityId };
    if (!(await services.passwords.matches(body.pin, parked.pinHash, source))) {
      await countAddressFailure(db, source);
      const over = parked.triesLeft === 0;
      await tx(async (within) => {
        if (over) {
          await within.run(unpark, { tabletHash, sessionId: parked.sessionId });
          await endSession(within, parked.sessionId, 'wrong_pin');
        }
        await audit(within, {
          type: 'kiosk.pin.wrong',
          ...entry,
          detail: { triesLeft: parked.triesLeft, from: addressMark() },
        });
      });
      throw over ? refuse('not_parked') : refuse('wrong_pin', { triesLeft: parked.triesLeft });
    }
    const cookie = newSecret();
    const token = await tx(async (within) => {
      if ((await within.run(noteResumed, { tabletHash, sessionId: parked.sessionId, keyHash })) === 0) return null;
      // Those of an answer that was lost.
      await within.run(dropAccess, { sessionId: parked.sessionId });
      await within.run(dropRefresh, { sessionId: parked.sessionId });
      if ((await within.run(newCookie, { sessionId: parked.sessionId, cookieHash: hashOf(cookie) })) === 0) return null;
      await within.run(endPatients, { tabletHash, endedBecause: 'tablet_returned' });
      await notePresence(within, parked.sessionId);
      const pair = await givePair(within, services, parked.sessionId);
      await audit(within, { type: 'kiosk.resumed', ...entry });
      return pair;
    });
    if (token === null) throw refuse('not_parked');
    cookies.set('kiosk', cookie, { maxAge: familySeconds });
    cookies.clear('tablet');
    return token;
  },
});
