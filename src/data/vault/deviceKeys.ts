import { DeviceId, getDeviceKey, putDeviceKey, type UserId } from '@portal/api';
import * as v from 'valibot';
import { failureOf, refusalOf } from '../errors.ts';
import { send } from '../http.ts';
import { randomId } from '../randomId.ts';

/** The name of this device in the person's settings. */
function deviceName(): string {
  const agent = navigator.userAgent;
  const browser = /Edg\//.test(agent)
    ? 'Edge'
    : /Firefox\//.test(agent)
      ? 'Firefox'
      : /Chrome\//.test(agent)
        ? 'Chrome'
        : /Safari\//.test(agent)
          ? 'Safari'
          : 'Browser';
  const system = /Android/.test(agent)
    ? 'Android'
    : /iPhone|iPad/.test(agent)
      ? 'iOS'
      : /Windows/.test(agent)
        ? 'Windows'
        : /Mac OS X/.test(agent)
          ? 'macOS'
          : /CrOS/.test(agent)
            ? 'ChromeOS'
            : /Linux/.test(agent)
              ? 'Linux'
              : '';
  return system === '' ? browser : `${browser}, ${system}`;
}

type DeviceKeyAnswer =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'revoked' };

/** The server's answer about a device key. Rejects with `CallError` when there is no answer. */
export async function deviceKeyAnswer(ask: Promise<{ key: string }>): Promise<DeviceKeyAnswer> {
  try {
    return { kind: 'key', key: (await ask).key };
  } catch (error) {
    const failure = failureOf(error);
    if (failure?.kind !== 'refused') throw error;
    if (refusalOf(getDeviceKey, failure) === 'device_revoked') return { kind: 'revoked' };
    // A facility's own server may have no device keys; then only the password opens the vault.
    if (failure.status === 404 || failure.status === 405 || failure.status === 501) return { kind: 'none' };
    throw error;
  }
}

/** Registers this device on the server, which makes a key for it. */
export const registerDevice = (userId: UserId, deviceId: DeviceId): Promise<{ key: string }> =>
  send(putDeviceKey, { params: { userId, deviceId }, body: { name: deviceName() } });

export const newDeviceId = (): DeviceId => v.parse(DeviceId, randomId(24));

/** A device key requested while the profile is still being loaded, which saves one round trip before the person can type. */
interface KeyAhead {
  readonly userId: UserId;
  readonly deviceId: DeviceId;
  readonly kind: 'get' | 'put';
  readonly answer: Promise<{ key: string }>;
}
let ahead: KeyAhead | null = null;

export const hasKeyAhead = (): boolean => ahead !== null;

export function dropKeyAhead(): void {
  ahead = null;
}

/** Requests the key of a device or, with null, of a new one. `takeKeyAhead` gives it. */
export function requestKeyAhead(userId: UserId, known: DeviceId | null): void {
  const deviceId = known ?? newDeviceId();
  const answer =
    known === null ? registerDevice(userId, deviceId) : send(getDeviceKey, { params: { userId, deviceId } });
  answer.catch(() => undefined);
  ahead = { userId, deviceId, kind: known === null ? 'put' : 'get', answer };
}

/** The prefetched key, if it is the one that is needed now. */
export function takeKeyAhead(kind: KeyAhead['kind'], userId: UserId, deviceId: DeviceId | null): KeyAhead | null {
  const taken = ahead;
  if (
    taken === null ||
    taken.kind !== kind ||
    taken.userId !== userId ||
    (deviceId !== null && taken.deviceId !== deviceId)
  )
    return null;
  ahead = null;
  return taken;
}
