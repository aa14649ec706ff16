import type { PDFFont, PDFPage, RGB } from 'pdf-lib';

/** A way to write on a page. */
export interface Face {
  /** Points that a line takes at a size. */
  widthOf(text: string, size: number): number;
  draw(text: string, place: { readonly x: number; readonly y: number; readonly size: number; readonly colour: RGB }): void;
}

/** Marks that the standard fonts lack and others say as well. */
const likenesses: Readonly<Record<string, string>> = { '\u202f': ' ', '\u00a0': ' ', '\u2011': '-', '\u2010': '-', '\u2212': '-' };

/** The same text with what a standard font cannot write said as nearly as it can: without its accent, or left out. */
function writable(font: PDFFont, text: string): string {
  const known = new Set(font.getCharacterSet());
  const can = (char: string): boolean => known.has(char.codePointAt(0) ?? 0);
  return Array.from(text.normalize('NFC'), (char) => {
    const like = likenesses[char] ?? char;
    if (can(like)) return like;
    const bare = like.normalize('NFKD').replace(/\p{M}/gu, '');
    return Array.from(bare).every(can) ? bare : '';
  }).join('');
}

/** One of the fonts that every reader of PDFs has. */
export function latinFace(page: PDFPage, font: PDFFont): Face {
  return {
    widthOf: (text, size) => font.widthOfTextAtSize(writable(font, text), size),
    draw: (text, { x, y, size, colour }) => page.drawText(writable(font, text), { x, y, size, font, color: colour }),
  };
}

export function hanziFace(_page: PDFPage, other: Face): Face {
  return other;
}
