import { FacilityId, PatientId, type Token, UserId } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { type Handlers, Refusal, notFound } from '../app/handler.ts';
import { hashOf, newSecret } from '../app/secrets.ts';
import { statement } from '../db/pool.ts';
import { checkAddress, countAddressFailure } from './loginFailures.ts';
import { hasStartableDueQuestionnaire } from './questionnaires.ts';
import { type SessionServices, beginSession, browserCookie, endSession, familySeconds, givePair, invalidGrant, kioskPatientSeconds } from './tokens.ts';

/** How long a hand-over may wait for the tablet to take it (rulings, section 6). */
const handOverSeconds = 60;

const mayHandOver = statement('kiosk.mayHandOver', 'select f.kiosk_enabled as enabled from patients p join facilities f on f.id = p.home_facility_id where p.id = $1', v.object({ enabled: v.boolean() }));
const lockSession = statement('kiosk.lockSession', 'select id from sessions where id = $1 and ended_at is null for update', v.object({ id: v.number() }));
const dropAccess = statement('kiosk.dropAccess', 'delete from access_tokens where session_id = $1');
const dropRefresh = statement('kiosk.dropRefresh', 'delete from refresh_tokens where session_id = $1');
const dropParking = statement('kiosk.dropParking', 'delete from parked_sessions where session_id = $1');
const park = statement(
  'kiosk.park',
  'insert into parked_sessions (tablet_hash, session_id, user_id, expires_at) select $1, s.id, s.user_id, s.expires_at from sessions s where s.id = $2',
);
const offer = statement('kiosk.offer', 'insert into handovers (data_hash, patient_id, tablet_hash, manager_session_id) values ($1, $2, $3, $4)');

