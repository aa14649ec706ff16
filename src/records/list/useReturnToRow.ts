import { type RefObject, useEffect, useRef } from 'react';
import { afterPaint } from '../../browser/painting/afterPaint.ts';

/**
 * After a return from an opened item, moves the focus and the window to the row that opened it. `list` contains the rows, each a link that
 * ends with the id; if the row is gone, `list` itself gets the focus.
 */
export function useReturnToRow(
  list: RefObject<HTMLElement | null>,
  opened: string | number | null,
  comesBack = true,
): void {
  const last = useRef<string | number | null>(null);
  useEffect(() => {
    if (opened !== null) last.current = opened;
    else if (comesBack && last.current !== null) {
      const link = `a[href$="=${CSS.escape(String(last.current))}"]`;
      // A change of address scrolls to the top first.
      afterPaint(() => {
        const row = list.current?.querySelector<HTMLElement>(link);
        if (row) row.focus();
        else list.current?.focus({ preventScroll: true });
      });
      last.current = null;
    }
  }, [list, opened, comesBack]);
}
