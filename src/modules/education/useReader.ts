import { isIpad } from '../../browser/device.ts';
import { config } from '../../data/config.ts';
import { useTwoPanes } from '../../records/panes/useTwoPanes.ts';
import { useWindowSize } from '../../ui/useWindowSize.ts';
import type { Reader } from './articles.ts';

/** The device and window of the reader. */
export function useReader(): Reader {
  const size = useWindowSize();
  const hasTwoPanes = useTwoPanes();
  return {
    size,
    hasTwoPanes,
    isIpad: isIpad(navigator),
    isSameOrigin: config().apiOrigin === '',
    drawsPdf: navigator.pdfViewerEnabled,
  };
}
