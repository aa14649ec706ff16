import { createHmac } from 'node:crypto';

/** How long nobody else may hand something over. A try is bounded to less, so that two never overlap. */
export const leaseSeconds = 120;
/** A try ends well before its lease, so that no other process may begin one while it runs. */
export const attemptMs = (leaseSeconds - 60) * 1000;
/** Seconds to wait after the first try, the second, …: twelve tries within three days. */
export const pauses = [30, 60, 300, 900, 3600, 10_800, 21_600, 43_200, 43_200, 43_200, 43_200] as const;

/** What came of a try: it is taken, will never be, or may be later. `code` names it in the log. */
export interface Handed {
  readonly outcome: 'delivered' | 'refused' | 'later';
  readonly code: string;
}

/** Value of `Vestibule-Signature`: HMAC-SHA-256 of the second (Unix time), a dot and the body. */
export const signatureOf = (secret: string, seconds: number, body: string): string =>
  `t=${String(seconds)},v1=${createHmac('sha256', secret)
    .update(`${String(seconds)}.${body}`)
    .digest('hex')}`;

/** The other side takes it, has it already (409), will never take it, or may take it later. A refused login is a fault of the settings. */
const outcomeOf = (status: number): Handed['outcome'] =>
  (status >= 200 && status < 300) || status === 409
    ? 'delivered'
    : status >= 400 && status < 500 && ![401, 403, 408, 425, 429].includes(status)
      ? 'refused'
      : 'later';

const codeOf = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error && 'code' in error.cause ? String(error.cause.code) : 'ERROR';

/** What is handed to a system of a facility, and under which name the system knows it when it comes again. */
export interface SignedPost {
  readonly url: string;
  readonly secret: string;
  readonly contentType: string;
  readonly key: string;
  readonly body: string;
}

/** Hands a body over, signed, once. */
export async function postSigned({ url, secret, contentType, key, body }: SignedPost): Promise<Handed> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': contentType,
        'idempotency-key': key,
        'vestibule-signature': signatureOf(secret, Math.floor(Date.now() / 1000), body),
      },
      body,
      // An address that leads elsewhere is a fault of the settings: nothing of a patient follows it.
      redirect: 'manual',
      signal: AbortSignal.timeout(attemptMs),
    });
    await answer.body?.cancel();
    return { outcome: outcomeOf(answer.status), code: String(answer.status) };
  } catch (error) {
    return { outcome: 'later', code: codeOf(error) };
  }
}
