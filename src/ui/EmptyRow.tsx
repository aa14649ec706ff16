import type { ReactNode } from 'react';
import { emptyDot, emptyRow } from './EmptyRow.css.ts';
import { type IconLike, iconOf } from './Icon.tsx';
import { row, rowMain, rowSub, rowTitle } from './Row.css.ts';
import { classes } from './classes.ts';

interface EmptyRowProps {
  icon: IconLike;
  /** The text of the specification. */
  title: ReactNode;
  /** One helpful sentence. */
  children?: ReactNode;
  /** At most one. */
  action?: ReactNode;
}

/** Says that a part of a page has nothing to show: one row, not a full screen. */
export const EmptyRow = ({ icon, title, children, action }: EmptyRowProps): ReactNode => (
  <div className={classes(row, emptyRow)}>
    <span className={emptyDot}>{iconOf(icon)}</span>
    <div className={rowMain}>
      <h3 className={rowTitle}>{title}</h3>
      {children ? <p className={rowSub}>{children}</p> : null}
    </div>
    {action}
  </div>
);
