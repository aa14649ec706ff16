/** A piece of a text, and whether it matches the search. */
export interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Splits a text at the ranges to be marked. Overlapping ranges are joined; those outside of the text are left out. */
export function piecesOf(text: string, marks: readonly (readonly [number, number])[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const [from, to] of marks.toSorted(([one], [other]) => one - other)) {
    const start = Math.max(done, Math.min(from, text.length));
    const end = Math.min(to, text.length);
    if (end <= start) continue;
    if (start > done) pieces.push({ text: text.slice(done, start), isMarked: false });
    pieces.push({ text: text.slice(start, end), isMarked: true });
    done = end;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), isMarked: false });
  return pieces;
}
