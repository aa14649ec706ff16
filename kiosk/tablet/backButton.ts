/** The browser's own, not the one that the router listens to. */
const push = (state: unknown, address: string): void => History.prototype.pushState.call(history, state, '', address);

let onBack: (() => void) | null = null;
let addressNow: () => string = () => location.href;

/** What the back button does at the moment; returns the way to take it back. Without one it does nothing. */
export function whenBackIsPressed(action: () => void): () => void {
  onBack = action;
  return () => {
    if (onBack === action) onBack = null;
  };
}

/** Tells where the router is, which the address bar does not after a step back. */
export const followAddress = (address: () => string): void => {
  addressNow = address;
};

/**
 * Keeps the back button inside the flow: an entry of the same address lies on top, and taking it away puts it back. Starts
 * before the router is made, so that the router never hears of it. The entry is laid with the first touch, because a browser
 * skips entries that were made without one.
 */
export function trapBackButton(): void {
  let laid = false;
  const lay = (): void => {
    if (!laid) push(history.state, location.href);
    laid = true;
  };
  addEventListener('pointerup', lay, { capture: true });
  addEventListener('keyup', lay, { capture: true });
  addEventListener(
    'popstate',
    (event) => {
      event.stopImmediatePropagation();
      push(null, addressNow());
      onBack?.();
    },
    { capture: true },
  );
}
