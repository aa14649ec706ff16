import type { ComponentProps, ReactNode } from 'react';
import { type ButtonLook, buttonClass } from './Button.tsx';
import { iconOf } from './Icon.tsx';

interface ButtonLinkProps extends Omit<ButtonLook, 'iconAfter'>, ComponentProps<'a'> {}

/** A link that looks like a button. It navigates, while a button performs an action. */
export const ButtonLink = ({ variant, size, icon, className, children, ...rest }: ButtonLinkProps): ReactNode => (
  <a {...rest} className={buttonClass(variant, size, className)}>
    {iconOf(icon, size === 'small' ? 's' : 'm')}
    {children}
  </a>
);
