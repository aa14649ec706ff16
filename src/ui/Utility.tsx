import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import { type IconLike, iconOf } from './Icon.tsx';
import { utility } from './Utility.css.ts';

interface UtilityButtonProps extends ComponentProps<'button'> {
  icon?: IconLike;
}

export const UtilityLink = ({ className, children, ...rest }: ComponentProps<'a'>): ReactNode => (
  <a {...rest} className={classes(utility, className)}>
    {children}
  </a>
);

/** A quiet button of a bar: language, user. */
export function UtilityButton({ icon, className, type = 'button', children, ...rest }: UtilityButtonProps): ReactNode {
  return (
    // oxlint-disable-next-line react/button-has-type -- the type is one of the three, `button` unless given
    <button {...rest} type={type} className={classes(utility, className)}>
      {iconOf(icon, 's')}
      {children}
    </button>
  );
}
