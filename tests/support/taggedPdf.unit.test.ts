import { PDFDocument, StandardFonts } from 'pdf-lib';
import { expect, test } from 'vitest';
import { readTaggedPdf } from './taggedPdf.ts';

test('the reader of tagged PDFs finds what a plain document lacks', async () => {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  document.addPage().drawText('Hb', { font });
  document.addPage().drawLine({ start: { x: 0, y: 0 }, end: { x: 9, y: 0 } });
  const { findings } = await readTaggedPdf(await document.save());
  expect(findings).toEqual([
    'a font is not embedded',
    'a glyph says no letter',
    expect.stringContaining('is in no part'),
    'S draws outside of all parts',
    'no language',
    'no title',
    'the title is not shown',
    'not marked as tagged',
    'no metadata',
    'not exactly one H1',
  ]);
});
