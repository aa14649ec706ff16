import type { ReactNode } from 'react';
import { avatar, avatarS, avatarWarm } from './Avatar.css.ts';
import { classes } from './classes.ts';

const firstLetter = (name: string): string => {
  const point = name.trim().codePointAt(0);
  return point === undefined ? '' : String.fromCodePoint(point).toUpperCase();
};

/** First letters of a person's names; decoration beside the name. */
export const initialsOf = (firstName: string, lastName: string): string =>
  firstLetter(firstName) + firstLetter(lastName);

/** `warm`: for a person on the reader's own side, beside others. */
export function Avatar({
  initials,
  small = false,
  warm = false,
}: {
  initials: string;
  small?: boolean;
  warm?: boolean;
}): ReactNode {
  return (
    <span className={classes(avatar, small && avatarS, warm && avatarWarm)} aria-hidden="true">
      {initials}
    </span>
  );
}
