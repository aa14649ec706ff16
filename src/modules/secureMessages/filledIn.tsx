import type { ReactNode } from 'react';

/** Stands in a text for what is more than words; no text has it. */
export const placeholder = '\u0001';

/** A sentence with something more than words in its middle, such as a link: each language puts it where it needs it. */
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
