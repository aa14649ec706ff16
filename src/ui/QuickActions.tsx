import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import { type IconLike, iconOf } from './Icon.tsx';
import { low, quickAction, quickActions } from './QuickActions.css.ts';

/** A few links with an icon above their text, side by side; `isLow`: on a phone only the text, three in a row. */
export const QuickActions = ({
  label,
  isLow = false,
  children,
}: {
  label?: string;
  isLow?: boolean;
  children: ReactNode;
}): ReactNode => (
  <ul className={classes(quickActions, isLow && low)} aria-label={label}>
    {children}
  </ul>
);

interface QuickActionProps extends ComponentProps<'a'> {
  icon: IconLike;
}

export const QuickAction = ({ icon, children, ...rest }: QuickActionProps): ReactNode => (
  <li>
    <a {...rest} className={quickAction}>
      {iconOf(icon)}
      <span>{children}</span>
    </a>
  </li>
);
