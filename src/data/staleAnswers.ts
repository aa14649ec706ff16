import { createEvents } from '../words/smallStore.ts';

const stale = createEvents<[{ readonly invalidates: readonly string[] }]>();

/** Calls back when something was changed that makes cached answers stale. Returns the function that stops it. */
export const onAnswersStale = stale.on;
export const announceAnswersStale = stale.emit;
