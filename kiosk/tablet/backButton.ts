/** The browser's own method; the router replaces the one of `history`. */
const push = (state: unknown, address: string): void => History.prototype.pushState.call(history, state, '', address);

let onBack: (() => void) | null = null;
let addressNow: () => string = () => location.href;

/** Sets what the back button does; returns a function that removes it. Without one it does nothing. */
export function whenBackIsPressed(action: () => void): () => void {
  onBack = action;
  return () => {
    if (onBack === action) onBack = null;
  };
}

/** Sets the router's address, which the address bar does not show after a step back. */
export const followAddress = (address: () => string): void => {
  addressNow = address;
};

/**
 * Keeps the back button inside the flow: a second entry of the same address is on top of the history and is added again when Back removes
 * it. Must start before the router is made, so that the router does not notice it. The entry is added with the first touch, because a
 * browser skips entries that were added without one.
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
