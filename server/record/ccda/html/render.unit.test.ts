import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { languageCodes } from '@portal/api';
import { readDocument } from '../document/readDocument.ts';
import { narrativeText } from '../../../../tests/server/narrativeText.ts';
import type { DocumentBody } from '../tree.ts';
import { renderDocument, renderNodes } from './render.ts';
import { singleFile } from './singleFile.ts';
import {
  type Element,
  attribute,
  documentOf,
  elementsOf,
  isElement,
  wordsOf,
} from '../../../../tests/server/ccdaHtml.ts';

const file = fileURLToPath(new URL('../../../../tests/server/documents/narratives.xml', import.meta.url));
const { tree } = readDocument(readFileSync(file));
const rendered = renderDocument(tree, 'es');
const section = (id: string): Element[] => {
  const all = elementsOf(rendered.html ?? '').find((one) => attribute(one, 'id') === id);
  return all === undefined ? [] : within(all);
};
const within = (one: Element): Element[] => [one, ...one.childNodes.filter(isElement).flatMap(within)];
const named = (all: readonly Element[], tag: string): Element[] => all.filter(({ tagName }) => tagName === tag);
const text = (one: Element | undefined): string =>
  (one?.childNodes ?? [])
    .map((node) => ('value' in node ? node.value : isElement(node) ? text(node) : ''))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
const htmlOf = (narrative: string): string => renderDocument(readDocument(documentOf(narrative)).tree, 'en').html ?? '';
const tagsOf = (narrative: string): string =>
  htmlOf(narrative)
    .replace(/^.*<div class="fold-body">|<\/div><\/details>$/g, '')
    .replace(/ (?:role|scope|data-label|class|id|tabindex|aria-label)="[^"]*"/g, '');

describe('a document as HTML', () => {
  test('has its sections for the table of contents, with their names where they have no title', () => {
    expect(rendered.sections.slice(8)).toEqual([
      { id: 's-8', code: '29762-2', title: 'Social history', entries: null, isEmpty: true },
      { id: 's-9', code: '11369-6', title: 'Vacunas', entries: 1, isEmpty: true },
      { id: 's-10', code: '61146-7', title: 'Objetivos', entries: null, isEmpty: true },
      { id: 's-11', code: '8716-3', title: 'Vital signs', entries: 2, isEmpty: false },
      { id: 's-12', code: '47519-4', title: 'Malformed', entries: null, isEmpty: false },
    ]);
  });

  test('says of an empty section why it is empty, in the language of the reader', () => {
    const said = (id: string) => text(section(id).find((one) => attribute(one, 'class') === 'empty ours'));
    expect(said('s-8')).toBe('Esta sección del documento está vacía. No se omitió nada.');
    expect(said('s-9')).toMatch(/códigos para computadoras/);
    expect(said('s-10')).toMatch(/se mantiene privada/);
    for (const id of ['s-8', 's-9', 's-10'])
      expect(
        section(id)
          .filter((one) => (attribute(one, 'class') ?? '').includes('ours'))
          .every((one) => attribute(one, 'lang') === 'es-MX'),
      ).toBe(true);
  });

  test('stays in its own language, and says so', () => {
    expect(attribute(section('s-0')[0] ?? expect.fail(), 'lang')).toBe('en-US');
    expect(rendered.html).not.toContain('style=');
  });

  test('has sections in sections, with headings one level lower each', () => {
    const all = section('s-11');
    expect(['h2', 'h3', 'h4'].map((tag) => text(named(all, tag)[0]))).toEqual(['Vital signs', 'Height', 'Deeper']);
  });

  test('numbers footnotes through a section, and leads there and back', () => {
    const all = section('s-0');
    const links = named(all, 'a').filter((one) => attribute(one, 'href')?.startsWith('#') === true);
    const ids = new Set(all.map((one) => attribute(one, 'id')));
    expect(links).toHaveLength(8);
    for (const link of links) expect(ids).toContain(attribute(link, 'href')?.slice(1));
    expect(text(all.find((one) => attribute(one, 'id') === 'fn-0-2'))).toBe('Since 1998↩ ↩');
    expect(named(section('s-11'), 'ol').map(text)).toEqual(['Without shoes↩With clothes↩']);
  });

  test('shows pictures by their bytes, and says in words why one is missing', () => {
    const all = section('s-3');
    expect(named(all, 'img').map((one) => attribute(one, 'src')?.slice(0, 22))).toEqual([
      'data:image/png;base64,',
      'data:image/gif;base64,',
    ]);
    expect(all.filter((one) => (attribute(one, 'class') ?? '').startsWith('missing')).map(text)).toEqual([
      'Aquí va la misma imagen de arriba.',
      'Aquí va una imagen. Es de un tipo que no se puede mostrar.',
      'Aquí va una imagen. Está guardada en otro lugar y no se carga.',
      'Aquí va una imagen, pero no está en el documento.',
    ]);
  });

  test('gives each block of words that may run from right to left a direction of its own', () => {
    const all = section('s-6').filter((one) => attribute(one, 'dir') === 'auto');
    expect(all.map(({ tagName }) => tagName)).toEqual(['h2', 'p', 'p', 'td']);
  });

  test.each(languageCodes)('has every label in %s', (language) => {
    expect(renderDocument(tree, language).html).not.toMatch(/undefined|\{\w+\}/);
    expect(singleFile(tree, language)).not.toMatch(/undefined|>\{\w+\}/);
  });
});

