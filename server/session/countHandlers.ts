import { type CallName, type CallShape, calls } from '@portal/api';
import * as v from 'valibot';
import type { Handlers } from '../http/handler.ts';

const badges = Object.values(calls).flatMap(({ name, isBadge }: CallShape & { readonly name: CallName }) =>
  isBadge === true ? [name] : [],
);
const Count = v.number();

/** The numbers of all tabs in one answer. */
export const countHandlers = {
  async readCounts({ alsoRead }) {
    const counts: Record<string, number> = {};
    // One after the other, so that one page does not hold most of the pool's connections.
    for (const name of badges) {
      const count = v.safeParse(Count, await alsoRead(name));
      if (count.success) counts[name] = count.output;
    }
    return counts;
  },
} satisfies Partial<Handlers>;
