import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from './afterPaint.ts';

/**
 * The value under the previous key until the frame with the new one has been painted; null otherwise. Removing thousands of elements costs
 * a phone as much as drawing them, and can wait while they are hidden. `value` must be the same object from render to render unless it has
 * changed.
 */
export function useDeferredUnmount<Key extends string | undefined, Value>(
  key: Key,
  value: Value,
): { readonly key: Key; readonly value: Value } | null {
  const [shown, setShown] = useState({ key, value });
  const [leaving, setLeaving] = useState<typeof shown | null>(null);
  if (shown.key !== key || !Object.is(shown.value, value)) {
    if (shown.key !== key) setLeaving(shown);
    setShown({ key, value });
  }
  useEffect(
    () => (leaving === null ? undefined : afterPaint(() => startTransition(() => setLeaving(null)))),
    [leaving],
  );
  return leaving;
}
