import { WireError } from '@portal/api';
import * as v from 'valibot';
import type { Failure } from '../../../src/data/errors.ts';

/** The failure of a call that the server refuses with this status and body. */
export const refused = (status: number, error: string, more: Readonly<Record<string, unknown>> = {}): Failure => ({
  kind: 'refused',
  status,
  body: v.parse(WireError, { error, ...more }),
});
