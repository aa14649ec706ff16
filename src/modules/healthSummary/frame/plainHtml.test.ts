import { expect, test } from 'vitest';
import { element } from '../../../ui/richTree.ts';
import { htmlOf } from './plainHtml.ts';

test('parts of a document stay what they are, and words stay words', () => {
  const link = { ...element('a', ['Our "page"']), href: 'https://clinic.example/?a="b"' };
  const cell = { ...element('td', ['5 < 6 & 7']), colSpan: 2 };
  expect(htmlOf([element('p', ['<script>', element('br'), link]), element('table', [element('tr', [cell])])])).toBe(
    '<p>&lt;script&gt;<br><a href="https://clinic.example/?a=&quot;b&quot;" target="_blank" rel="noopener noreferrer">Our &quot;page&quot;</a></p>' +
      '<table><tr><td colspan="2">5 &lt; 6 &amp; 7</td></tr></table>',
  );
});
