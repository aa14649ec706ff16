import type { ReactNode } from 'react';
import { count } from './Count.css.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/** A round number, 99+ past 99; nothing at 0. `hiddenWords` is what screen readers say, for example "2 new". */
export function Count({ value, hiddenWords }: { value: number; hiddenWords: string }): ReactNode {
  if (value <= 0) return null;
  return (
    <>
      <span className={count} aria-hidden="true">
        {value > 99 ? '99+' : value}
      </span>
      <VisuallyHidden> {hiddenWords}</VisuallyHidden>
    </>
  );
}
