import { expect, test } from 'vitest';
import { safeHtml } from './richText.ts';

test.each([
  ['<script>alert(1)</script>How are you?', 'How are you?'],
  ['How <b onclick="alert(1)">are</b> you?', 'How <b>are</b> you?'],
  ['<img src="https://evil.example/x.png" onerror="alert(1)">How are you?', 'How are you?'],
  ['<a href="javascript:alert(1)">How are you?</a>', 'How are you?'],
  ['<svg><script>alert(1)</script></svg>How are you?', 'How are you?'],
  ['<p style="background:url(https://evil.example/p)">How are you?</p>', '<p>How are you?</p>'],
  ['<iframe srcdoc="<script>alert(1)</script>"></iframe>How are you?', 'How are you?'],
  ['<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>How are you?', 'How are you?'],
])('the text of a question runs and fetches nothing: %s', (hostile, left) => {
  expect(safeHtml(hostile)).toBe(left);
});
