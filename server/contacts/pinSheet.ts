import type { LanguageCode, PrintSize } from '@portal/api';
import { createDocument } from '../pdf/document.ts';
import { facesOn } from '../pdf/faces.ts';
import { Sheets, soft } from '../pdf/sheets.ts';
import { locales } from '../process/locales.ts';
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
  readonly print: PrintSize;
}

/** A page, to be printed and handed over, with the PIN of an invitation and how to use it. It says nothing about anybody's health. */
export async function pinSheet(sheet: PinSheet): Promise<Uint8Array> {
  const { pin, language, portalName, lastDay, timeZone, print } = sheet;
  const texts = sheetTexts[language];
  const day = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone }).format(lastDay);
  // By functions, because a name that is given as text would have its dollar signs read as patterns.
  const fill = (text: string): string => text.replaceAll('{portal}', () => portalName).replaceAll('{day}', () => day);

  const document = await createDocument(fill(texts.title), language, portalName);
  const all = [texts.title, texts.intro, texts.pin, texts.how, ...texts.steps, ...texts.notes, '{portal}'];
  const faces = await facesOn(document, fill(all.join('')));
  // Large print has smaller margins and digits no larger than they are anyway, so that it stays one page.
  const [margin, digits] = print === 'large' ? [40, 32] : [64, 48];
  const sheets = new Sheets(document, { faces, print, margin });
  sheets.write('P', portalName, { size: 12, colour: soft, gap: 10 });
  sheets.write('H1', fill(texts.title), { size: 24, isStrong: true, gap: 14 });
  sheets.write('P', fill(texts.intro), { size: 13, gap: 22 });

  sheets.frame(110, () => {
    sheets.space(11);
    sheets.write('P', texts.pin, { size: 12, colour: soft, isCentred: true });
    sheets.write('P', `${pin.slice(0, 3)} ${pin.slice(3)}`, { size: digits, isStrong: true, isCentred: true, gap: 24 });
  });
  sheets.space(26);

  sheets.write('H2', texts.how, { size: 15, isStrong: true, gap: 8 });
  sheets.list(texts.steps.map(fill), { size: 13, gap: 6 });
  sheets.space(12);
  for (const note of texts.notes) sheets.write('P', fill(note), { size: 11.5, colour: soft, gap: 6 });
  sheets.finish();
  return document.save();
}
