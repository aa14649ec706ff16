import { useEffect } from 'react';

/** Takes the link away that stands for a window which the browser blocked: it works once and for a short time. `clear` must be stable. */
export function useExpiringLink(
  outcome: { readonly kind: string; readonly seconds?: number } | null,
  clear: (nothing: null) => void,
): void {
  useEffect(() => {
    if (outcome?.kind !== 'blocked' || outcome.seconds === undefined) return;
    const timer = setTimeout(() => clear(null), outcome.seconds * 1000);
    return () => clearTimeout(timer);
  }, [outcome, clear]);
}
