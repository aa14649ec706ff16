import type { Face } from './faces.ts';

/**
 * Breaks text into lines that fit; text without spaces breaks anywhere, but no line begins with a closing mark. A line keeps the space at
 * which it ends, so that a reader that takes the lines together hears two words.
 */
export function linesOf(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of text.match(
    /[\u3000-\u9fff\uff00-\uffef][，。、：；！？」）]*|[^\s\u3000-\u9fff\uff00-\uffef]+[，。、：；！？」）]*|\s+/gu,
  ) ?? []) {
    if (line.trim() !== '' && piece.trim() !== '' && !fits(line + piece)) {
      lines.push(line);
      line = piece;
    } else line += piece;
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  return lines;
}

/** Breaks text into lines of a width. A word that is longer than a line is broken too, so that nothing is cut off. */
export function linesWithin(text: string, face: Face, size: number, width: number): string[] {
  const fits = (line: string) => face.widthOf(line.trimEnd(), size) <= width;
  return text.split('\n').flatMap((paragraph) =>
    linesOf(paragraph, fits).flatMap((line) => {
      const pieces: string[] = [];
      let piece = '';
      for (const char of line) {
        if (piece !== '' && !fits(piece + char)) {
          pieces.push(piece);
          piece = '';
        }
        piece += char;
      }
      return [...pieces, piece];
    }),
  );
}
