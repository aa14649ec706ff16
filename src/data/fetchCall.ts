import type { AnswerOf, CallShape } from '@portal/api';
import type { AnyInput, InputOf } from './wire.ts';

/**
 * Makes a call outside a component, through the query client, which is loaded when first needed, so that a page which does not need it does
 * not wait for it. `fresh`: only a new answer of the server; else a cached one that is not stale, and without a connection any cached one.
 * Rejects with `CallError`.
 */
export function fetchCall<C extends CallShape>(call: C, input: InputOf<C>, fresh?: boolean): Promise<AnswerOf<C>>;
export async function fetchCall(call: CallShape, input: AnyInput, fresh = false): Promise<unknown> {
  const { fetchAny } = await import('./query/query.ts');
  return fetchAny(call, input, fresh);
}
