import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from './afterPaint.ts';

/** No row of a list is lower than this, in CSS pixels. */
const lowestRowPx = 64;

/** How many rows are sure to fill a window of this height. */
export const rowsInWindow = (height: number): number => Math.max(3, Math.ceil(height / lowestRowPx));

/** The limit after the next piece; pieces grow with the list, so that thousands of rows end soon. */
export const nextLimit = (limit: number): number => limit + Math.max(10, limit >> 2);

/** How many rows of a long list to draw: a windowful first, the rest in pieces that yield to input. */
export function useProgressiveList(total: number): number {
  const [limit, setLimit] = useState(() => rowsInWindow(window.innerHeight));
  useEffect(() => {
    if (limit >= total) return;
    return afterPaint(() => startTransition(() => setLimit(nextLimit)));
  }, [limit, total]);
  return limit;
}
