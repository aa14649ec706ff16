import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DeviceId, FacilityId, PatientId, SessionId, UserId } from '@portal/api';
import * as v from 'valibot';
import { deviceIn } from '../http/deviceOf.ts';
import { type Handlers, type Refuse, orNotFound } from '../http/handler.ts';
import { audit } from '../audit/audit.ts';
import { auditActor } from '../http/auditActor.ts';
import { statement } from '../db/pool.ts';
import { isAlive } from './signedInPlaces.ts';

/** Where a device was last seen. The kind of device is copied from the session, because sessions are deleted and devices stay. */
const seenIn = `session_id = $sessionId, device = (select s.device from sessions s where s.id = $sessionId),
     browser = (select s.browser from sessions s where s.id = $sessionId)`;
const DeviceRow = v.object({ key: v.nullable(v.instance(Buffer)) });
const touchDevice = statement(
  'devices.touchDevice',
  `with heard as (
     update push_subscriptions set session_id = $sessionId
     where user_id = $userId and device_id = $deviceId and session_id is distinct from $sessionId)
   update devices set last_seen_at = now(), ${seenIn} where user_id = $userId and device_id = $deviceId returning key`,
  DeviceRow,
);
const makeDevice = statement(
  'devices.makeDevice',
  `insert into devices as d (user_id, device_id, name, key) values ($userId, $deviceId, $name, $key)
   on conflict (user_id, device_id) do update set last_seen_at = now() returning d.key, d.key = $key as "isNew"`,
  v.object({ ...DeviceRow.entries, isNew: v.nullable(v.boolean()) }),
);
const revokeDevice = statement(
  'devices.revokeDevice',
  `insert into devices (user_id, device_id, name, key, revoked_at) values ($userId, $deviceId, '', null, now())
   on conflict (user_id, device_id) do update set key = null, revoked_at = now() where devices.revoked_at is null`,
);
/** How many devices in use one person may have, and how many revoked ones are remembered until they have learnt of it. */
const mostDevices = 50;
const revokeOldest = statement(
  'devices.revokeOldest',
  `update devices set key = null, revoked_at = now() where user_id = $userId and device_id in (
     select device_id from devices where user_id = $userId and revoked_at is null order by last_seen_at desc, device_id offset $mostDevices)`,
);
const forgetRevoked = statement(
  'devices.forgetRevoked',
  `delete from devices where user_id = $userId and device_id in (
     select device_id from devices where user_id = $userId and revoked_at is not null order by revoked_at desc, device_id offset $mostDevices)`,
);
/** `sessionId` identifies the browser's entry in `listSignedInPlaces`, if the account is still signed in on the device. */
const findDevices = statement(
  'devices.find',
  `select d.device_id as "deviceId", d.name, d.device, d.browser, d.keeps_records as "keepsRecords", d.created_at as "createdAt", d.last_seen_at as "lastSeenAt",
     (select min(s.id) from sessions mine join sessions s on s.cookie_hash = mine.cookie_hash and s.surface = mine.surface
      where mine.id = d.session_id and s.user_id = d.user_id and ${isAlive}) as "sessionId"
   from devices d where d.user_id = $userId and d.revoked_at is null order by d.last_seen_at desc`,
  v.object({
    deviceId: DeviceId,
    name: v.string(),
    device: v.nullable(v.string()),
    browser: v.nullable(v.string()),
    keepsRecords: v.boolean(),
    createdAt: v.string(),
    lastSeenAt: v.string(),
    sessionId: v.nullable(SessionId),
  }),
);
const findKept = statement(
  'devices.keepsRecords',
  'select keeps_records as "keepsRecords" from devices where user_id = $userId and device_id = $deviceId and revoked_at is null for update',
  v.object({ keepsRecords: v.boolean() }),
);
const noteKept = statement(
  'devices.noteRecords',
  'update devices set keeps_records = $keeps where user_id = $userId and device_id = $deviceId',
);

/** The state for the account that registered the id first. What other accounts do under the same id does not count. */
const findRevoked = statement(
  'devices.isRevoked',
  `select coalesce((select is_revoked from (
       select created_at, false as is_revoked from devices where device_id = $deviceId and revoked_at is null
       union all
       select created_at, true from devices where device_id = $deviceId and revoked_at is not null
     ) of_id order by created_at limit 1), false) as "isRevoked"`,
  v.object({ isRevoked: v.boolean() }),
);

