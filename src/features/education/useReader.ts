import { useSyncExternalStore } from 'react';
import { config } from '../../data/config.ts';
import { useWindowSize } from '../../ui/useWindowSize.ts';
import { isIpad, type Reader } from './articles.ts';
import { twoPanes } from './Education.css.ts';

const query = () => matchMedia(twoPanes);

function subscribe(listener: () => void): () => void {
  const panes = query();
  panes.addEventListener('change', listener);
  return () => panes.removeEventListener('change', listener);
}

/** On what the page is read now. */
export function useReader(): Reader {
  const size = useWindowSize();
  const hasTwoPanes = useSyncExternalStore(subscribe, () => query().matches);
  return { size, hasTwoPanes, isIpad: isIpad(navigator), isSameOrigin: config().apiOrigin === '', drawsPdf: navigator.pdfViewerEnabled };
}
