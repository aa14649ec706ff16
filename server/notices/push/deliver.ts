import * as http from 'node:http';
import * as https from 'node:https';
import { isIP } from 'node:net';
import { hostOf, isPublicAddress, publicLookup } from '../../process/publicAddress.ts';
import { limitedTo } from '../../process/timeLimit.ts';

/** `gone`: nobody is there any more. `refused`: this one will never be taken. `failed`: later perhaps. */
export type Delivery = 'taken' | 'gone' | 'refused' | 'failed';

export interface Letter {
  readonly endpoint: string;
  readonly authorization: string;
  readonly body: Buffer;
  /** Seconds for which the push service keeps it for a device that is off. */
  readonly ttl: number;
}

/** The same for every notice: a newer one takes the place of one that still waits, and the word tells the service nothing. */
const topic = 'portal';
const attemptMs = 15_000;

function outcomeOf(status: number): Delivery {
  if (status >= 200 && status < 300) return 'taken';
  if (status === 404 || status === 410) return 'gone';
  return status === 408 || status === 429 || status >= 500 ? 'failed' : 'refused';
}

/** Hands a letter to its push service. `anywhere`: to any address, for tests with a service of their own. Never rejects. */
export function deliver(letter: Letter, anywhere: boolean, stopping: AbortSignal): Promise<Delivery> {
  const url = new URL(letter.endpoint);
  const host = hostOf(url);
  if (!anywhere && (url.protocol !== 'https:' || (isIP(host) !== 0 && !isPublicAddress(host))))
    return Promise.resolve('refused');
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve) => {
    const asked = request(
      url,
      {
        method: 'POST',
        headers: {
          authorization: letter.authorization,
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          'content-length': letter.body.length,
          ttl: letter.ttl,
          topic,
          urgency: 'normal',
        },
        signal: limitedTo(attemptMs, stopping),
        ...(anywhere ? {} : { lookup: publicLookup }),
      },
      (answer) => {
        // What it says more is read away, so that the connection serves the next one.
        answer.on('error', () => undefined).resume();
        resolve(outcomeOf(answer.statusCode ?? 0));
      },
    );
    asked.on('error', () => resolve('failed'));
    asked.end(letter.body);
  });
}
