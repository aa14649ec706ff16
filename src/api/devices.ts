import * as v from 'valibot';
import { Device } from './activity.ts';
import { declareCall } from './call.ts';
import { DeviceId, SessionId, UserId } from './ids.ts';
import { changing, reading } from './presets.ts';

const DeviceKey = v.object({
  /** 256 random bits, base64url; wraps the vault's data key on this device (rulings, section 5). */
  key: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)),
});

export const getDeviceKey = declareCall({
  ...reading,
  name: 'getDeviceKey',
  isOptional: true,
  beforeTerms: true,
  path: '/api/users/{userId}/devices/{deviceId}/key',
  params: { userId: UserId, deviceId: DeviceId },
  access: ['patient', 'representative'],
  answer: DeviceKey,
  /** `not_found`: never made on this device. `device_revoked` (410): the device must wipe itself. */
  errors: ['device_revoked'],
  staleTime: 0,
  offline: 'never',
  audited: false,
});

/** Makes the key where there is none and gives the one that stands; never replaces a key. */
export const putDeviceKey = declareCall({
  ...changing,
  name: 'putDeviceKey',
  isOptional: true,
  beforeTerms: true,
  method: 'PUT',
  path: '/api/users/{userId}/devices/{deviceId}/key',
  params: { userId: UserId, deviceId: DeviceId },
  access: ['patient', 'representative'],
  body: v.object({ name: v.pipe(v.string(), v.maxLength(100)) }),
  bodyType: 'json',
  answer: DeviceKey,
  answerType: 'json',
  errors: ['device_revoked'],
  invalidates: ['listDevices'],
});

/** Revokes: the key is destroyed and the device is told so at its next contact. */
export const deleteDeviceKey = declareCall({
  ...changing,
  name: 'deleteDeviceKey',
  isOptional: true,
  beforeTerms: true,
  method: 'DELETE',
  path: '/api/users/{userId}/devices/{deviceId}/key',
  params: { userId: UserId, deviceId: DeviceId },
  access: ['patient', 'representative'],
  invalidates: ['listDevices'],
});

/** The device says that it keeps records to be read without a connection, or no more. */
export const putDeviceRecords = declareCall({
  ...changing,
  name: 'putDeviceRecords',
  isOurs: true,
  beforeTerms: true,
  method: 'PUT',
  path: '/api/users/{userId}/devices/{deviceId}/records',
  params: { userId: UserId, deviceId: DeviceId },
  access: ['patient', 'representative'],
  body: v.object({ keeps: v.boolean() }),
  bodyType: 'json',
  invalidates: ['listDevices'],
});

/** A browser that keeps something of the account. A facility's own back end may know no more of it than its name. */
export const KeepingDevice = v.object({
  deviceId: DeviceId,
  name: v.string(),
  device: v.optional(Device, { kind: 'unknown', browser: null }),
  createdAt: v.string(),
  lastSeenAt: v.string(),
  /** Records, and not only what was not sent yet. */
  keepsRecords: v.optional(v.boolean(), false),
  /** The line of `listSignedInPlaces` that is this browser; null: the account is signed in there no more. Left out: not known. */
  sessionId: v.optional(v.nullable(SessionId)),
});
export type KeepingDevice = v.InferOutput<typeof KeepingDevice>;

export const listDevices = declareCall({
  ...reading,
  name: 'listDevices',
  isOptional: true,
  path: '/api/users/{userId}/devices',
  params: { userId: UserId },
  access: ['patient', 'representative'],
  answer: v.array(KeepingDevice),
  staleTime: 0,
  offline: 'never',
  audited: false,
});

/**
 * Whether a device was revoked, for one on which nobody is signed in (beyond the document): it wipes itself at its next contact all the same
 * (rulings, section 5). The id is random and long, and only the devices of its user know it; one that the server never knew is not revoked.
 */
export const getDeviceStatus = declareCall({
  ...reading,
  name: 'getDeviceStatus',
  isOurs: true,
  path: '/api/devices/{deviceId}/status',
  params: { deviceId: DeviceId },
  access: 'everyone',
  answer: v.object({ isRevoked: v.boolean() }),
  staleTime: 0,
  offline: 'never',
  audited: false,
});

/**
 * A device from which its person logged out without a connection, and which has deleted what it kept, says so at its next contact, where nobody
 * has to sign in (beyond the document). Its id alone gives nobody this power: `proof` is made of its key, which only a signed-in session was ever
 * given. Wrong ones are answered alike.
 */
export const endDevice = declareCall({
  ...changing,
  name: 'endDevice',
  isOurs: true,
  method: 'POST',
  path: '/api/devices/ended',
  access: 'everyone',
  body: v.object({ deviceId: DeviceId, proof: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)) }),
  bodyType: 'json',
});
