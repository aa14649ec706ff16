import { Fragment, type ReactNode, useMemo } from 'react';
import { useDeferredUnmount } from '../../browser/painting/useDeferredUnmount.ts';
import { useValueAfterPaint } from '../../browser/painting/useValueAfterPaint.ts';

/**
 * Shows one of several long lists by its name. A new one is drawn after the frame that shows the press, and its first items before the
 * previous list is removed, because removing thousands takes longer. Until then the previous list is hidden.
 */
export function SwitchedList<Name extends string, Value>({
  name,
  value,
  children,
}: {
  name: Name;
  value: Value;
  children: (value: Value, isShown: boolean) => ReactNode;
}): ReactNode {
  const list = useValueAfterPaint(useMemo(() => ({ name, value }), [name, value]));
  const leaving = useDeferredUnmount(list.name, list.value);
  return (
    <>
      <Fragment key={list.name}>{children(list.value, true)}</Fragment>
      {leaving ? <Fragment key={leaving.key}>{children(leaving.value, false)}</Fragment> : null}
    </>
  );
}
