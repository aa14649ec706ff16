import { useCallback, useEffect, useRef } from 'react';
import { afterNextPaint } from '../../../browser/painting/afterPaint.ts';

/**
 * Keeps this page's scroll position when a step back is held. Such a step leaves the history entry and comes back to it, and the browser
 * then scrolls to where the page behind was. What is given scrolls to the top, and says that a step which is held meanwhile ends there too.
 */
export function useHeldScroll(isActive: boolean): () => void {
  const position = useRef(0);
  useEffect(() => {
    if (!isActive) return;
    const before = history.scrollRestoration;
    const entry = location.href;
    history.scrollRestoration = 'manual';
    const stepped = (): void => {
      if (location.href === entry) afterNextPaint(() => window.scrollTo(0, position.current));
      else position.current = window.scrollY;
    };
    window.addEventListener('popstate', stepped);
    return () => {
      window.removeEventListener('popstate', stepped);
      history.scrollRestoration = before;
    };
  }, [isActive]);
  return useCallback(() => {
    position.current = 0;
    window.scrollTo(0, 0);
  }, []);
}
