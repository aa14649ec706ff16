import { FacilityId, Instant, contractVersion } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { type Handlers, notFound } from '../http/handler.ts';
import { hashOf, newSecret } from '../http/secrets.ts';
import { statement } from '../db/pool.ts';
import { facilityIdOfHost } from '../facilities/facility.ts';
import { failureSource } from '../credentials/knownBrowsers.ts';
import { checkAddress, countAddressFailure } from '../credentials/loginFailures.ts';
import { revokeTablet, tabletAt, tabletCodeHash } from './ownTablets.ts';
import type { SessionServices } from '../credentials/tokens.ts';

/** As long as browsers keep a cookie. Each contact renews it. */
const cookieSeconds = 400 * 86_400;

/** One statement takes the code. The code is for the facility of the address, or for a facility that has no address of its own. */
const useCode = statement(
  'tablets.useCode',
  `delete from tablet_codes c where c.code_hash = $codeHash and c.expires_at > now()
     and (c.facility_id = $facilityId or not exists (select from facility_aliases a where a.facility_id = c.facility_id))
   returning c.facility_id as "facilityId", c.name`,
  v.object({ facilityId: FacilityId, name: v.string() }),
);
const addTablet = statement(
  'tablets.add',
  'insert into tablets (facility_id, name, secret_hash, set_up_hash, app_build) values ($facilityId, $name, $secretHash, $setUpHash, $appBuild) returning id',
  v.object({ id: v.number() }),
);
/** Minutes for which the page that used a code may ask again. The tablet gets another secret, because the first one was lost with its answer. */
const retryMinutes = 10;
const retrySetUp = statement(
  'tablets.retrySetUp',
  `update tablets set secret_hash = $secretHash where set_up_hash = $setUpHash::bytea and revoked_at is null and set_up_at > now() - make_interval(mins => ${retryMinutes}) returning id, facility_id as "facilityId", name`,
  v.object({ id: v.number(), facilityId: FacilityId, name: v.string() }),
);
const noteContact = statement(
  'tablets.noteContact',
  'update tablets set last_seen_at = now(), app_build = coalesce($appBuild, app_build) where id = $tabletId',
);
const tabletOfSecret = statement(
  'tablets.ofSecret',
  'select id from tablets where secret_hash = $secretHash',
  v.object({ id: v.number() }),
);

/** The tablet of a session. Its visits: those on it, or, if it is not set up, those for which this session has handed it over. */
const ofSession = statement(
  'tablets.ofSession',
  `select t.name, t.set_up_at as "setUpAt",
     (select max(written.written_at)
      from (
        select s.* from sessions s where s.tablet_id = m.tablet_id
        union all
        select s.* from handovers h join sessions s on s.patient_id = h.patient_id and s.tablet_hash = h.tablet_hash
        where h.manager_session_id = m.id
      ) visit
        join assigned_questionnaires a on a.patient_id = visit.patient_id
        left join questionnaire_drafts d on d.assigned_questionnaire_id = a.id
        cross join lateral (values (d.saved_at), (a.closed_at)) written(written_at)
      where visit.role = 'kioskPatient' and written.written_at between visit.created_at and coalesce(visit.ended_at, visit.expires_at)) as "answersSavedAt"
   from sessions m left join tablets t on t.id = m.tablet_id where m.id = $sessionId`,
  v.object({ name: v.nullable(v.string()), setUpAt: v.nullable(Instant), answersSavedAt: v.nullable(Instant) }),
);

/** Setting up a tablet, its reports that it is in use, and what staff see of it. */
export const tabletHandlers = (
  services: SessionServices,
): Pick<Handlers, 'reportTablet' | 'setUpTablet' | 'getTablet'> => ({
  async reportTablet({ db, cookies, surface, host, body }) {
    if (surface !== 'kiosk') throw notFound();
    const { standing, tabletId } = await tabletAt(db, cookies, await facilityIdOfHost(db, host));
    const secret = cookies.get('ownTablet');
    if (tabletId !== null && secret !== null) {
      await db.run(noteContact, { tabletId, appBuild: body.appBuild });
      cookies.set('ownTablet', secret, { maxAge: cookieSeconds });
    }
    return { standing };
  },

  async setUpTablet({ db, tx, cookies, headers, surface, ip, host, body, addressMark, refuse }) {
    if (surface !== 'kiosk') throw notFound();
    const source = await failureSource({ cookies, db, surface, ip });
    await checkAddress(db, source, services.addressFailures);
    const facilityId = await facilityIdOfHost(db, host);
    const codeHash = await tabletCodeHash(db, services.serverKey, body.code);
    const key = headers['idempotency-key'];
    const setUpHash = key === undefined ? null : await tabletCodeHash(db, services.serverKey, `${body.code} ${key}`);
    const [secret, before] = [newSecret(), cookies.get('ownTablet')];
    const secretHash = hashOf(secret);
    const name = await tx(async (within) => {
      const code = await within.maybe(useCode, { codeHash, facilityId });
      const audited = (tablet: { readonly facilityId: FacilityId; readonly id: number; readonly name: string }) =>
        audit(within, {
          type: 'tablet.setUp',
          actor: null,
          patientId: null,
          facilityId: tablet.facilityId,
          detail: { tablet: tablet.id, name: tablet.name, from: addressMark() },
        });
      if (code === null) {
        const tablet = await within.maybe(retrySetUp, { secretHash, setUpHash });
        if (tablet !== null) await audited(tablet);
        return tablet?.name ?? null;
      }
      const old = before === null ? null : await within.maybe(tabletOfSecret, { secretHash: hashOf(before) });
      if (old !== null)
        await revokeTablet(
          within,
          { userId: null, role: null, name: 'the tablet itself', sessionId: null },
          old.id,
          'setUpAgain',
        );
      const { id } = await within.one(addTablet, { ...code, secretHash, setUpHash, appBuild: body.appBuild });
      await audited({ ...code, id });
      return code.name;
    });
    if (name === null) {
      await countAddressFailure(db, source);
      await audit(db, {
        type: 'tablet.codeWrong',
        actor: null,
        patientId: null,
        facilityId,
        detail: { from: addressMark() },
      });
      throw refuse('tablet_code_wrong');
    }
    cookies.set('ownTablet', secret, { maxAge: cookieSeconds });
    return { name };
  },

  async getTablet({ db, actor }) {
    return { ...(await db.one(ofSession, { sessionId: actor.sessionId })), contractVersion };
  },
});
