import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from './afterPaint.ts';

/** The height of the lowest possible row of a list, in CSS pixels. */
const lowestRowPx = 64;

/** A number of rows that certainly fills a window of this height. */
export const rowsInWindow = (height: number): number => Math.max(3, Math.ceil(height / lowestRowPx));

/** The limit after the next piece. Pieces grow with the list, so that thousands of rows are soon complete. */
export const nextLimit = (limit: number): number => limit + Math.max(10, limit >> 2);

/** The number of rows of a long list to draw: first a window's height of them, the rest in pieces that yield to input. */
export function useProgressiveList(total: number): number {
  const [limit, setLimit] = useState(() => rowsInWindow(window.innerHeight));
  useEffect(() => {
    if (limit >= total) return;
    return afterPaint(() => startTransition(() => setLimit(nextLimit)));
  }, [limit, total]);
  return limit;
}
