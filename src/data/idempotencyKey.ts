import { IdempotencyKey } from '@portal/api';
import * as v from 'valibot';
import { randomId } from './randomId.ts';

/** A key for one thing that is to be done once, however often its request must be sent. */
export const newIdempotencyKey = (): IdempotencyKey => v.parse(IdempotencyKey, randomId(24));
