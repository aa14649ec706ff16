import { useEffect, useRef } from 'react';
import { mainId } from '../arrival.ts';

/** A new place begins at its top, with the focus on its main part. */
export function useStepFocus(key: string): void {
  const last = useRef(key);
  useEffect(() => {
    if (last.current === key) return;
    last.current = key;
    scrollTo({ top: 0 });
    document.getElementById(mainId)?.focus({ preventScroll: true });
  }, [key]);
}
