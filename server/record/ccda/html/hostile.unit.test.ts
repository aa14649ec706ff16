import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDocument } from '../document/readDocument.ts';
import { type DocumentTree, type NarrativeNode, narrativeTags } from '../tree.ts';
import { renderDocument, renderNodes } from './render.ts';
import { singleFile } from './singleFile.ts';
import { dangersOf } from '../../../../tests/server/dangers.ts';
import { hostileNarratives } from '../../../../tests/server/hostileNarratives.ts';
import { documentOf, wordsOfHtml, wordsOfXml } from '../../../../tests/server/ccdaHtml.ts';

/** The body of a file. Its head is written by us only. */
const bodyOf = (file: string): string => file.slice(file.indexOf('<body>'));

describe('a narrative that would do harm', () => {
  test.each(hostileNarratives)('runs and loads nothing, and keeps its words: $name', ({ text, entries }) => {
    const bytes = documentOf(text, entries);
    const { tree } = readDocument(bytes);
    for (const html of [renderDocument(tree, 'fr').html ?? '', bodyOf(singleFile(tree, 'fr'))]) {
      expect(dangersOf(html)).toEqual([]);
      expect(html.length).toBeLessThan(300_000);
    }
    if (!text.includes('footnote'))
      expect(wordsOfHtml(renderDocument(tree, 'fr').html ?? '')).toEqual(wordsOfXml(bytes.toString()));
  });

  test('is found by this test where it gets through', () => {
    for (const html of [
      '<p onclick="a()">',
      '<script>',
      '<svg><p>',
      '<a href="javascript:a()">',
      '<img src="http://x/">',
      '<p style="x">',
      '<p id="body">',
      '<a target="_blank">',
      '<p id="d-a"><p id="d-a">',
    ])
      expect(dangersOf(html), html).not.toEqual([]);
  });

  test('with very many rows is read and written whole', () => {
    const { tree } = readDocument(documentOf(`<table>${'<tr><td>1</td><td>2</td></tr>'.repeat(30_000)}</table>`));
    expect(renderDocument(tree, 'en').html?.match(/<tr>/g)).toHaveLength(30_000);
  });
});

/** Text with everything that has a meaning in markup. */
const words = fc.oneof(
  fc.string({
    unit: fc.constantFrom(...'< > & " \' ` = / ! - ; : # % { } a b c \u00A0 \u2028 \u202E 健'.split(' '), ' '),
    maxLength: 20,
  }),
  fc.constantFrom(
    '</td>',
    '<script>',
    '-->',
    '<!--',
    ']]>',
    '&lt;',
    '&#60;',
    '"><img src=x onerror=a()>',
    'javascript:a()',
    '</details></main>',
    '<![CDATA[',
  ),
);
const inXml = (text: string): string => text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

describe('any words', () => {
  test('stay words, wherever they stand in a document', () => {
    const names =
      'content paragraph list item table tr td th thead caption sub sup footnote linkHtml renderMultiMedia b div script style svg title textarea'.split(
        ' ',
      );
    const { element } = fc.letrec<{ element: string }>((tie) => ({
      element: fc
        .tuple(
          fc.constantFrom(...names),
          fc.dictionary(
            fc.constantFrom(
              'ID',
              'href',
              'styleCode',
              'title',
              'abbr',
              'headers',
              'colspan',
              'IDREF',
              'align',
              'onclick',
              'src',
            ),
            words,
            { maxKeys: 3 },
          ),
          fc.array(fc.oneof({ depthSize: 'small' }, words.map(inXml), tie('element')), { maxLength: 4 }),
        )
        .map(
          ([name, values, children]) =>
            `<${name}${Object.entries(values)
              .map(([key, value]) => ` ${key}="${inXml(value)}"`)
              .join('')}>${children.join('')}</${name}>`,
        ),
    }));
    fc.assert(
      fc.property(fc.array(element, { maxLength: 4 }), words, (elements, title) => {
        const bytes = documentOf(elements.join(''));
        const { tree } = readDocument(bytes);
        const named: DocumentTree = {
          header: {
            ...tree.header,
            title,
            custodian: { name: title, organization: null, role: title, address: null, telecoms: [title] },
          },
          body: tree.body,
        };
        const html = renderDocument(named, 'en').html ?? '';
        expect(dangersOf(html)).toEqual([]);
        expect(dangersOf(bodyOf(singleFile(named, 'en')))).toEqual([]);
        const sorted = (all: readonly string[]) => all.map((one) => one.replace(/\s+/g, '').split('').sort().join(''));
        expect(sorted(wordsOfHtml(html))).toEqual(sorted(wordsOfXml(bytes.toString())));
      }),
      { numRuns: 300 },
    );
  });

  test('stay words also in a tree that no reader of ours has made', () => {
    const { node } = fc.letrec<{ node: NarrativeNode }>((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        words,
        fc.record({
          t: fc.constantFrom(...narrativeTags),
          a: fc.dictionary(
            fc.constantFrom(
              'id',
              'class',
              'href',
              'title',
              'type',
              'data',
              'missing',
              'region',
              'colspan',
              'span',
              'scope',
              'ref',
              'shows',
              'onclick',
            ),
            words,
            { maxKeys: 4 },
          ),
          c: fc.array(tie('node'), { maxLength: 3 }),
        }),
      ),
    }));
    fc.assert(
      fc.property(fc.array(node, { maxLength: 4 }), (nodes) => {
        expect(dangersOf(renderNodes(nodes, 'en'))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
