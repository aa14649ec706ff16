import type { Keeps } from './keeps.ts';

export { type AskAhead, type CountedCall, dayOf, type Keeps, type KeepsAhead, type WantedRecord } from './keeps.ts';
export { type AheadProgress, useAheadProgress } from './aheadProgress.ts';

const driver = () => import('./aheadDriver.ts');

/**
 * Keeps records ahead of time from now on, whenever somebody is signed in whose records this device keeps: one tab at a time, beside the
 * page's own requests. Safe to call again.
 */
export const keepAhead = (keeps: readonly Keeps[]): void =>
  void driver().then(
    ({ startKeepingAhead }) => startKeepingAhead(keeps),
    () => undefined,
  );

/** Stops until `updateNow`, `keepAhead` or the next load. What is kept stays. */
export const stopAhead = (): void =>
  void driver().then(
    ({ stopKeepingAhead }) => stopKeepingAhead(),
    () => undefined,
  );

/** Looks at once for what is new, also after a stop. */
export const updateNow = (): void =>
  void driver().then(
    ({ updateKept }) => updateKept(),
    () => undefined,
  );
