import { PDFDict, PDFDocument, PDFName, StandardFonts } from 'pdf-lib';
import { expect, test } from 'vitest';
import { pinSheet } from '../../server/contacts/pinSheet.ts';
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

const name = (text: string) => PDFName.of(text);
/** The first object of a document for which this holds. */
function found<T>(document: PDFDocument, is: (dict: PDFDict) => T | null | false): T {
  for (const [, one] of document.context.enumerateIndirectObjects()) {
    const hit = one instanceof PDFDict ? is(one) : null;
    if (hit !== null && hit !== false) return hit;
  }
  throw new Error('the document has none');
}
const partOf = (document: PDFDocument, role: string) =>
  found(document, (dict) => dict.get(name('S')) === name(role) && dict);
const rootOf = (document: PDFDocument) => document.catalog.lookup(name('StructTreeRoot'), PDFDict);

const addLink = (document: PDFDocument) =>
  document.getPage(0).node.set(name('Annots'), document.context.obj([{ Type: 'Annot', Subtype: 'Link' }]));

test.each<[string, (document: PDFDocument) => unknown]>([
  ['no language', ({ catalog }) => catalog.delete(name('Lang'))],
  ['no metadata', ({ catalog }) => catalog.delete(name('Metadata'))],
  ['the title is not shown', ({ catalog }) => catalog.delete(name('ViewerPreferences'))],
  ['not marked as tagged', ({ catalog }) => catalog.delete(name('MarkInfo'))],
  [
    'its tags are suspect',
    ({ catalog, context }) => catalog.set(name('MarkInfo'), context.obj({ Marked: true, Suspects: true })),
  ],
  ['it runs scripts', ({ catalog, context }) => catalog.set(name('Names'), context.obj({ JavaScript: {} }))],
  ['it carries files', ({ catalog, context }) => catalog.set(name('Names'), context.obj({ EmbeddedFiles: {} }))],
  ['it has a dynamic form', ({ catalog, context }) => catalog.set(name('AcroForm'), context.obj({ XFA: [] }))],
  ['some content is optional', ({ catalog, context }) => catalog.set(name('OCProperties'), context.obj({}))],
  [
    'P is mapped to another role',
    (document) => rootOf(document).set(name('RoleMap'), document.context.obj({ P: 'Div' })),
  ],
  ['Warning is no standard role', (document) => partOf(document, 'P').set(name('S'), name('Warning'))],
  ['not exactly one H1', (document) => partOf(document, 'H1').set(name('S'), name('P'))],
  ['L holds what it may not', (document) => partOf(document, 'LI').set(name('S'), name('P'))],
  [
    'a part names another parent',
    (document) => partOf(document, 'H1').set(name('P'), rootOf(document).get(name('ParentTree')) ?? name('none')),
  ],
  ['marked content is in no part', (document) => partOf(document, 'H1').set(name('K'), document.context.obj([]))],
  ['content does not lead to its part', (document) => rootOf(document).delete(name('ParentTree'))],
  [
    'a font is not embedded',
    (document) => found(document, (dict) => dict.has(name('FontFile2')) && dict).delete(name('FontFile2')),
  ],
  [
    'a glyph says no letter',
    (document) => found(document, (dict) => dict.has(name('ToUnicode')) && dict).delete(name('ToUnicode')),
  ],
  ['the tab order is not that of its parts', (document) => addLink(document)],
  ['a link or field is in no part', (document) => addLink(document)],
])('finds: %s', async (finding, spoil) => {
  const document = await PDFDocument.load(
    await pinSheet({
      pin: '048213',
      portalName: 'Northlight',
      lastDay: new Date('2026-12-04T03:00:00Z'),
      timeZone: 'UTC',
      language: 'en',
      print: 'normal',
    }),
    { updateMetadata: false },
  );
  spoil(document);
  expect((await readTaggedPdf(await document.save())).findings).toContain(finding);
});
