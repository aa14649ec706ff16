import type { PDFDocument, PDFFont, PDFPage, RGB } from 'pdf-lib';
import { embedNotoSans } from './notoSans.ts';

/** A font, or a combination of fonts, that writes on a page. */
export interface Face {
  /** The width of a line in points at a font size. */
  widthOf(text: string, size: number): number;
  draw(page: PDFPage, text: string, place: Place): void;
}
interface Place {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly colour: RGB;
}

/** Characters that the standard fonts lack, with a substitute that reads the same. */
const likenesses: Readonly<Record<string, string>> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  ı: 'i',
  '\u202f': ' ',
  '\u00a0': ' ',
  '\u2010': '-',
  '\u2011': '-',
  '\u2212': '-',
};
const likeOf = (char: string): string => likenesses[char] ?? char;

interface Run {
  readonly font: PDFFont;
  readonly text: string;
}

const holds = (font: PDFFont): ((text: string) => boolean) => {
  const known = new Set(font.getCharacterSet());
  return (text) => Array.from(text).every((char) => known.has(char.codePointAt(0) ?? 0));
};

/** The standard fonts, and Noto Sans for what these lack. A character that no font has loses its accent or is left out. */
export async function facesOn(
  document: PDFDocument,
  standard: PDFFont,
  texts: string,
): Promise<(font: PDFFont) => Face> {
  const isStandard = holds(standard);
  const isEnough = Array.from(texts.normalize('NFC')).every((char) => isStandard(likeOf(char)));
  const noto = isEnough ? null : await embedNotoSans(document);
  const isInNoto = noto === null ? () => false : holds(noto);

  return (font) => {
    const written = (char: string): Run => {
      const like = likeOf(char);
      if (isStandard(like)) return { font, text: like };
      if (noto !== null && isInNoto(char)) return { font: noto, text: char };
      const bare = like.normalize('NFKD').replace(/\p{M}/gu, '');
      return { font, text: isStandard(bare) ? bare : '' };
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

    return {
      widthOf: (text, size) => runsOf(text).reduce((sum, run) => sum + run.font.widthOfTextAtSize(run.text, size), 0),
      draw(page, text, { x: start, y, size, colour }) {
        let x = start;
        for (const run of runsOf(text)) {
          page.drawText(run.text, { x, y, size, font: run.font, color: colour });
          x += run.font.widthOfTextAtSize(run.text, size);
        }
      },
    };
  };
}