/** Several accounts can have the same id, because somebody may have made one up. The key says which account is meant. */
const findKeys = statement(
  'devices.findKeys',
  `select d.user_id as "userId", d.key, u.facility_id as "facilityId", p.id as "patientId"
   from devices d join users u on u.id = d.user_id left join patients p on p.user_id = u.id
   where d.device_id = $deviceId and d.revoked_at is null`,
  v.object({ userId: UserId, key: v.instance(Buffer), facilityId: FacilityId, patientId: v.nullable(PatientId) }),
);
/** Checks the proof with which a device ends itself; the page makes the same (`src/data/vault/crypto.ts`). */
const isProofOf = (proof: string, key: Buffer): boolean =>
  timingSafeEqual(createHmac('sha256', key).update('vestibule end').digest(), Buffer.from(proof, 'base64url'));

const keyOf = (key: Buffer | null, refuse: Refuse<'device_revoked'>): { key: string } => {
  if (key === null) throw refuse('device_revoked');
  return { key: key.toString('base64url') };
};

/** The devices of an account that keep offline copies, and the keys without which those cannot be opened. */
export const deviceHandlers = {
  async getDeviceKey({ db, actor, params, refuse }) {
    const device = orNotFound(
      await db.maybe(touchDevice, {
        userId: params.userId,
        deviceId: params.deviceId,
        sessionId: actor.sessionId,
      }),
    );
    return keyOf(device.key, refuse);
  },

  async putDeviceKey({ tx, actor, params, body, refuse }) {
    const made = await tx(async (within) => {
      const row = await within.one(makeDevice, {
        userId: params.userId,
        deviceId: params.deviceId,
        name: body.name,
        key: randomBytes(32),
      });
      await within.run(touchDevice, { userId: params.userId, deviceId: params.deviceId, sessionId: actor.sessionId });
      if (row.isNew === true) {
        const revoked = await within.run(revokeOldest, { userId: params.userId, mostDevices });
        await within.run(forgetRevoked, { userId: params.userId, mostDevices });
        await auditActor(within, actor, 'device.added');
        if (revoked > 0) await auditActor(within, actor, 'device.revoked', { detail: { because: 'too_many' } });
      }
      return row;
    });
    return keyOf(made.key, refuse);
  },

  async deleteDeviceKey({ tx, actor, params }) {
    await tx(async (within) => {
      if ((await within.run(revokeDevice, { userId: params.userId, deviceId: params.deviceId })) > 0) {
        await within.run(forgetRevoked, { userId: params.userId, mostDevices });
        await auditActor(within, actor, 'device.revoked');
      }
    });
    return null;
  },

  async putDeviceRecords({ tx, actor, params, body: { keeps } }) {
    await tx(async (within) => {
      const standing = orNotFound(await within.maybe(findKept, params));
      if (standing.keepsRecords === keeps) return;
      await within.run(noteKept, { ...params, keeps });
      await auditActor(within, actor, keeps ? 'device.records_kept' : 'device.records_ended');
    });
    return null;
  },

  async endDevice({ tx, body: { deviceId, proof } }) {
    await tx(async (within) => {
      const ended = (await within.many(findKeys, { deviceId })).find(({ key }) => isProofOf(proof, key));
      if (ended === undefined) return;
      const { userId, patientId, facilityId } = ended;
      if ((await within.run(revokeDevice, { userId, deviceId })) === 0) return;
      await within.run(forgetRevoked, { userId, mostDevices });
      // Nobody is signed in at that time.
      await audit(within, {
        type: 'device.revoked',
        actor: null,
        patientId,
        facilityId,
        detail: { because: 'logged_out_offline' },
      });
    });
    return null;
  },

  getDeviceStatus: ({ db, params }) => db.one(findRevoked, { deviceId: params.deviceId }),

  async listDevices({ db, params }) {
    const rows = await db.many(findDevices, { userId: params.userId });
    return rows.map(({ device, browser, ...row }) => ({ ...row, device: deviceIn({ device, browser }) }));
  },
} satisfies Partial<Handlers>;
