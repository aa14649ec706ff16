import * as v from 'valibot';
import { declareCall } from './call.ts';
import { DeviceId, UserId } from './ids.ts';
import { changing, reading } from './presets.ts';
import { reminderKinds } from './reminderSettings.ts';

const bytesAsText = (bytes: number) => {
  const letters = Math.ceil((bytes * 8) / 6);
  return v.pipe(v.string(), v.regex(new RegExp(`^[A-Za-z0-9_-]{${letters}}$`)));
};
/** Where a browser receives notices: an address of its maker's push service that nobody else knows. */
const Endpoint = v.pipe(v.string(), v.maxLength(2000), v.regex(/^https?:\/\/[^\s\\]+$/));
/** A secret that browser and server share for one endpoint. */
const Auth = bytesAsText(16);

/** What a browser provides for sending to it, base64url (RFC 8291). */
export const PushTarget = v.object({
  endpoint: Endpoint,
  keys: v.object({
    /** An uncompressed point on P-256. */
    p256dh: bytesAsText(65),
    auth: Auth,
  }),
});
export type PushTarget = v.InferOutput<typeof PushTarget>;

const PushKinds = v.pipe(v.array(v.picklist(reminderKinds)), v.maxLength(reminderKinds.length));

/** The key with which this server signs what it sends (RFC 8292), base64url; null when it sends nothing to devices. */
export const getPushKey = declareCall({
  ...reading,
  name: 'getPushKey',
  isOurs: true,
  path: '/api/push/key',
  access: ['patient'],
  answer: v.object({ key: v.nullable(v.string()) }),
  staleTime: 60_000,
  audited: false,
});

/** The kinds of notices of a device, and its endpoint; no endpoint: this device gets none. */
export const getDevicePush = declareCall({
  ...reading,
  name: 'getDevicePush',
  isOurs: true,
  path: '/api/users/{userId}/devices/{deviceId}/push',
  params: { userId: UserId, deviceId: DeviceId },
  access: ['patient'],
  answer: v.object({ endpoint: v.nullable(Endpoint), kinds: PushKinds }),
  audited: false,
});

/**
 * Sends notices of these kinds to a device from now on. An endpoint belongs to one account: any other account loses it. `not_found`: the
 * account has no such device. `endpoint_refused`: it is not a push service that this server may call.
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
  errors: ['endpoint_refused'],
  invalidates: ['getDevicePush'],
});

/** Stops all notices to the device, and removes those that were waiting to be sent. */
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
 * Sent by the service worker, which has no session, when the browser has changed its endpoint. Whoever knows the old endpoint and its
 * secret is that browser. An unknown old endpoint gets the same answer.
 */
export const renewPush = declareCall({
  ...changing,
  name: 'renewPush',
  isOurs: true,
  method: 'POST',
  path: '/api/push/renewed',
  access: 'everyone',
  body: v.object({ before: v.object({ endpoint: Endpoint, auth: Auth }), now: PushTarget }),
  errors: ['endpoint_refused'],
});
