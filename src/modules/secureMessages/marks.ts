/** A piece of a text, and whether it is what was looked for. */
export interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
}

/** A text in pieces, by the places that are to be marked. Places that overlap are one; what lies outside of the text is left out. */
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
