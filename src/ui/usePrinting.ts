import { useSyncExternalStore } from 'react';

let since: number | null = null;
function subscribe(listener: () => void): () => void {
  const begin = () => {
    since ??= Date.now();
    listener();
  };
  const end = () => {
    since = null;
    listener();
  };
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}

/** When the current printing of the page began; null while it is not being printed. */
export const usePrintingSince = (): number | null => useSyncExternalStore(subscribe, () => since);

/** True while the page is being printed, because nothing can be opened, paged or scrolled on paper. */
export const usePrinting = (): boolean => usePrintingSince() !== null;
