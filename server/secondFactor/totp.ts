import { Secret, TOTP } from 'otpauth';

const periodSeconds = 30;
/** How many steps before and after the current one count: clocks of phones are off, and typing takes time. */
const stepsAround = 1;

const totp = (key: string, more: { readonly issuer?: string; readonly label?: string } = {}): TOTP =>
  // What every authenticator app can do; some ignore other values.
  new TOTP({ ...more, algorithm: 'SHA1', digits: 6, period: periodSeconds, secret: Secret.fromBase32(key) });

/** 160 random bits in base32, as RFC 4226 asks for. */
export const newTotpKey = (): string => new Secret({ size: 20 }).base32;

/** The address that authenticator apps read from a QR code. `issuer` and `label` are what the app shows beside the code. */
export const totpUri = (key: string, issuer: string, label: string): string => totp(key, { issuer, label }).toString();

/** The time step whose code this is, `seconds` after 1970; null: it is none that counts. */
export function stepOf(key: string, code: string, seconds: number): number | null {
  const around = totp(key).validate({ token: code, timestamp: seconds * 1000, window: stepsAround });
  return around === null ? null : Math.floor(seconds / periodSeconds) + around;
}

/** The digits of a code as somebody typed it, with spaces or not. */
export const digitsIn = (typed: string): string => typed.normalize('NFKC').replaceAll(/[\s\p{Pd}]/gu, '');
