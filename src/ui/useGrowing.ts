import { startTransition, useEffect, useState } from 'react';

/** No row of a list is lower, in CSS pixels. */
const lowestRow = 64;

/** How many rows fill the window, whatever of them is in sight. */
export const rowsInWindow = (height: number): number => Math.max(6, Math.ceil(height / lowestRow));

/** The next piece: at least a windowful; of thousands they may be larger, or there would be no end of them. */
const grownBy = (limit: number, first: number): number => limit + Math.max(first, limit >> 2);

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
 */
export function useGrowing(total: number, asked: unknown = null): number {
  const [first] = useState(() => rowsInWindow(window.innerHeight));
  const [grown, setGrown] = useState({ asked, limit: first });
  const limit = Object.is(grown.asked, asked) ? grown.limit : first;
  useEffect(() => (limit >= total ? undefined : afterFrame(() => startTransition(() => setGrown({ asked, limit: grownBy(limit, first) })))), [asked, first, limit, total]);
  return limit;
}

/** A value as it was until the picture with the new one stands: what is taken away for it is taken away after that. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => (Object.is(settled, value) ? undefined : afterFrame(() => startTransition(() => setSettled(value)))), [settled, value]);
  return settled;
}
