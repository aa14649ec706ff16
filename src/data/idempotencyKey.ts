import { IdempotencyKey } from '@portal/api';
import * as v from 'valibot';
import { randomId } from './randomId.ts';

/** A key for something that must happen once, however often its request is sent. */
export const newIdempotencyKey = (): IdempotencyKey => v.parse(IdempotencyKey, randomId(24));
