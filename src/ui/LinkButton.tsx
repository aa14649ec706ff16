import type { ComponentProps, ReactNode } from 'react';
import { type ButtonLook, buttonClass } from './Button.tsx';
import { iconOf } from './Icon.tsx';

interface ButtonLinkProps extends ButtonLook, ComponentProps<'a'> {}

/** A link that looks like a button. It navigates, while a button performs an action. */
export function ButtonLink({
  variant,
  size,
  icon,
  iconAfter,
  className,
  children,
  ...rest
}: ButtonLinkProps): ReactNode {
  return (
    <a {...rest} className={buttonClass(variant, size, className)}>
      {iconOf(icon, size === 'small' ? 's' : 'm')}
      {children}
      {iconOf(iconAfter, size === 'small' ? 's' : 'm')}
    </a>
  );
}
