import type { LanguageCode } from '@portal/api';
import { PDFDocument, PDFName, PDFString, StandardFonts, rgb } from 'pdf-lib';
import { locales } from '../process/locales.ts';
import { type Face, facesOn } from '../pdf/faces.ts';
import { linesOf } from '../pdf/lines.ts';
import { sheetTexts } from './sheetTexts.ts';

export interface PinSheet {
  /** Six digits. */
  readonly pin: string;
  readonly language: LanguageCode;
  /** The portal's name. The facility's own name may reveal what it treats. */
  readonly portalName: string;
  /** The instant when the invitation ends, printed as a day in this time zone. */
  readonly lastDay: Date;
  readonly timeZone: string;
}

/** Points. The page fits on both A4 and Letter, so that no printer cuts it. */
const [pageWidth, pageHeight] = [595, 792];
const margin = 64;
const inside = pageWidth - 2 * margin;
const ink = rgb(0.1, 0.1, 0.12);
const soft = rgb(0.35, 0.36, 0.4);

/** One page, to be printed and handed over, with the PIN of an invitation and how to use it. It says nothing about anybody's health. */
export async function pinSheet({ pin, language, portalName, lastDay, timeZone }: PinSheet): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const texts = sheetTexts[language];
  const day = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone }).format(lastDay);
  const fill = (text: string): string => text.replaceAll('{portal}', portalName).replaceAll('{day}', day);

  document.setTitle(fill(texts.title), { showInWindowTitleBar: true });
  document.setCreator(portalName);
  document.setProducer('');
  document.catalog.set(PDFName.of('Lang'), PDFString.of(locales[language]));
  const page = document.addPage([pageWidth, pageHeight]);

  const regular = await document.embedFont(StandardFonts.Helvetica);
  const all = fill(
    [texts.title, texts.intro, texts.pin, texts.how, ...texts.steps, ...texts.notes, '{portal}'].join(''),
  );
  const faceOf = await facesOn(document, regular, all);
  const plain = faceOf(regular);
  const strong = faceOf(await document.embedFont(StandardFonts.HelveticaBold));

  let y = pageHeight - margin;
  const write = (
    face: Face,
    size: number,
    text: string,
    { x = margin, colour = ink, gap = 0 }: { x?: number; colour?: typeof ink; gap?: number } = {},
  ): void => {
    const width = inside - (x - margin);
    for (const line of linesOf(text, (candidate) => face.widthOf(candidate, size) <= width)) {
      y -= size * 1.4;
      face.draw(page, line, { x, y, size, colour });
    }
    y -= gap;
  };

  write(plain, 12, portalName, { colour: soft, gap: 10 });
  write(strong, 24, fill(texts.title), { gap: 14 });
  write(plain, 13, fill(texts.intro), { gap: 22 });

  const boxHeight = 108;
  page.drawRectangle({
    x: margin,
    y: y - boxHeight,
    width: inside,
    height: boxHeight,
    borderColor: soft,
    borderWidth: 1.2,
  });
  const label = texts.pin;
  plain.draw(page, label, { x: pageWidth / 2 - plain.widthOf(label, 12) / 2, y: y - 28, size: 12, colour: soft });
  const spaced = `${pin.slice(0, 3)} ${pin.slice(3)}`;
  strong.draw(page, spaced, { x: pageWidth / 2 - strong.widthOf(spaced, 48) / 2, y: y - 82, size: 48, colour: ink });
  y -= boxHeight + 26;

  write(strong, 15, texts.how, { gap: 8 });
  for (const [index, step] of texts.steps.entries()) {
    strong.draw(page, `${String(index + 1)}.`, { x: margin, y: y - 13 * 1.4, size: 13, colour: ink });
    write(plain, 13, fill(step), { x: margin + 24, gap: 6 });
  }
  y -= 12;
  for (const note of texts.notes) write(plain, 11.5, fill(note), { colour: soft, gap: 6 });
  return document.save();
}
