import { useLayoutEffect, useState } from 'react';
import { afterPaint } from './afterPaint.ts';

/**
 * `value` as of the last frame: a new one arrives about a frame later. For values that a phone draws slowly, so that the frame right after
 * a press shows the pressed control, and the next one its result. `value` must be the same object from render to render unless it has
 * changed.
 */
export function useValueAfterPaint<Value>(value: Value): Value {
  const [painted, setPainted] = useState(() => value);
  useLayoutEffect(
    () => (Object.is(value, painted) ? undefined : afterPaint(() => setPainted(() => value))),
    [value, painted],
  );
  return painted;
}
