import { createEvents } from '../words/smallStore.ts';

const stale = createEvents<[{ readonly invalidates: readonly string[] }]>();

/** Calls back when something was changed behind the pages that makes answers stale. Returns the way to stop. */
export const onAnswersStale = stale.on;
export const announceAnswersStale = stale.emit;
