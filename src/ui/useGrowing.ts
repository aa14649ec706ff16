import { type RefObject, startTransition, useEffect, useState } from 'react';

/** No row of a list is lower, in CSS pixels. */
const lowestRow = 64;

/** How many rows fill the window, whatever of them is in sight: of the height that drawn ones have on average, or of the lowest there is. */
export const rowsInWindow = (height: number, row = lowestRow): number => Math.max(3, Math.ceil(height / Math.max(lowestRow, row)));

/** How many rows there is room for in the window below the top of the list, as high as the drawn ones are on average. */
function rowsInSight(list: Element | null | undefined): number {
  if (!list || list.childElementCount === 0) return rowsInWindow(window.innerHeight);
  const { top, height } = list.getBoundingClientRect();
  return rowsInWindow(window.innerHeight - Math.max(0, top), height / list.childElementCount);
}

/** The next piece; of thousands they may be larger, or there would be no end of them. */
const grownBy = (limit: number): number => limit + Math.max(10, limit >> 2);

/** Runs after the frame that shows what was just drawn. Gives the way to stop it. */
function afterFrame(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * How many rows of a long list to draw: a windowful with the first picture, the rest in pieces that give way to whatever
 * the person does. It begins anew when `asked` is another, as after another sort or filter, and goes on when only the rows are.
 * `list` has the drawn rows as its children, where they are to say how many a windowful is.
 */
export function useGrowing(total: number, asked: unknown = null, list?: RefObject<Element | null>): number {
  const [grown, setGrown] = useState(() => ({ asked, limit: rowsInSight(null) }));
  // The rows that still stand there say how many of the new ones will be seen; asked now, because the page may have been scrolled since it was drawn.
  if (!Object.is(grown.asked, asked)) setGrown({ asked, limit: rowsInSight(list?.current) });
  const { limit } = grown;
  useEffect(() => {
    if (limit >= total) return;
    return afterFrame(() => startTransition(() => setGrown({ asked, limit: grownBy(limit) })));
  }, [asked, limit, total]);
  return limit;
}

/**
 * What stood under another key, until the picture with the new one stands: null otherwise. To take much of a page away costs a
 * phone as much as to draw it, and may wait a frame where it can be hidden. `value` is the same from render to render unless it
 * has changed.
 */
export function useLeaving<Key extends string | undefined, Value>(key: Key, value: Value): { readonly key: Key; readonly value: Value } | null {
  const [shown, setShown] = useState({ key, value });
  const [left, setLeft] = useState<typeof shown | null>(null);
  if (shown.key !== key || !Object.is(shown.value, value)) {
    if (shown.key !== key) setLeft(shown);
    setShown({ key, value });
  }
  useEffect(() => (left === null ? undefined : afterFrame(() => startTransition(() => setLeft(null)))), [left]);
  return left;
}
