import type { PrintSize } from '@portal/api';
import { type PDFDocument, type PDFPage, rgb } from 'pdf-lib';
import type { Face, Faces } from './faces.ts';
import { linesWithin } from './lines.ts';
import { type Part, type Role, Structure } from './structure.ts';

/** Points. The page fits on both A4 and Letter, so that no printer cuts it. */
const [pageWidth, pageHeight] = [595, 792];
const headRoom = 40;
const footRoom = 28;
const smallSize = 9;
const ink = rgb(0.1, 0.1, 0.12);
export const soft = rgb(0.35, 0.36, 0.4);
const hairline = rgb(0.78, 0.78, 0.8);
const leading = 1.36;
/** The smallest text in large print, and how much larger other text is. */
const [smallestLarge, largeScale] = [18, 1.5];

interface Look {
  /** Points in normal print. */
  readonly size: number;
  readonly isStrong?: boolean;
  readonly colour?: typeof ink;
  /** Space below, in points. */
  readonly gap?: number;
  readonly isCentred?: boolean;
}
interface Paper {
  readonly faces: Faces;
  readonly print: PrintSize;
  readonly margin: number;
  /** Stands at the head of every page. */
  readonly head?: string;
  /** Stands at the foot of each page. */
  readonly foot?: (page: number, pages: number) => string;
}
export interface Table {
  readonly part: Part;
  /** The share of each column in the width. */
  readonly shares: readonly number[];
}

/** Tagged pages that are written from top to bottom. What does not fit continues on the next page. */
export class Sheets {
  readonly #document: PDFDocument;
  readonly #structure: Structure;
  readonly #paper: Paper;
  readonly #inside: number;
  readonly #bottom: number;
  readonly #pages: PDFPage[] = [];
  #page: PDFPage;
  #y = 0;

  constructor(document: PDFDocument, paper: Paper) {
    this.#document = document;
    this.#structure = new Structure(document);
    this.#paper = paper;
    this.#inside = pageWidth - 2 * paper.margin;
    this.#bottom = paper.margin + (paper.foot === undefined ? 0 : footRoom);
    this.#page = this.#begin();
  }

