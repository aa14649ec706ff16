import type { ComponentProps, ReactNode } from 'react';
import { iconButton } from './IconButton.css.ts';
import { type IconLike, iconOf } from './Icon.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label' | 'className' | 'type'> {
  icon: IconLike;
  /** The accessible name, because there is no text. */
  label: string;
  size?: 's' | 'm';
  /** A count in its corner. */
  children?: ReactNode;
}

interface IconLinkProps extends Omit<ComponentProps<'a'>, 'children' | 'aria-label' | 'className'> {
  icon: IconLike;
  /** The accessible name, with the count. */
  label: string;
  /** A count in its corner. */
  children?: ReactNode;
}

/** A link with only an icon: the envelope. */
export const IconLink = ({ icon, label, children, ...rest }: IconLinkProps): ReactNode => (
  <a {...rest} className={iconButton} aria-label={label}>
    {iconOf(icon)}
    {children}
  </a>
);

/** A button with only an icon. */
export const IconButton = ({ icon, label, size = 'm', children, ...rest }: IconButtonProps): ReactNode => (
  <button {...rest} type="button" className={iconButton} aria-label={label}>
    {iconOf(icon, size)}
    {children}
  </button>
);
