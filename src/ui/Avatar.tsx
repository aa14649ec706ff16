import type { ReactNode } from 'react';
import { avatar, avatarS } from './Avatar.css.ts';
import { classes } from './classes.ts';

const firstLetter = (name: string): string => {
  const point = name.trim().codePointAt(0);
  return point === undefined ? '' : String.fromCodePoint(point).toUpperCase();
};

/** First letters of a person's names; decoration beside the name. */
export const initialsOf = (firstName: string, lastName: string): string =>
  firstLetter(firstName) + firstLetter(lastName);

export function Avatar({ initials, small = false }: { initials: string; small?: boolean }): ReactNode {
  return (
    <span className={classes(avatar, small && avatarS)} aria-hidden="true">
      {initials}
    </span>
  );
}
