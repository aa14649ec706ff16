import { languageCodes, PrintSize } from '@portal/api';
import { expect, test } from 'vitest';
import { juniper } from '../../../tests/server/juniper.ts';
import { readTaggedPdf } from '../../../tests/support/taggedPdf.ts';
import { narrativeText } from '../../../tests/server/narrativeText.ts';
import { readDocument } from '../../record/ccda/document/readDocument.ts';
import { summaryXml } from './document.ts';
import { pdfOf } from './pdf.ts';
import { summaryWords } from './words.ts';

/** Each word of a text, but for signs that a font may write in another way. */
const wordsIn = (text: string): Set<string> => new Set(text.match(/[\p{Letter}\d]{3,}/gu) ?? []);

test.each(languageCodes.flatMap((language) => PrintSize.options.map((print) => ({ language, print }))))(
  'everybody can read the pages, and they say each word of the document: $language, $print',
  async ({ language, print }) => {
    const content = { ...juniper, scope: { ...juniper.scope, language } };
    const { findings, parts } = await readTaggedPdf(await pdfOf(content, print));
    expect(findings).toEqual([]);
    expect(parts.filter(({ role }) => role === 'H1')).toHaveLength(1);
    expect(parts.some(({ role }) => role === 'Table')).toBe(print === 'normal');
    const { body } = readDocument(Buffer.from(summaryXml(content))).tree;
    if (body.kind !== 'sections') throw new Error('no sections');
    const told = wordsIn(parts.map(({ text }) => text).join(' '));
    const all = wordsIn(
      body.sections.map(({ title, text }) => `${title ?? ''} ${narrativeText(text ?? [])}`).join(' '),
    );
    // What the first column is called is left out where each entry has a heading.
    const { what, relative, name } = summaryWords[language];
    const heads = wordsIn([...Object.values(what), relative, name].join(' '));
    expect([...all].filter((word) => !told.has(word) && !heads.has(word))).toEqual([]);
  },
);
