import type { Keeps } from './keeps.ts';

const driver = () => import('./aheadDriver.ts');

/**
 * From now on fetches the offline copy ahead of time, whenever somebody is signed in for whom this device keeps one. One tab does it at a
 * time, beside the page's own requests. Safe to call again.
 */
export const keepAhead = (keeps: readonly Keeps[]): void =>
  void driver().then(
    ({ startKeepingAhead }) => startKeepingAhead(keeps),
    () => undefined,
  );

/** Stops until `updateNow`, `keepAhead` or the next load. What is already stored stays. */
export const stopAhead = (): void =>
  void driver().then(
    ({ stopKeepingAhead }) => stopKeepingAhead(),
    () => undefined,
  );

/** Looks for changes at once, also after a stop. */
export const updateNow = (): void =>
  void driver().then(
    ({ updateKept }) => updateKept(),
    () => undefined,
  );
