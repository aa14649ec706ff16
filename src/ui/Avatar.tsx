import type { ReactNode } from 'react';
import { avatar, avatarS, avatarWarm } from './Avatar.css.ts';
import { classes } from './classes.ts';

const firstLetter = (name: string): string => {
  const point = name.trim().codePointAt(0);
  return point === undefined ? '' : String.fromCodePoint(point).toUpperCase();
};

const han = /^\p{Script=Han}$/u;

/** First letters of a person's names; decoration beside the name. A name in Chinese characters has the family's first. */
export function initialsOf(firstName: string, lastName: string): string {
  const [first, last] = [firstLetter(firstName), firstLetter(lastName)];
  return han.test(first) && han.test(last) ? last + first : first + last;
}

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
