import { setImmediate } from 'node:timers/promises';
import { type PrintSize, readSourceDate } from '@portal/api';
import { createDocument } from '../../pdf/document.ts';
import { facesOn } from '../../pdf/faces.ts';
import { Sheets } from '../../pdf/sheets.ts';
import { turns } from '../../process/threads.ts';
import { fillText } from '../../html/fillText.ts';
import { pdfTexts } from '../../testResults/pdfTexts.ts';
import type { SummaryContent } from './content.ts';
import { styleOf } from './narrative.ts';
import { sectionBodies } from './sections.ts';
import { type Child, isList, type Written } from './xml.ts';

const bodySize = 10;
/** Wider tables break words; their rows are written one below the other, as in large print. */
const mostColumns = 5;
/** Rows between which other requests are answered. */
const rowsAtOnce = 40;

function textOf(child: Child): string {
  if (child === null || child === undefined) return '';
  if (typeof child === 'string') return child;
  if (isList(child)) return child.map(textOf).join('');
  return child.name === 'br' ? '\n' : textOf(child.children);
}

const flat = (child: Child): Written[] => {
  if (child === null || child === undefined || typeof child === 'string') return [];
  return isList(child) ? child.flatMap(flat) : [child];
};
const within = (written: Written, name: string): Written[] =>
  flat(written.children).flatMap((one) => (one.name === name ? [one] : within(one, name)));
const isBold = (written: Written): boolean =>
  flat(written.children).some(({ attributes }) => attributes['styleCode'] === 'Bold');

/** Each column as wide as its texts need, within bounds. */
const sharesOf = (rows: readonly (readonly string[])[]): number[] =>
  (rows[0] ?? []).map((_, at) => Math.sqrt(Math.min(60, Math.max(8, ...rows.map((row) => row[at]?.length ?? 0)))));

/** Writes the words of sections, which are those of the document. */
class SectionWriter {
  readonly #sheets: Sheets;
  readonly #print: PrintSize;
  /** A part of the section has a heading of its own, under which entries stand. */
  #isInPart = false;
  #rows = 0;

  constructor(sheets: Sheets, print: PrintSize) {
    this.#sheets = sheets;
    this.#print = print;
  }

  begin(title: string): void {
    this.#isInPart = false;
    this.#sheets.keep(90);
    this.#sheets.write('H2', title, { size: this.#print === 'large' ? 17 : 14, isStrong: true, gap: 4 });
  }

  async write(text: Child): Promise<void> {
    for (const part of flat(text)) {
      if (part.name === 'table') await this.#table(part);
      else if (part.name === 'list')
        for (const item of within(part, 'item')) await this.#entry(textOf(item).split('\n'));
      else if (isBold(part)) {
        this.#isInPart = true;
        this.#sheets.keep(70);
        this.#sheets.write('H3', textOf(part), { size: 11.5, isStrong: true, gap: 4 });
      } else this.#sheets.write('P', textOf(part), { size: bodySize, gap: 6 });
    }
    this.#sheets.space(12);
  }

  async #table(table: Written): Promise<void> {
    const heads = within(table, 'th').map(textOf);
    const rows = within(table, 'tr')
      .map((row) => within(row, 'td').map(textOf))
      .filter((row) => row.length > 0);
    if (this.#print === 'large' || heads.length > mostColumns) {
      for (const [name = '', ...values] of rows)
        await this.#entry([
          name,
          ...values.flatMap((value, at) => (value === '' ? [] : [`${heads[at + 1] ?? ''}: ${value}`])),
        ]);
      return;
    }
    const drawn = this.#sheets.table(sharesOf([heads, ...rows]), heads, 8.5);
    for (const row of rows) {
      this.#sheets.row(
        drawn,
        row.map((cell) => cell.replaceAll('\n', '; ')),
        9.5,
      );
      await this.#pause();
    }
    this.#sheets.space(6);
  }

  async #entry([name = '', ...lines]: readonly string[]): Promise<void> {
    this.#sheets.keep(50);
    this.#sheets.write(this.#isInPart ? 'H4' : 'H3', name, { size: bodySize, isStrong: true, gap: 2 });
    for (const line of lines) this.#sheets.write('P', line, { size: bodySize, gap: 2 });
    this.#sheets.space(6);
    await this.#pause();
  }

  async #pause(): Promise<void> {
    this.#rows += 1;
    if (this.#rows % rowsAtOnce === 0) await setImmediate();
  }
}

/** A summary as tagged pages, with the words of the document. */
export async function pdfOf(content: SummaryContent, print: PrintSize): Promise<Uint8Array> {
  const { scope, patient, facility } = content;
  const { language } = scope;
  const style = styleOf(content);
  const texts = pdfTexts[language];
  const born = readSourceDate(patient.dateOfBirth);
  const made = readSourceDate(scope.now.toISOString());
  const head = [
    facility.name,
    patient.fullName,
    fillText(language, texts.born, { date: born === null ? patient.dateOfBirth : style.day(born) }),
    fillText(language, texts.recordNumber, { number: patient.mrn }),
    ...(made === null ? [] : [fillText(language, texts.printed, { when: style.moment(made) })]),
  ].join(' · ');
  const sections = sectionBodies(content);
  const { title, nothing } = style.words;
  const document = await createDocument(title, language);
  const words = [head, title, nothing, texts.page, ...sections.map((one) => one.title + textOf(one.body?.text))];
  const faces = await facesOn(document, words.join(' '));
  const foot = (page: number, pages: number) =>
    fillText(language, texts.page, { page: String(page), pages: String(pages) });
  const sheets = new Sheets(document, { faces, print, margin: 48, head, foot });
  sheets.write('H1', title, { size: 20, isStrong: true, gap: 10 });
  const writer = new SectionWriter(sheets, print);
  for (const section of sections) {
    writer.begin(section.title);
    await writer.write(
      section.body === null ? { name: 'paragraph', attributes: {}, children: [nothing] } : section.body.text,
    );
  }
  sheets.finish();
  return document.save();
}

const inTurn = turns(2, 20);

/** The same, two at once. `busy`: too many are being made just now. */
export const madePdf = (content: SummaryContent, print: PrintSize): Promise<Uint8Array | 'busy'> =>
  inTurn(() => pdfOf(content, print));
