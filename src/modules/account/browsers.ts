import type { Device, DeviceId, KeepingDevice, SignedInPlace } from '@portal/api';

/** A browser in which the account is signed in, or that stores something of it, or both. */
export interface BrowserLine {
  readonly key: string;
  readonly device: Device;
  /** The name that the device gave itself, for when its kind is not known. */
  readonly name: string | null;
  /** Null: the account is not signed in there, or the server does not know. */
  readonly place: SignedInPlace | null;
  /** The device whose data can be wiped; null: it stores nothing. */
  readonly copy: KeepingDevice | null;
  /** Null: the server does not say what browsers store. */
  readonly keeps: 'records' | 'unsent' | 'nothing' | null;
  readonly isThis: boolean;
  /** True when the server said that nobody is signed in there, and did not merely leave it out. */
  readonly isSignedOut: boolean;
}

/** What this browser knows of itself, which is newer than what the server knows. */
interface ThisBrowser {
  /** Null: it stores nothing. */
  readonly deviceId: DeviceId | null;
  readonly keepsRecords: boolean;
}

/** One list of all browsers: signed-in ones in the server's order, then those that only keep something. Devices null: not known. */
export function browserLines(
  places: readonly SignedInPlace[],
  devices: readonly KeepingDevice[] | null,
  here: ThisBrowser,
): readonly BrowserLine[] {
  const rest = new Set(devices ?? []);
  // Latest first: a browser whose storage was cleared is there twice, and the newer one gives its position.
  const byLastSeen = [...rest].sort((a, b) => b.lastSeenAt.localeCompare(a.lastSeenAt));
  const keepsOf = (copy: KeepingDevice | null, isThis: boolean): BrowserLine['keeps'] => {
    if (devices === null && !isThis) return null;
    if (copy === null && (!isThis || here.deviceId === null)) return 'nothing';
    return (isThis ? here.keepsRecords : copy?.keepsRecords) ? 'records' : 'unsent';
  };
  const lines = places.map((place): BrowserLine => {
    const copy =
      byLastSeen.find((one) =>
        place.isThis && here.deviceId !== null ? one.deviceId === here.deviceId : one.sessionId === place.sessionId,
      ) ?? null;
    if (copy !== null) rest.delete(copy);
    return {
      key: String(place.sessionId),
      device: place.device,
      name: null,
      place,
      copy,
      keeps: keepsOf(copy, place.isThis),
      isThis: place.isThis,
      isSignedOut: false,
    };
  });
  const others = byLastSeen
    .filter((copy) => rest.has(copy))
    .map((copy): BrowserLine => {
      const isThis = copy.deviceId === here.deviceId;
      return {
        key: copy.deviceId,
        device: copy.device,
        name: copy.name,
        place: null,
        copy,
        keeps: keepsOf(copy, isThis),
        isThis,
        isSignedOut: copy.sessionId !== undefined,
      };
    });
  return [...lines, ...others];
}
