import type { AnswerOf, CallShape } from '@portal/api';
import type { AnyInput, InputOf } from './wire.ts';

/**
 * Asks a call outside of a component, through the query client, which is fetched when it is first needed: a page that stands without
 * it does not wait for it. `fresh`: only the server's answer of now will do; else one that is not stale does, and any that is kept where
 * there is no connection. Rejects with `CallError`.
 */
export function fetchCall<C extends CallShape>(call: C, input: InputOf<C>, fresh?: boolean): Promise<AnswerOf<C>>;
export async function fetchCall(call: CallShape, input: AnyInput, fresh = false): Promise<unknown> {
  const { fetchAny } = await import('./query/query.ts');
  return fetchAny(call, input, fresh);
}
