import { type ReactNode, type RefObject, useEffect } from 'react';
import { classes } from './classes.ts';
import { anchored, popover } from './Popover.css.ts';

/** Closes on Escape, on a press outside, and when focus leaves; Escape returns the focus to what opened it. */
export function useDismiss(
  open: boolean,
  frame: RefObject<HTMLElement | null>,
  opener: RefObject<HTMLElement | null>,
  onClose: () => void,
): void {
  useEffect(() => {
    if (!open) return;
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // A dialog around it must stay open.
      event.stopPropagation();
      onClose();
      opener.current?.focus();
    };
    const outside = (event: Event) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) onClose();
    };
    document.addEventListener('keydown', key, true);
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('keydown', key, true);
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
    };
  }, [open, frame, opener, onClose]);
}

/** A raised surface below the control that opened it. */
export const PopoverSurface = ({
  id,
  className,
  children,
  align = 'end',
}: {
  id?: string;
  className?: string;
  children: ReactNode;
  align?: 'start' | 'end';
}): ReactNode => (
  <div id={id} className={classes(popover, anchored, className)} data-align={align}>
    {children}
  </div>
);
