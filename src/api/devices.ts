import * as v from 'valibot';
import { Device } from './device.ts';
import { declareCall } from './call.ts';
import { DeviceId, SessionId, UserId } from './ids.ts';
import { changing, reading } from './presets.ts';

const changingDevice = {
  ...changing,
  access: ['patient', 'representative'],
  beforeTerms: true,
  invalidates: ['listDevices'],
  params: { userId: UserId, deviceId: DeviceId },
} as const;
const DeviceKey = v.object({
  /** 256 random bits, base64url; encrypts the vault's data key on this device (rulings, section 5). */
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
  /** `not_found`: no key was made for this device. `device_revoked` (410): the device must wipe itself. */
  errors: ['device_revoked'],
  audited: false,
});

/** Makes the key if there is none and returns it; never replaces a key. */
export const putDeviceKey = declareCall({
  ...changingDevice,
  name: 'putDeviceKey',
  isOptional: true,
  method: 'PUT',
  path: '/api/users/{userId}/devices/{deviceId}/key',
  body: v.object({ name: v.pipe(v.string(), v.maxLength(100)) }),
  answer: DeviceKey,
  errors: ['device_revoked'],
});

/** Revokes the device: its key is destroyed, and the device is told at its next contact. */
export const deleteDeviceKey = declareCall({
  ...changingDevice,
  name: 'deleteDeviceKey',
  isOptional: true,
  method: 'DELETE',
  path: '/api/users/{userId}/devices/{deviceId}/key',
});

/** The device reports whether it has an offline copy. */
export const putDeviceRecords = declareCall({
  ...changingDevice,
  name: 'putDeviceRecords',
  isOurs: true,
  method: 'PUT',
  path: '/api/users/{userId}/devices/{deviceId}/records',
  body: v.object({ keeps: v.boolean() }),
});

/** A browser that stores something of the account. A facility's own back end may know only its name. */
export const KeepingDevice = v.object({
  deviceId: DeviceId,
  name: v.string(),
  device: v.optional(Device, { kind: 'unknown', browser: null }),
  createdAt: v.string(),
  lastSeenAt: v.string(),
  /** True when it has an offline copy, and not only unsent work. */
  keepsRecords: v.optional(v.boolean(), false),
  /** The line of `listSignedInPlaces` that is this browser; null: the account is no longer signed in there. Left out: not known. */
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
  audited: false,
});

/**
 * Whether a device was revoked, for one on which nobody is signed in (beyond the specification), so that it wipes itself at its next
 * contact anyway (rulings, section 5). The id is random and long, and only its user's devices know it. A device that the server never knew
 * is not revoked.
 */
export const getDeviceStatus = declareCall({
  ...reading,
  name: 'getDeviceStatus',
  isOurs: true,
  path: '/api/devices/{deviceId}/status',
  params: { deviceId: DeviceId },
  access: 'everyone',
  answer: v.object({ isRevoked: v.boolean() }),
  audited: false,
});

/**
 * Reports that a device was logged out without a connection and has deleted what it stored. It is sent at the next contact, without a
 * sign-in (beyond the specification). The id alone is not enough: `proof` is made from the device's key, which only a signed-in session
 * ever got. Wrong proofs get the same answer.
 */
export const endDevice = declareCall({
  ...changing,
  name: 'endDevice',
  isOurs: true,
  method: 'POST',
  path: '/api/devices/ended',
  access: 'everyone',
  body: v.object({ deviceId: DeviceId, proof: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)) }),
});
