import { parseDocument } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { type HtmlNode, type RichPart, type RichRules, richTree, richWords, safeHref } from './richTree.ts';

type Parsed = ReturnType<typeof parseDocument>['children'][number];

/** A parsed tree like the browser's, with the members that the walk reads. */
function nodeOf(parsed: Parsed): HtmlNode {
  const children = 'children' in parsed ? parsed.children.map(nodeOf) : [];
  const isElement = parsed.type === 'tag' || parsed.type === 'script' || parsed.type === 'style';
  const words: string =
    parsed.type === 'text' ? parsed.data : children.map((child) => child.textContent ?? '').join('');
  return {
    nodeType: isElement ? 1 : parsed.type === 'text' ? 3 : 8,
    nodeName: isElement ? parsed.name.toUpperCase() : '#other',
    textContent: words,
    childNodes: children,
    getAttribute: (name) => (isElement ? (parsed.attribs[name] ?? null) : null),
  };
}

const walk = (html: string, rules?: RichRules) => {
  const document = parseDocument(html);
  return richTree({ nodeType: 1, nodeName: 'BODY', textContent: '', childNodes: document.children.map(nodeOf) }, rules);
};

/** Writes the tree as text again, to compare it. */
const shown = (parts: readonly RichPart[]): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const attributes = [
        part.href && ` href=${part.href}`,
        part.colSpan && ` colspan=${part.colSpan}`,
        part.rowSpan && ` rowspan=${part.rowSpan}`,
      ]
        .filter(Boolean)
        .join('');
      return part.tag === 'br' ? '<br>' : `<${part.tag}${attributes}>${shown(part.children)}</${part.tag}>`;
    })
    .join('');

describe('what the facility writes', () => {
  test('gives each part of a definition list, a quotation and a figure a line of its own; nothing brings a mark along', () => {
    expect(shown(walk('<dl><dt>Weight</dt><dd>64 kg</dd></dl>'))).toBe('<p>Weight</p><p>64 kg</p>');
    expect(shown(walk('<blockquote><p>One</p></blockquote><figure>Two</figure>'))).toBe('<p>One</p><p>Two</p>');
    expect(shown(walk('<mark data-hit="1">Words</mark>'))).toBe('Words');
  });

  test('keeps the little markup that is allowed', () => {
    const html =
      '<h2>Rest</h2><p>Drink <b>tea</b>, <strong>sleep</strong>, <i>a</i> <em>b</em> <u>c</u> <sub>2</sub><sup>3</sup><br>now</p><ul><li>one</li></ul><ol><li>two</li></ol>';
    expect(shown(walk(html))).toBe(html);
  });

  test('keeps tables with the spans of their cells', () => {
    expect(
      shown(
        walk(
          '<table border="1"><thead><tr><th colspan="2" onclick="x()">Dose</th></tr></thead><tbody><tr><td rowspan="3" style="color:red">1</td></tr></tbody></table>',
        ),
      ),
    ).toBe(
      '<table><thead><tr><th colspan=2>Dose</th></tr></thead><tbody><tr><td rowspan=3>1</td></tr></tbody></table>',
    );
    expect(shown(walk('<table><tr><td colspan="-1" rowspan="9999">x</td></tr></table>'))).toBe(
      '<table><tr><td>x</td></tr></table>',
    );
  });

  test('makes levels of headings ours', () => {
    expect(shown(walk('<h1>a</h1><h5>b</h5>'))).toBe('<h2>a</h2><h4>b</h4>');
  });

  test('takes divs as paragraphs where they hold words', () => {
    expect(shown(walk('<div>one</div><div>two</div>'))).toBe('<p>one</p><p>two</p>');
    expect(shown(walk('<div><div>one</div><p>two</p></div>'))).toBe('<p>one</p><p>two</p>');
  });

  test('keeps the words of tags it does not know', () => {
    expect(shown(walk('<marquee>Slow <font color="red">down</font></marquee>'))).toBe('Slow down');
  });
});

describe('hostile text', () => {
  test.each([
    '<script>alert(1)</script>',
    '<style>*{display:none}</style>',
    '<iframe src="https://example.test"></iframe>',
    '<object data="x"></object><embed src="x">',
    '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
    '<math><mtext>x</mtext></math>',
    '<img src=x onerror=alert(1)>',
    '<template><p>x</p></template>',
    '<noscript>x</noscript>',
    '<form action="https://example.test"><input><button>Log in</button></form>',
    '<!-- <b>x</b> -->',
    '<meta http-equiv="refresh" content="0;url=https://example.test"><link rel="stylesheet" href="x"><base href="x">',
  ])('leaves nothing of %s', (html) => {
    expect(walk(html)).toEqual([]);
  });

  test('loses every handler, class, id and style', () => {
    expect(
      shown(
        walk('<p onclick="x()" class="a" id="main" style="position:fixed">Hello <span onmouseover=x()>you</span></p>'),
      ),
    ).toBe('<p>Hello <span>you</span></p>');
  });

  test.each([
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'JAVASCRIPT:x',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://x/1',
    'file:///etc',
    '/logout',
    '../x',
    '#main',
    '//example.test',
    '',
  ])('has no link to %j', (href) => {
    expect(safeHref(href)).toBeNull();
  });

  test('keeps links that lead to pages, mail and phones', () => {
    expect(safeHref(' https://example.test/a?b=1 ')).toBe('https://example.test/a?b=1');
    expect(safeHref('mailto:desk@example.test')).toBe('mailto:desk@example.test');
    expect(safeHref('tel:+15550100')).toBe('tel:+15550100');
    expect(
      shown(
        walk('<a href="https://example.test/" target="_top" onclick="x()">here</a> <a href="javascript:x">there</a>'),
      ),
    ).toBe('<a href=https://example.test/>here</a> there');
  });

  test('ends its nesting where no text needs it, without losing the words', () => {
    const deep = `${'<b>'.repeat(500)}deep${'</b>'.repeat(500)}`;
    expect(richWords(walk(deep))).toBe('deep');
    expect(shown(walk(deep)).split('<b>').length).toBeLessThan(60);
  });
});

describe('in a place for words only', () => {
  test('blocks become lines', () => {
    expect(shown(walk('<p>First <b>line</b></p><p>Second</p>', { inline: true }))).toBe('First <b>line</b><br>Second');
    expect(shown(walk('<ul><li>one</li><li>two</li></ul>', { inline: true }))).toBe('one<br>two');
  });

  test('links become their text on the kiosk', () => {
    expect(shown(walk('<a href="https://example.test">the clinic</a>', { noLinks: true }))).toBe('the clinic');
  });

  test('the words alone serve names that are read aloud', () => {
    expect(richWords(walk('<p>How  are</p><p><b>you</b>?</p>', { inline: true }))).toBe('How are you?');
  });
});
