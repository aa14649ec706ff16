import type { ReactNode } from 'react';
import { emptyIcon, emptyState } from './EmptyState.css.ts';
import { type IconLike, iconOf } from './Icon.tsx';

interface EmptyStateProps {
  icon: IconLike;
  /** The text of the specification. */
  title: ReactNode;
  level?: 2 | 3;
  /** One helpful sentence. */
  children?: ReactNode;
  /** At most one. */
  action?: ReactNode;
}

/** Nothing to show, and what will be shown here. */
export function EmptyState({ icon, title, level = 3, children, action }: EmptyStateProps): ReactNode {
  const Heading = `h${level}` as const;
  return (
    <div className={emptyState}>
      <span className={emptyIcon}>{iconOf(icon, 'l')}</span>
      <Heading>{title}</Heading>
      {children ? <p>{children}</p> : null}
      {action}
    </div>
  );
}
