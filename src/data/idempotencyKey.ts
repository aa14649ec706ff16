import { IdempotencyKey } from '@portal/api';
import * as v from 'valibot';
import { randomId } from './randomId.ts';

/** A key for something that must happen once, however often its request is sent. */
export const newIdempotencyKey = (): IdempotencyKey => v.parse(IdempotencyKey, randomId(24));

/** Gives the key of what is sent: the same for a second try, as the first may have arrived, and another once something else is sent. */
export function keysByBody(): (body: object) => IdempotencyKey {
  let last = { body: '', key: newIdempotencyKey() };
  return (body) => {
    const written = JSON.stringify(body);
    if (last.body !== written) last = { body: written, key: newIdempotencyKey() };
    return last.key;
  };
}
