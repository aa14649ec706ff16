import { useLayoutEffect, useState } from 'react';
import { afterPaint } from './afterPaint.ts';

/**
 * `value` as the last picture had it: another one comes about a frame later. For what takes a phone long to draw, so that the
 * picture right after a press has the pressed control, and the next one what was pressed for. `value` is the same from render to
 * render unless it has changed.
 */
export function useFollowed<Value>(value: Value): Value {
  const [followed, follow] = useState(() => value);
  useLayoutEffect(() => (Object.is(value, followed) ? undefined : afterPaint(() => follow(() => value))), [value, followed]);
  return followed;
}