/** One statement takes the hand-over or does not: of any number that ask at once, one gets the row. */
const take = statement(
  'kiosk.take',
  `update handovers h set used_at = now()
   from sessions manager, parked_sessions parked, patients p, users u
   where h.data_hash = $1 and h.patient_id = $2 and h.tablet_hash = $3 and h.used_at is null
     and h.created_at > now() - make_interval(secs => $4)
     and manager.id = h.manager_session_id and manager.ended_at is null and manager.expires_at > now()
     and parked.tablet_hash = h.tablet_hash and parked.session_id = manager.id
     and p.id = h.patient_id and u.id = p.user_id and u.disabled_at is null
   returning p.id as "patientId", u.id as "userId", p.home_facility_id as "facilityId", p.first_name || ' ' || p.last_name as name`,
  v.object({ patientId: PatientId, userId: UserId, facilityId: FacilityId, name: v.string() }),
);
const endPatients = statement(
  'kiosk.endPatients',
  "update sessions set ended_at = now(), ended_because = $2 where tablet_hash = $1 and ended_at is null",
);
const useTry = statement(
  'kiosk.useTry',
  `update parked_sessions k set tries_left = k.tries_left - 1 from users u, sessions s
   where k.tablet_hash = $1 and k.tries_left > 0 and k.expires_at > now() and u.id = k.user_id and s.id = k.session_id
     and s.ended_at is null and s.expires_at > now() and u.disabled_at is null
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
const unpark = statement('kiosk.unpark', 'delete from parked_sessions where tablet_hash = $1 and session_id = $2');
const newCookie = statement('kiosk.newCookie', 'update sessions set cookie_hash = $2 where id = $1 and ended_at is null and expires_at > now()');

/** Where `/token` takes a hand-over. Every way in which it can fail is answered alike (faults, 22). */
export async function takeHandOver(context: Parameters<Handlers['requestToken']>[0], services: SessionServices): Promise<Token> {
  const { headers, cookies, surface, tx, db, ip } = context;
  await checkAddress(db, ip, services.addressFailures);
  const tablet = cookies.get('tablet');
  const data = headers['link-data'];
  const patientId = headers['patient-id'];
  if (surface !== 'kiosk' || tablet === null || data === undefined || patientId === undefined) throw invalidGrant();
  const tabletHash = hashOf(tablet);
  const token = await tx(async (within) => {
    const patient = await within.maybe(take, [hashOf(data), Number(patientId), tabletHash, handOverSeconds]);
    if (patient === null) return null;
    await within.run(endPatients, [tabletHash, 'next_patient']);
    const cookie = await browserCookie(within, cookies, 'kiosk');
    return beginSession(within, services, { ...patient, role: 'kioskPatient', loginType: 'patientKioskUser' }, 'kiosk', cookie, { seconds: kioskPatientSeconds, tabletHash });
  });
  if (token === null) {
    await countAddressFailure(db, ip);
    throw invalidGrant();
  }
  return token;
}

/** The tablet's hand-over and its return. The list of who is due is with the questionnaires. */
export const kioskHandlers = (services: SessionServices): Pick<Handlers, 'initiateKioskLogon' | 'resumeKiosk'> => ({
  async initiateKioskLogon({ params, actor, cookies, tx, origins, surface }) {
    if (surface !== 'kiosk') throw notFound();
    const [tablet, data] = [newSecret(), newSecret()];
    const tabletHash = hashOf(tablet);
    await tx(async (within) => {
      const patient = await within.maybe(mayHandOver, [params.patientId]);
      if (patient === null || !patient.enabled || !(await hasStartableDueQuestionnaire(within, params.patientId))) throw notFound();
      // Locked, so that of two starts at once the second finds its session without tokens and parked anew.
      await within.one(lockSession, [actor.sessionId]);
      await within.run(dropAccess, [actor.sessionId]);
      await within.run(dropRefresh, [actor.sessionId]);
      await within.run(dropParking, [actor.sessionId]);
      await within.run(park, [tabletHash, actor.sessionId]);
      await within.run(offer, [hashOf(data), params.patientId, tabletHash, actor.sessionId]);
      await audit(within, { type: 'kiosk.handover.offered', actor, patientId: params.patientId, facilityId: actor.facilityId });
    });
    cookies.set('tablet', tablet, { maxAge: familySeconds });
    return { facilityUrl: origins.kiosk, data };
  },

  async resumeKiosk({ body, cookies, db, tx, surface, ip }) {
    await checkAddress(db, ip, services.addressFailures);
    const tablet = cookies.get('tablet');
    if (surface !== 'kiosk' || tablet === null) throw new Refusal(400, 'not_parked');
    const tabletHash = hashOf(tablet);
    // The try is spent before the slow comparison, so that parallel guesses share the five.
    const parked = await db.maybe(useTry, [tabletHash]);
    if (parked === null) throw new Refusal(400, 'not_parked');
    const manager = { userId: parked.userId, role: 'kioskManager', name: parked.name, sessionId: parked.sessionId } as const;
    const entry = { actor: manager, patientId: null, facilityId: parked.facilityId };
    if (!(await services.passwords.matches(body.pin, parked.pinHash))) {
      await countAddressFailure(db, ip);
      const over = parked.triesLeft === 0;
      await tx(async (within) => {
        if (over) {
          await within.run(unpark, [tabletHash, parked.sessionId]);
          await endSession(within, parked.sessionId, 'wrong_pin');
        }
        await audit(within, { type: 'kiosk.pin.wrong', ...entry, detail: { triesLeft: parked.triesLeft } });
      });
      throw over ? new Refusal(400, 'not_parked') : new Refusal(400, 'wrong_pin', { triesLeft: parked.triesLeft });
    }
    const cookie = newSecret();
    const token = await tx(async (within) => {
      if ((await within.run(unpark, [tabletHash, parked.sessionId])) === 0) return null;
      if ((await within.run(newCookie, [parked.sessionId, hashOf(cookie)])) === 0) return null;
      await within.run(endPatients, [tabletHash, 'tablet_returned']);
      const pair = await givePair(within, services, parked.sessionId);
      await audit(within, { type: 'kiosk.resumed', ...entry });
      return pair;
    });
    if (token === null) throw new Refusal(400, 'not_parked');
    cookies.set('kiosk', cookie, { maxAge: familySeconds });
    cookies.clear('tablet');
    return token;
  },
});
