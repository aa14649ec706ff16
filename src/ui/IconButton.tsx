import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import { iconButton } from './IconButton.css.ts';
import { type IconLike, iconOf } from './Icon.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  icon: IconLike;
  /** The accessible name, because there is no text. */
  label: string;
  size?: 's' | 'm';
  /** A count in its corner. */
  children?: ReactNode;
}

interface IconLinkProps extends Omit<ComponentProps<'a'>, 'children' | 'aria-label'> {
  icon: IconLike;
  /** The accessible name, with the count. */
  label: string;
  /** A count in its corner. */
  children?: ReactNode;
}

/** A link with only an icon: the envelope. */
export const IconLink = ({ icon, label, className, children, ...rest }: IconLinkProps): ReactNode => (
  <a {...rest} className={classes(iconButton, className)} aria-label={label}>
    {iconOf(icon)}
    {children}
  </a>
);

/** A button with only an icon. */
export function IconButton({
  icon,
  label,
  size = 'm',
  className,
  type = 'button',
  children,
  ...rest
}: IconButtonProps): ReactNode {
  return (
    // oxlint-disable-next-line react/button-has-type -- the type is one of the three, `button` unless given
    <button {...rest} type={type} className={classes(iconButton, className)} aria-label={label}>
      {iconOf(icon, size)}
      {children}
    </button>
  );
}
