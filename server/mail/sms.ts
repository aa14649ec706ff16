import { createHmac } from 'node:crypto';
import { limitedTo } from '../process/timeLimit.ts';
import type { ClaimedMail } from './queue.ts';
import { type Courier, NotSent, putFile } from './transport.ts';

/** The address that text messages are posted to, and the secret under which they are signed. */
export interface SmsSettings {
  readonly url: string;
  readonly secret: string;
}

function wordsOf(mail: ClaimedMail): string {
  if ('html' in mail.content) throw new NotSent('CONTENT', true);
  return mail.content.text;
}

/** Hexadecimal HMAC-SHA-256 of the time in seconds since 1970, a line break and the body. */
export const smsSignature = (secret: string, seconds: string, body: string): string =>
  createHmac('sha256', secret).update(`${seconds}\n${body}`).digest('hex');

/** Whether a failed attempt is worth repeating. Some statuses that look final are temporary, and a refused signature is a fault of the settings. */
const isForNow = (status: number): boolean =>
  [401, 403, 408, 425, 429].includes(status) || status < 400 || status >= 500;

/**
 * Posts text messages to a URL of the facility. The body is the same for every attempt and `id` identifies it, so that the receiver can
 * drop repeats. As with mail, a repeat can happen if this process dies before it has stored that the message was accepted.
 */
export const smsCourier =
  ({ url, secret }: SmsSettings): Courier =>
  async (mail, signal) => {
    const body = JSON.stringify({
      id: mail.messageKey,
      to: mail.recipient,
      text: wordsOf(mail),
      createdAt: mail.createdAt,
    });
    const seconds = String(Math.floor(Date.now() / 1000));
    let status: number;
    try {
      const response = await fetch(url, {
        method: 'POST',
        body,
        // A redirect could lead to somebody else's server, so it is not followed.
        redirect: 'manual',
        signal: limitedTo(30_000, signal),
        headers: {
          'content-type': 'application/json',
          'idempotency-key': mail.messageKey,
          'sms-timestamp': seconds,
          'sms-signature': smsSignature(secret, seconds, body),
        },
      });
      await response.body?.cancel();
      ({ status } = response);
    } catch {
      throw new NotSent(signal.aborted ? 'ABORTED' : 'ECONNECTION', false);
    }
    if (status < 200 || status >= 300) throw new NotSent(String(status), !isForNow(status));
    return Buffer.from(body);
  };

/** Writes text messages as `.txt` files, for a facility that sends none and for the demo. */
export const textFileCourier =
  (folder: string): Courier =>
  async (mail) => {
    const bytes = Buffer.from(`To: ${mail.recipient}\n\n${wordsOf(mail)}\n`);
    await putFile(folder, mail, 'txt', bytes);
    return bytes;
  };
