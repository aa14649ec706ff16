import * as v from 'valibot';

/** The characters of a one-time code, without letters and digits that look alike. */
export const spokenCodeLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
export const spokenCodeLength = 8;

/** A one-time code that people read out or write down, in any typed form: in lower case, with a hyphen or spaces. */
export const SpokenCode = v.pipe(
  v.string(),
  v.maxLength(40),
  v.transform((typed) =>
    typed
      .normalize('NFKC')
      .toUpperCase()
      .replaceAll(/[\s\p{Pd}]/gu, ''),
  ),
  v.regex(new RegExp(`^[${spokenCodeLetters}]{${spokenCodeLength}}$`)),
);

/** A code for reading out: two groups of four. */
export const shownSpokenCode = (code: string): string =>
  `${code.slice(0, spokenCodeLength / 2)}-${code.slice(spokenCodeLength / 2)}`;
