import { expect, test } from 'vitest';
import { safeFacilityHtml } from './facilityHtml.ts';

test('meaning stays: paragraphs, lists, tables and links to outside', () => {
  const kept =
    '<h2>Help</h2><p>Call <strong>us</strong>: <a href="tel:+15550100142">555</a></p><ul><li><a href="https://example.org/a?b=1&amp;c=2">Site</a></li></ul><table><tr><td colspan="2">x</td></tr></table>';
  expect(safeFacilityHtml(kept)).toBe(kept);
  expect(safeFacilityHtml(safeFacilityHtml(kept))).toBe(kept);
  expect(safeFacilityHtml('<h1>Top</h1>')).toBe('<h2>Top</h2>');
});

test.each([
  ['<script>alert(1)</script>a', 'a'],
  ['<img src="https://evil.example/x.png" onerror="alert(1)">a', 'a'],
  ['<p onclick="alert(1)" style="position:fixed" class="x" id="main">a</p>', '<p>a</p>'],
  ['<form action="https://evil.example"><input name="password">b</form>a', 'a'],
  ['<style>body{display:none}</style><link rel="stylesheet" href="https://evil.example/x.css">a', 'a'],
  ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
  ['<a href=" jAvAsCrIpT&#58;alert(1)">a</a>', '<a>a</a>'],
  ['<a href="java\tscript:alert(1)">a</a>', '<a>a</a>'],
  ['<a href="data:text/html,x">a</a>', '<a>a</a>'],
  ['<a href="//evil.example">a</a>', '<a>a</a>'],
  ['<a href="/logout">a</a>', '<a>a</a>'],
  [
    '<iframe src="https://evil.example"></iframe><object data="x"></object><embed src="x"><base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example">a',
    'a',
  ],
  ['<svg><script>alert(1)</script><a xlink:href="javascript:alert(1)">x</a></svg>a', 'a'],
  ['<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>a', 'a'],
  ['<video src="https://evil.example/x.mp4" poster="https://evil.example/p.png"></video>a', 'a'],
  ['<scr<script>ipt>alert(1)</scr</script>ipt>', 'ipt&gt;alert(1)ipt&gt;'],
])('%s', (hostile, left) => {
  expect(safeFacilityHtml(hostile)).toBe(left);
});
