import { isIpad } from './device.ts';

/** Whether this browser knows passkeys at all; it knows none where the connection is not secure. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

const answerOf = async (ask: () => Promise<boolean>): Promise<boolean> => knowsPasskeys() && ask().catch(() => false);

/** Whether this device itself can keep a passkey and check a face, a finger or a PIN for it. */
export const keepsPasskeys = (): Promise<boolean> =>
  answerOf(() => PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable());

/** Whether the browser offers passkeys in the list of what it can fill into a field. */
export const suggestsPasskeys = (): Promise<boolean> =>
  answerOf(() =>
    'isConditionalMediationAvailable' in PublicKeyCredential
      ? PublicKeyCredential.isConditionalMediationAvailable()
      : Promise.resolve(false),
  );

/** Says nothing about anybody: only that somebody has used a passkey in this browser. */
const usedKey = 'vestibule.passkey';

export function notePasskeyUsed(): void {
  try {
    localStorage.setItem(usedKey, '1');
  } catch {
    // Private windows and full devices throw.
  }
}

/** Whether somebody has added or used a passkey in this browser. */
export function wasPasskeyUsed(): boolean {
  try {
    return localStorage.getItem(usedKey) !== null;
  } catch {
    return false;
  }
}

const names: readonly [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
];

/** The maker's name for this kind of device, which is the same in every language; null if it is not known. */
export const deviceName = (device: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): string | null =>
  isIpad(device) ? 'iPad' : (names.find(([pattern]) => pattern.test(device.userAgent))?.[1] ?? null);
