/** The browser's own, not the one that the router listens to. */
const push = (state: unknown, address: string): void => History.prototype.pushState.call(history, state, '', address);
let onBack: (() => void) | null = null;

/** What the back button does at the moment; null: nothing. Returns the way to take it back. */
export function whenBackIsPressed(action: () => void): () => void {
  onBack = action;
  return () => { if (onBack === action) onBack = null; };
}

/**
 * Keeps the back button inside the flow: an entry of the same address lies on top, and taking it away puts it back. Starts
 * before the router, so that the router never hears of it; `address` is where the router is. The entry is laid with the first
 * touch, because a browser skips entries that were made without one.
 */
export function trapBackButton(address: () => string): void {
  let laid = false;
  const lay = (): void => {
    if (!laid) push(history.state, location.href);
    laid = true;
  };
  addEventListener('pointerup', lay, { capture: true });
  addEventListener('keyup', lay, { capture: true });
  addEventListener('popstate', (event) => {
    event.stopImmediatePropagation();
    push(null, address());
    onBack?.();
  }, { capture: true });
}
