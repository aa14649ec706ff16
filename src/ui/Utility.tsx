import type { ComponentProps, ReactNode } from 'react';
import { type IconLike, iconOf } from './Icon.tsx';
import { utility } from './Utility.css.ts';

interface UtilityButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'type'> {
  icon?: IconLike;
}

export const UtilityLink = ({ children, ...rest }: Omit<ComponentProps<'a'>, 'className'>): ReactNode => (
  <a {...rest} className={utility}>
    {children}
  </a>
);

/** A quiet button of a bar: language, user. */
export const UtilityButton = ({ icon, children, ...rest }: UtilityButtonProps): ReactNode => (
  <button {...rest} type="button" className={utility}>
    {iconOf(icon, 's')}
    {children}
  </button>
);
