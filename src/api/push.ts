import * as v from 'valibot';
import { reminderKinds } from './accountSettings.ts';
import { declareCall } from './call.ts';
import { DeviceId, UserId } from './ids.ts';
import { changing, reading } from './presets.ts';

const bytesAsText = (bytes: number) => {
  const letters = Math.ceil((bytes * 8) / 6);
  return v.pipe(v.string(), v.regex(new RegExp(`^[A-Za-z0-9_-]{${letters}}$`)));
};
/** Where a browser takes notices: an address of its maker's service that nobody else knows. */
const Endpoint = v.pipe(v.string(), v.maxLength(2000), v.regex(/^https?:\/\/[^\s\\]+$/));
/** A secret that browser and server share for one endpoint. */
const Auth = bytesAsText(16);

/** What a browser gives for sending to it, base64url (RFC 8291). */
export const PushTarget = v.object({
  endpoint: Endpoint,
  keys: v.object({
    /** A point on P-256, not compressed. */
    p256dh: bytesAsText(65),
    auth: Auth,
  }),
});
export type PushTarget = v.InferOutput<typeof PushTarget>;

const PushKinds = v.pipe(v.array(v.picklist(reminderKinds)), v.maxLength(reminderKinds.length));

/** With which key this server signs what it sends (RFC 8292), base64url; null where it sends nothing to devices. */
export const getPushKey = declareCall({
  ...reading,
  name: 'getPushKey',
  isOurs: true,
  path: '/api/push/key',
  access: ['patient'],
  answer: v.object({ key: v.nullable(v.string()) }),
  staleTime: 60_000,
  offline: 'never',
  audited: false,
});

/** What a device is told of, and where; no endpoint: nothing, on this device. */
export const getDevicePush = declareCall({
  ...reading,
  name: 'getDevicePush',
  isOurs: true,
  path: '/api/users/{userId}/devices/{deviceId}/push',
  params: { userId: UserId, deviceId: DeviceId },
  access: ['patient'],
  answer: v.object({ endpoint: v.nullable(Endpoint), kinds: PushKinds }),
  staleTime: 0,
  offline: 'never',
  audited: false,
});

/**
 * Sends notices of these kinds to a device from now on. An endpoint is of one account: it leaves any other that had it.
 * `not_found`: the account keeps no such device. `endpoint_refused`: it leads to no push service that this server may call.
 */
export const putDevicePush = declareCall({
  ...changing,
  name: 'putDevicePush',
  isOurs: true,
  method: 'PUT',
  path: '/api/users/{userId}/devices/{deviceId}/push',
  params: { userId: UserId, deviceId: DeviceId },
  access: ['patient'],
  body: v.object({ ...PushTarget.entries, kinds: v.pipe(PushKinds, v.minLength(1)) }),
  bodyType: 'json',
  errors: ['endpoint_refused'],
  invalidates: ['getDevicePush'],
});

/** Sends nothing to the device any more. What waited to be sent there is gone as well. */
export const deleteDevicePush = declareCall({
  ...changing,
  name: 'deleteDevicePush',
  isOurs: true,
  beforeTerms: true,
  method: 'DELETE',
  path: '/api/users/{userId}/devices/{deviceId}/push',
  params: { userId: UserId, deviceId: DeviceId },
  access: ['patient'],
  invalidates: ['getDevicePush'],
});

/**
 * From the service worker, which has no session: the browser has changed its endpoint. Whoever knows the old one and its secret is that
 * browser; an old one that is not known is answered alike.
 */
export const renewPush = declareCall({
  ...changing,
  name: 'renewPush',
  isOurs: true,
  method: 'POST',
  path: '/api/push/renewed',
  access: 'everyone',
  body: v.object({ before: v.object({ endpoint: Endpoint, auth: Auth }), now: PushTarget }),
  bodyType: 'json',
  errors: ['endpoint_refused'],
});
