import { createHmac } from 'node:crypto';
import { attemptMs } from './worker.ts';

/** Seconds to wait after each failed attempt: twelve attempts within three days. */
export const pauses = [30, 60, 300, 900, 3600, 10_800, 21_600, 43_200, 43_200, 43_200, 43_200] as const;

/** The outcome of an attempt: delivered, refused for good, or to be tried again later. `code` names it in the log. */
export interface Handed {
  readonly outcome: 'delivered' | 'refused' | 'later';
  readonly code: string;
}

/** Value of the header `Vestibule-Signature`: HMAC-SHA-256 of the time (Unix seconds), a dot and the body. */
const signatureOf = (secret: string, seconds: number, body: string): string =>
  `t=${String(seconds)},v1=${createHmac('sha256', secret)
    .update(`${String(seconds)}.${body}`)
    .digest('hex')}`;

/** A 409 means that the receiver already has it. A refused login is a fault of the settings, so it is tried again later. */
const outcomeOf = (status: number): Handed['outcome'] =>
  (status >= 200 && status < 300) || status === 409
    ? 'delivered'
    : status >= 400 && status < 500 && ![401, 403, 408, 425, 429].includes(status)
      ? 'refused'
      : 'later';

const codeOf = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error && 'code' in error.cause ? String(error.cause.code) : 'ERROR';

/** What is sent to a system of the facility. `key` stays the same for every attempt, so that the receiver can recognize a repeat. */
export interface SignedPost {
  readonly url: string;
  readonly secret: string;
  readonly contentType: string;
  readonly key: string;
  readonly body: string;
}

/** Sends a body, signed, once. */
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
      // A redirect is a fault of the settings. Nothing about a patient is sent to where it leads.
      redirect: 'manual',
      signal: AbortSignal.timeout(attemptMs),
    });
    await answer.body?.cancel();
    return { outcome: outcomeOf(answer.status), code: String(answer.status) };
  } catch (error) {
    return { outcome: 'later', code: codeOf(error) };
  }
}
