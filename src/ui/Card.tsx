import type { ReactNode } from 'react';
import { card, cardTitle, flush as flushClass } from './Card.css.ts';
import { classes } from './classes.ts';

interface CardProps {
  /** No padding of its own, for rows. */
  flush?: boolean;
  title?: ReactNode;
  /** The level of the title; the page decides. */
  level?: 2 | 3;
  /** The id of the heading that names it, which makes it a region. */
  labelledBy?: string;
  className?: string;
  children: ReactNode;
}

/** A white surface with a hairline. */
export function Card({ flush = false, title, level = 2, labelledBy, className, children }: CardProps): ReactNode {
  const Heading = `h${level}` as const;
  const Frame = labelledBy ? 'section' : 'div';
  return (
    <Frame className={classes(card, flush && flushClass, className)} aria-labelledby={labelledBy}>
      {title ? <Heading className={cardTitle}>{title}</Heading> : null}
      {children}
    </Frame>
  );
}
