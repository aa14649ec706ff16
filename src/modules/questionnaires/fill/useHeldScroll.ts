import { useCallback, useEffect, useRef } from 'react';
import { afterNextPaint } from '../../../browser/painting/afterPaint.ts';

/**
 * Keeps this page's scroll position when a step back is blocked. Such a step leaves the history entry and returns to it, and the browser
 * then scrolls to the position of the page behind. The returned function scrolls to the top, also as the target of a step that is being
 * blocked.
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
