import type { PagePath } from '../module.ts';

/** The router's index of a history entry; the one before the first is -1. */
const indexOf = (state: unknown): number =>
  typeof state === 'object' && state !== null && '__TSR_index' in state && typeof state.__TSR_index === 'number'
    ? state.__TSR_index
    : 0;
const isLaid = (state: unknown): boolean => typeof state === 'object' && state !== null && 'isOnTop' in state;

/**
 * Puts a page of the portal behind this one where there is none, as after a link from an email, so that Back stays in the portal. Uses the
 * browser's own methods, because the router's would load this page again; keeps the indexes as the router expects them.
 */
export function layBehind(path: PagePath): void {
  const { state } = history;
  if (indexOf(state) !== 0 || isLaid(state)) return;
  const here = location.href;
  const [behind, onTop] = [crypto.randomUUID(), crypto.randomUUID()];
  History.prototype.replaceState.call(history, { __TSR_index: -1, __TSR_key: behind, key: behind }, '', path);
  const own = { __TSR_index: 0, __TSR_key: onTop, key: onTop, ...state, isOnTop: true };
  History.prototype.pushState.call(history, own, '', here);
}
