import { useSyncExternalStore } from 'react';
import { firstStore } from '../words/smallStore.ts';

/** The window classes of the specification, by width in px: XSmall 0-767, Small 768-991, Medium 992-1199, Large from 1200. */
export type WindowSize = 'XSmall' | 'Small' | 'Medium' | 'Large';

/** The class of a width in CSS pixels. */
const windowSizeOf = (width: number): WindowSize =>
  width < 768 ? 'XSmall' : width < 992 ? 'Small' : width < 1200 ? 'Medium' : 'Large';

const borders = ['(min-width: 768px)', '(min-width: 992px)', '(min-width: 1200px)'] as const;

const known = firstStore<WindowSize | null>(null);
const measure = (): WindowSize => windowSizeOf(window.innerWidth);

/** Read once and then updated by events: reading the width forces a layout. */
function current(): WindowSize {
  const before = known.get();
  if (before !== null) return before;
  const now = measure();
  known.set(now);
  for (const border of borders) matchMedia(border).addEventListener('change', () => known.set(measure()));
  return now;
}

/** The window's current class; renders again only when it changes. For layout prefer CSS, which knows the reader's text size. */
export const useWindowSize = (): WindowSize => useSyncExternalStore(known.subscribe, current);