  /** A size of text, or what depends on it, in the print that was asked for. Spaces stay, because paper is short. */
  #scaled(points: number): number {
    return this.#paper.print === 'large' ? Math.max(smallestLarge, points * largeScale) : points;
  }

  #begin(): PDFPage {
    const { margin, head, faces } = this.#paper;
    this.#page = this.#document.addPage([pageWidth, pageHeight]);
    this.#pages.push(this.#page);
    const top = pageHeight - margin;
    this.#y = top;
    if (head === undefined) return this.#page;
    // It is read once, on the first page, and repeated for the eye.
    const part = this.#pages.length === 1 ? this.#structure.add('P') : 'Pagination';
    const size = this.#scaled(smallSize);
    for (const line of linesWithin(head, faces.plain, size, this.#inside))
      this.#line(part, faces.plain, line, size, soft);
    this.#y = Math.min(this.#y - 14, top - headRoom);
    return this.#page;
  }

  /** Draws one line, on the next page if it does not fit on this one. */
  #line(
    part: Parameters<Structure['draw']>[1],
    face: Face,
    line: string,
    size: number,
    colour = ink,
    x?: number,
  ): void {
    this.#y -= size * leading;
    const place = { x: x ?? this.#paper.margin, y: this.#y, size, colour };
    this.#structure.draw(this.#page, part, () => face.draw(this.#page, line, place));
  }

  /** Begins a new page if less than this height of normal print is left, so that what belongs together stays together. */
  keep(height: number): void {
    this.#reserve(this.#scaled(height));
  }

  #reserve(height: number): void {
    if (this.#y - height < this.#bottom) this.#begin();
  }

  /** Writes text over the whole width, each line of it as a paragraph of its own. */
  write(role: Role, text: string, look: Look): void {
    for (const paragraph of text.split('\n'))
      if (paragraph.trim() !== '') this.#paragraph(this.#structure.add(role), paragraph, look, 0);
    this.space(look.gap ?? 0);
  }

  #paragraph(part: Part, text: string, { size: normal, isStrong, colour, isCentred }: Look, indent: number): void {
    const face = isStrong === true ? this.#paper.faces.strong : this.#paper.faces.plain;
    const size = this.#scaled(normal);
    const start = this.#paper.margin + indent;
    const width = this.#inside - indent;
    for (const line of linesWithin(text, face, size, width)) {
      this.#reserve(size * leading);
      const x = isCentred === true ? start + (width - face.widthOf(line.trimEnd(), size)) / 2 : start;
      this.#line(part, face, line, size, colour, x);
    }
  }

  /** Writes a numbered list. */
  list(items: readonly string[], look: Look): void {
    const list = this.#structure.add('L', undefined, 'numbered');
    const size = this.#scaled(look.size);
    for (const [at, text] of items.entries()) {
      const item = this.#structure.add('LI', list);
      this.#reserve(size * leading);
      const top = this.#y;
      this.#line(this.#structure.add('Lbl', item), this.#paper.faces.strong, `${String(at + 1)}.`, size);
      this.#y = top;
      this.#paragraph(this.#structure.add('LBody', item), text, look, this.#scaled(24));
      this.space(look.gap ?? 0);
    }
  }

  /** Begins a table of columns with these shares of the width, whose first row are these heads. */
  table(shares: readonly number[], heads: readonly string[], size: number): Table {
    const table = { part: this.#structure.add('Table'), shares };
    this.#row(table, heads, size, () => 'column');
    return table;
  }

  /** Adds a row, whose first cell says what it is about. */
  row(table: Table, texts: readonly string[], size: number): void {
    this.#row(table, texts, size, (at) => (at === 0 ? 'row' : undefined));
  }

  /** Writes cells side by side, as high as the highest of them. A row taller than a page continues on the next page. */
  #row(
    { part, shares }: Table,
    texts: readonly string[],
    normal: number,
    scopeOf: (at: number) => 'column' | 'row' | undefined,
  ): void {
    const { faces, margin } = this.#paper;
    const size = this.#scaled(normal);
    const lineHeight = size * leading;
    const all = shares.reduce((sum, share) => sum + share, 0);
    const row = this.#structure.add('TR', part);
    let x = margin;
    const columns = shares.map((share, at) => {
      const width = (share / all) * this.#inside;
      const face = at === 0 ? faces.strong : faces.plain;
      const scope = scopeOf(at);
      const cell = this.#structure.add(scope === undefined ? 'TD' : 'TH', row, scope);
      const column = { cell, face, x, colour: scope === 'column' ? soft : ink };
      x += width;
      return { ...column, lines: linesWithin(texts[at] ?? '', face, size, width - 8) };
    });
    const count = Math.max(1, ...columns.map(({ lines }) => lines.length));
    this.#reserve(Math.min(count, 40) * lineHeight + 8);
    for (let at = 0; at < count;) {
      this.#reserve(lineHeight);
      const top = this.#y;
      const fit = Math.max(1, Math.floor((top - this.#bottom) / lineHeight));
      // A cell is drawn whole before the next one, because some readers go by the order on the page.
      for (const { cell, face, lines, colour, x: left } of columns) {
        this.#y = top;
        for (const line of lines.slice(at, at + fit)) this.#line(cell, face, line, size, colour, left);
      }
      this.#y = top - Math.min(fit, count - at) * lineHeight;
      at += fit;
    }
    this.space(5);
    this.#structure.draw(this.#page, 'Layout', () =>
      this.#page.drawLine({
        start: { x: margin, y: this.#y },
        end: { x: pageWidth - margin, y: this.#y },
        thickness: 0.6,
        color: hairline,
      }),
    );
    this.space(3);
  }

  /** Draws a frame around what is written, which has this height in normal print. */
  frame(height: number, write: () => void): void {
    const { margin } = this.#paper;
    this.keep(height);
    const top = this.#y;
    write();
    this.#structure.draw(this.#page, 'Layout', () =>
      this.#page.drawRectangle({
        x: margin,
        y: this.#y,
        width: this.#inside,
        height: top - this.#y,
        borderColor: soft,
        borderWidth: 1.2,
      }),
    );
  }

  space(points: number): void {
    this.#y -= points;
  }

  /** Writes the structure and, now that all pages exist, the foot of each. */
  finish(): void {
    const { margin, faces, foot } = this.#paper;
    const size = this.#scaled(smallSize);
    for (const [index, page] of this.#pages.entries()) {
      if (foot === undefined) break;
      this.#structure.draw(page, 'Pagination', () =>
        faces.plain.draw(page, foot(index + 1, this.#pages.length), { x: margin, y: margin, size, colour: soft }),
      );
    }
    this.#structure.finish();
  }
}
