import { type PDFDocument, type PDFPage, rgb } from 'pdf-lib';
import type { Face } from './faces.ts';
import { linesOf } from './lines.ts';

/** Points. The page fits on both A4 and Letter, so that no printer cuts it. */
const [pageWidth, pageHeight] = [595, 792];
const margin = 48;
const headRoom = 40;
const footRoom = 28;
const inside = pageWidth - 2 * margin;
export const ink = rgb(0.1, 0.1, 0.12);
export const soft = rgb(0.35, 0.36, 0.4);
const hairline = rgb(0.78, 0.78, 0.8);
const leading = 1.36;

/** A cell of a row: its share of the width and its text. */
export interface Cell {
  readonly share: number;
  readonly text: string;
  readonly face: Face;
}
interface Look {
  readonly face: Face;
  readonly size: number;
  readonly colour?: typeof ink;
  /** Space below, in points. */
  readonly gap?: number;
}

/** Breaks text into lines of a width. A word that is longer than a line is broken too, so that nothing is cut off. */
function fitted(text: string, face: Face, size: number, width: number): string[] {
  const fits = (line: string) => face.widthOf(line, size) <= width;
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

/** Pages that are written from top to bottom. What does not fit continues on the next page. */
export class Sheets {
  readonly #document: PDFDocument;
  readonly #pages: PDFPage[] = [];
  #page: PDFPage;
  #y = 0;

  constructor(document: PDFDocument) {
    this.#document = document;
    this.#page = this.#begin();
  }

  #begin(): PDFPage {
    this.#page = this.#document.addPage([pageWidth, pageHeight]);
    this.#pages.push(this.#page);
    this.#y = pageHeight - margin - headRoom;
    return this.#page;
  }

  /** Begins a new page if less than this height is left, so that what belongs together stays together. */
  keep(height: number): void {
    if (this.#y - height < margin + footRoom) this.#begin();
  }

  /** Writes text over the whole width. */
  write(text: string, { face, size, colour = ink, gap = 0 }: Look): void {
    for (const line of fitted(text, face, size, inside)) {
      this.keep(size * leading);
      this.#y -= size * leading;
      face.draw(this.#page, line, { x: margin, y: this.#y, size, colour });
    }
    this.#y -= gap;
  }

  /** Writes cells side by side, as high as the highest of them. A row taller than a page continues on the next page. */
  row(cells: readonly Cell[], size: number, colour: typeof ink = ink): void {
    const space = 8;
    const all = cells.reduce((sum, { share }) => sum + share, 0);
    const columns = cells.map(({ share, text, face }) => {
      const width = (share / all) * inside;
      return { width, face, lines: text === '' ? [] : fitted(text, face, size, width - space) };
    });
    const count = Math.max(1, ...columns.map(({ lines }) => lines.length));
    this.keep(Math.min(count, 40) * size * leading + 8);
    for (let at = 0; at < count; at += 1) {
      this.keep(size * leading);
      this.#y -= size * leading;
      let x = margin;
      for (const { width, face, lines } of columns) {
        const line = lines[at];
        if (line !== undefined) face.draw(this.#page, line, { x, y: this.#y, size, colour });
        x += width;
      }
    }
    this.#y -= 5;
    this.#page.drawLine({
      start: { x: margin, y: this.#y },
      end: { x: pageWidth - margin, y: this.#y },
      thickness: 0.6,
      color: hairline,
    });
    this.#y -= 3;
  }

  space(points: number): void {
    this.#y -= points;
  }

  /** Writes the head and foot of every page, once all pages exist. */
  finish(face: Face, head: string, foot: (page: number, pages: number) => string): void {
    for (const [index, page] of this.#pages.entries()) {
      const [line = '', second] = fitted(head, face, 9, inside);
      face.draw(page, line, { x: margin, y: pageHeight - margin - 9, size: 9, colour: soft });
      if (second !== undefined)
        face.draw(page, second, { x: margin, y: pageHeight - margin - 22, size: 9, colour: soft });
      face.draw(page, foot(index + 1, this.#pages.length), { x: margin, y: margin, size: 9, colour: soft });
    }
  }
}
