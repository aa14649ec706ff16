import type { ReactNode } from 'react';
import { type IconLike, iconOf } from './Icon.tsx';
import { status } from './Status.css.ts';

/** A short state as text with an icon, without a frame. */
export const Status = ({ icon, children }: { icon?: IconLike; children: ReactNode }): ReactNode => (
  <span className={status}>
    {iconOf(icon, 's')}
    <span>{children}</span>
  </span>
);
