import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlOfMarkdown } from './markdown.ts';
import { safeHtml } from './richText.ts';

describe('Markdown becomes the few elements that texts may have', () => {
  it.each([
    ['Plain words, 2 < 3 & 5 * 2 * 1, snake_case_name', 'Plain words, 2 &lt; 3 &amp; 5 * 2 * 1, snake_case_name'],
    [
      'One **bold** and *soft* _word_, __strong__',
      'One <strong>bold</strong> and <em>soft</em> <em>word</em>, <strong>strong</strong>',
    ],
    ['First\n\nSecond\nline', '<p>First</p><p>Second<br />line</p>'],
    [
      '## About\n- one\n- two\n  more\n\n1. a\n2) b',
      '<h3>About</h3><ul><li>one</li><li>two<br />more</li></ul><ol><li>a</li><li>b</li></ol>',
    ],
    ['Read [the guide](https://guide.example/a_b_c) first', 'Read the guide (https://guide.example/a_b_c) first'],
    ['See <https://guide.example>', 'See https://guide.example'],
    ['![A heart](heart.png)[Click](javascript:alert)', 'A heartClick'],
    ['\\*not soft\\* `2 * 3 * 4`', '*not soft* 2 * 3 * 4'],
    [
      'a<br>b <script>alert(1)</script> <img src=x onerror=y>',
      'a<br />b &lt;script&gt;alert(1)&lt;/script&gt; &lt;img src=x onerror=y&gt;',
    ],
  ])('%j', (text, html) => {
    expect(htmlOfMarkdown(text)).toBe(html);
  });

  it('loses no word and makes nothing that the allow-list takes away', () => {
    const piece = fc.constantFrom(
      'word',
      '**',
      '*',
      '_',
      '`',
      '\n',
      '\n\n',
      '- ',
      '1. ',
      '# ',
      '> ',
      '<b>',
      '<',
      '&',
      '[',
      // Whole, because the target of a link is not a word of the text.
      '](x)',
      ')',
      '\\',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const html = htmlOfMarkdown(pieces.join(''));
        expect(safeHtml(html)).toBe(html);
        expect(html.match(/word/g)?.length ?? 0).toBe(pieces.filter((one) => one === 'word').length);
      }),
    );
  });
});
