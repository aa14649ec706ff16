import type { ReactNode } from 'react';
import { badge, badgeBrand, badgeDanger, badgePlain, badgeSuccess, badgeWarning } from './Badge.css.ts';
import { classes } from './classes.ts';

const kinds = {
  new: '',
  plain: badgePlain,
  brand: badgeBrand,
  success: badgeSuccess,
  warning: badgeWarning,
  danger: badgeDanger,
} as const;
export type BadgeKind = keyof typeof kinds;

/** A word in a pill: New, Overdue, Completed. */
export const Badge = ({ kind = 'plain', children }: { kind?: BadgeKind; children: ReactNode }): ReactNode => (
  <span className={classes(badge, kinds[kind])}>{children}</span>
);
