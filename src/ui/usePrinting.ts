import { useSyncExternalStore } from 'react';

let isPrinting = false;
function subscribe(listener: () => void): () => void {
  const begin = () => {
    isPrinting = true;
    listener();
  };
  const end = () => {
    isPrinting = false;
    listener();
  };
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}

/** True while the page is being printed: paper cannot be opened, turned to a second page or scrolled. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting);
