import type { PDFDocument, PDFFont, PDFPage, RGB } from 'pdf-lib';
import { embedFont } from './fonts.ts';

/** A font, or a combination of fonts, that writes on a page. */
export interface Face {
  /** The width of a line in points at a font size. */
  widthOf(text: string, size: number): number;
  draw(page: PDFPage, text: string, place: Place): void;
}
export interface Faces {
  readonly plain: Face;
  readonly strong: Face;
}
interface Place {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly colour: RGB;
}

/** Characters that are written as another one that reads the same. */
const likenesses: Readonly<Record<string, string>> = {
  '\u202f': ' ',
  '\u00a0': ' ',
  '\u2010': '-',
  '\u2011': '-',
};
const likeOf = (char: string): string => likenesses[char] ?? char;

interface Run {
  readonly font: PDFFont;
  readonly text: string;
}

const holds = (font: PDFFont): ((char: string) => boolean) => {
  const known = new Set(font.getCharacterSet());
  return (char) => known.has(char.codePointAt(0) ?? -1);
};

/**
 * The faces of a document that contains these texts: Atkinson Hyperlegible, and Noto Sans for what this lacks. A character that no font has
 * loses its accent or is left out.
 */
export async function facesOn(document: PDFDocument, texts: string): Promise<Faces> {
  const plain = await embedFont(document, 'plain');
  const strong = await embedFont(document, 'strong');
  const isOurs = holds(plain);
  const isEnough = Array.from(texts.normalize('NFC')).every((char) => isOurs(likeOf(char)));
  const other = isEnough ? null : await embedFont(document, 'otherPlain');
  // A file of 10 MB, which a sign in a unit is not worth.
  const otherStrong = /\p{Script=Han}/u.test(texts) ? await embedFont(document, 'otherStrong') : other;
  const isInOther = other === null ? () => false : holds(other);

  const faceOf = (font: PDFFont, second: PDFFont | null): Face => {
    const written = (char: string): Run => {
      const like = likeOf(char);
      if (isOurs(like)) return { font, text: like };
      if (second !== null && isInOther(char)) return { font: second, text: char };
      const bare = like.normalize('NFKD').replace(/\p{M}/gu, '');
      return { font, text: Array.from(bare).every(isOurs) ? bare : '' };
    };
    const runsOf = (text: string): Run[] => {
      const runs: Run[] = [];
      for (const char of text.normalize('NFC')) {
        const run = written(char);
        const last = runs.at(-1);
        if (last?.font === run.font) runs[runs.length - 1] = { font: run.font, text: last.text + run.text };
        else runs.push(run);
      }
      return runs;
    };

    // Lines are measured piece by piece, and a font takes long to measure text, so every character is measured once.
    const widths = new Map<string, number>();
    const widthOfChar = (char: string): number => {
      const known = widths.get(char);
      if (known !== undefined) return known;
      const run = written(char);
      const width = run.font.widthOfTextAtSize(run.text, 1);
      widths.set(char, width);
      return width;
    };
    const widthOf = (text: string, size: number): number =>
      Array.from(text.normalize('NFC')).reduce((sum, char) => sum + widthOfChar(char), 0) * size;

    return {
      widthOf,
      draw(page, text, { x: start, y, size, colour }) {
        let x = start;
        for (const run of runsOf(text)) {
          page.drawText(run.text, { x, y, size, font: run.font, color: colour });
          x += widthOf(run.text, size);
        }
      },
    };
  };
  return { plain: faceOf(plain, other), strong: faceOf(strong, otherStrong) };
}