describe('a table', () => {
  test('with one row of headers and no spans becomes labels and values, and keeps its roles', () => {
    const all = section('s-0');
    const table = named(all, 'table')[0] ?? expect.fail();
    expect([attribute(table, 'class'), attribute(table, 'role')]).toEqual(['stack', 'table']);
    expect(named(all, 'th').map((one) => [text(one), attribute(one, 'scope')])).toEqual([
      ['Substance', 'col'],
      ['Reaction', 'col'],
    ]);
    expect(
      named(all, 'td')
        .slice(4, 7)
        .map((one) => attribute(one, 'data-label')),
    ).toEqual(['Substance', 'Reaction', '']);
  });

  test('with spans slides by itself, named and reachable by keyboard', () => {
    const frame = section('s-1').find((one) => attribute(one, 'class') === 'slide') ?? expect.fail();
    expect([attribute(frame, 'role'), attribute(frame, 'tabindex')]).toEqual(['region', '0']);
    expect(attribute(frame, 'aria-label')).toMatch(/^Tabla 1, Results\. /);
    expect(named(section('s-1'), 'th').map((one) => attribute(one, 'scope'))).toEqual([
      'col',
      'colgroup',
      'col',
      'col',
      'row',
      'row',
    ]);
  });

  test('whose first row is nothing but headers has a head', () => {
    expect(tagsOf('<table><tr><th>A</th></tr><tr><td>1</td></tr></table>')).toBe(
      '<div><table><thead><tr><th>A</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table></div>',
    );
  });

  test('says nothing of headers that its structure does not say', () => {
    expect(htmlOf('<table><tr><td>A</td><td>B</td></tr><tr><td>1</td><td>2</td></tr></table>')).not.toMatch(
      /scope|<th/,
    );
  });

  test('of many rows has them in groups of 25, in their order, but where a cell speaks for the group of the document', () => {
    const rows = (cell: string) => Array.from({ length: 60 }, (_, at) => `<tr>${cell}<td>${at}</td></tr>`).join('');
    const groups = (cell: string) =>
      named(
        elementsOf(
          htmlOf(
            `<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody ID="b" styleCode="Bold">${rows(cell)}</tbody></table>`,
          ),
        ),
        'tbody',
      );
    const found = groups('<td>x</td>');
    expect(found.map((one) => [named(within(one), 'tr').length, attribute(one, 'id'), attribute(one, 'role')])).toEqual(
      [
        [25, 'd-b', 'rowgroup'],
        [25, undefined, 'rowgroup'],
        [10, undefined, 'rowgroup'],
      ],
    );
    expect(
      found.flatMap((one) => named(within(one), 'tr').map((row) => text(row.childNodes.filter(isElement)[1]))),
    ).toEqual(Array.from({ length: 60 }, (_, at) => String(at)));
    expect(groups('<th scope="rowgroup">x</th>')).toHaveLength(1);
  });

  test('spans no more columns and rows than a page could have', () => {
    const html = htmlOf(
      '<table><tr><td colspan="1000000" rowspan="99999999">x</td><td colspan="-1" rowspan="a">y</td></tr></table>',
    );
    expect(html).toContain('<td colspan="100" rowspan="1000">x</td><td>y</td>');
  });
});

