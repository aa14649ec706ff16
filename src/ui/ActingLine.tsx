import type { ReactNode } from 'react';
import { acting } from './ActingLine.css.ts';
import { Icon } from './Icon.tsx';
import { User } from './icons.ts';

/** Says for whom somebody acts. */
export const ActingLine = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <p className={acting}>
    <Icon of={User} size="s" />
    <span>{children}</span>
  </p>
);
