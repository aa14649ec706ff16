import { createHmac } from 'node:crypto';
import type { Claimed } from './queue.ts';
import { type Courier, NotSent, putFile } from './transport.ts';

/** Where text messages go, and the secret under which they are signed. */
export interface SmsSettings {
  readonly url: string;
  readonly secret: string;
}

function wordsOf(mail: Claimed): string {
  if ('html' in mail.content) throw new NotSent('CONTENT', true);
  return mail.content.text;
}

/** Hexadecimal HMAC-SHA-256 of a moment in seconds since 1970 and the body, with a line break between. */
export const smsSignature = (secret: string, seconds: string, body: string): string =>
  createHmac('sha256', secret).update(`${seconds}\n${body}`).digest('hex');

/** Answers that may be others the next time, though they look final. */
const isForNow = (status: number): boolean => status === 408 || status === 429 || status < 400 || status >= 500;

/**
 * Posts text messages to a web address of the facility's own. The body is the same for every try and `id` names it, so that whoever takes it can
 * leave out what comes twice: as with mail, that can happen when this process dies before it has written down that a message was taken.
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
        // A message must not follow to where somebody else sends it.
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]),
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

/** Writes `.txt` files, for a facility that sends no text messages and for the demo. */
export const textFileCourier =
  (folder: string): Courier =>
  async (mail) => {
    const bytes = Buffer.from(`To: ${mail.recipient}\n\n${wordsOf(mail)}\n`);
    await putFile(folder, mail, 'txt', bytes);
    return bytes;
  };
