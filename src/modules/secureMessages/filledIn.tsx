import type { ReactNode } from 'react';

/** Marks the position of an element in a text; no text contains it. */
export const placeholder = '\u0001';

/** A sentence with an element in it, such as a link: each language puts it where it needs it. */
export function filledIn(sentence: string, part: ReactNode): ReactNode {
  const [before = '', after = ''] = sentence.split(placeholder);
  return (
    <>
      {before}
      {part}
      {after}
    </>
  );
}
