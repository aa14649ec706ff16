import type { PagePath } from '../module.ts';

/** How the router counts the entries of its history; in front of the first one is -1. */
const indexOf = (state: unknown): number =>
  typeof state === 'object' && state !== null && '__TSR_index' in state && typeof state.__TSR_index === 'number'
    ? state.__TSR_index
    : 0;
const isLaid = (state: unknown): boolean => typeof state === 'object' && state !== null && 'isOnTop' in state;

/**
 * Lays a page of the portal behind this one where none is, as after a link from an email: Back stays in the portal. Done with the browser's own
 * methods, because the router's would load this page anew; the count of the entries is kept as the router expects it.
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