describe('narrative', () => {
  test('is HTML that a browser leaves as it is', () => {
    for (const all of ['s-2', 's-12'].map(section)) {
      expect(
        named(all, 'p')
          .flatMap(within)
          .filter(({ tagName }) => ['p', 'ul', 'ol', 'div', 'table'].includes(tagName)).length,
      ).toBe(named(all, 'p').length);
      for (const one of named(all, 'tr')) expect(['tbody', 'thead', 'tfoot']).toContain(one.parentNode?.nodeName);
    }
  });

  test('keeps spaces where the document says so, and line breaks of a note without markup', () => {
    expect(tagsOf('one\ntwo')).toBe('<p>one\ntwo</p>');
    expect(htmlOf('<paragraph xml:space="preserve">a  b</paragraph>')).toContain('<p class="pre">a  b</p>');
    expect(tagsOf('<paragraph>a\n   b</paragraph>')).toBe('<p>a b</p>');
  });

  test('as plain text has a line for each block and row', () => {
    const { body } = readDocument(
      documentOf(
        '<table><tr><th>A</th><th>B</th></tr><tr><td>1<footnote>n</footnote></td><td>2</td></tr></table><list><item>x</item></list>',
      ),
    ).tree;
    const nodes = body.kind === 'sections' ? (body.sections[0]?.text ?? []) : [];
    expect(narrativeText(nodes)).toBe('A\tB\n1 [n]\t2\n- x');
    expect(renderNodes(nodes, 'en')).toContain('<sup class="ref ours" id="fnr-n-1">');
  });
});

describe('a document that is no XML inside', () => {
  const bodyOf = (body: DocumentBody) =>
    renderDocument({ header: { ...tree.header, language: null }, body }, 'en').html;
  test('is shown as the text or picture that it is', () => {
    expect(bodyOf({ kind: 'text', text: '\n<b>1 & 2' })).toBe(
      '<pre class="plain" lang="" dir="auto">\n\n&lt;b&gt;1 &amp; 2</pre>',
    );
    expect(bodyOf({ kind: 'picture', mediaType: 'image/png', base64: 'iVBO' })).toMatch(
      /^<img class="scan" src="data:image\/png;base64,iVBO" alt="[^"]+" lang="en-US">$/,
    );
    expect(bodyOf({ kind: 'pdf', base64: 'JVBE' })).toBeNull();
  });
  test('and is somewhere else says where, and loads nothing', () => {
    const html = bodyOf({ kind: 'elsewhere', reference: 'javascript:alert(1)', mediaType: null }) ?? '';
    expect(html).toContain('<bdi class="reference">javascript:alert(1)</bdi>');
    expect(bodyOf({ kind: 'elsewhere', reference: 'https://a.example/1.pdf', mediaType: null })).toContain(
      'href="https://a.example/1.pdf"',
    );
    expect(bodyOf({ kind: 'elsewhere', reference: null, mediaType: 'application/rtf' })).toContain('application/rtf');
  });
});

describe('the file to keep', () => {
  const html = singleFile(tree, 'es');
  test('says whose document it is and who made it, and leads to its sections', () => {
    const all = elementsOf(html);
    expect(named(all, 'dd').map(text)).toEqual([
      'Juniper Applewhistle',
      '2 abr 1979',
      '12 nov 2026',
      'Ottoline Fernbrook',
      'Tidewillow Health',
    ]);
    expect(
      named(all, 'nav')
        .flatMap(within)
        .filter(({ tagName }) => tagName === 'a')
        .map((one) => attribute(one, 'href')),
    ).toEqual(rendered.sections.map(({ id }) => `#${id}`));
    expect(named(all, 'html').map((one) => attribute(one, 'lang'))).toEqual(['es-MX']);
  });
  test('runs nothing and loads nothing', () => {
    expect(html).toContain("default-src 'none'; style-src 'unsafe-inline'; img-src data:;");
    expect(html).not.toMatch(/<(?:script|link|iframe|object)\b|@import|url\(/);
  });
  test('of a document without sections says what it is', () => {
    const body = { kind: 'pdf', base64: 'JVBE' } as const;
    expect(wordsOf(elementsOf(singleFile({ header: tree.header, body }, 'en'))[0] ?? expect.fail())).not.toContain(
      'JVBE',
    );
    expect(singleFile({ header: tree.header, body }, 'en')).toContain('This document is a PDF');
  });
});
