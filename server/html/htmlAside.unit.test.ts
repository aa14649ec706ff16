import { expect, test } from 'vitest';
import { articleInHtml, replyInHtml, wordsInHtml } from './htmlAside.ts';

const large = `<p>Swim slowly.</p>${'<br>'.repeat(6000)}`;

test('a reply whose turn does not come is not taken for one that is too long', async () => {
  const articles = Array.from({ length: 22 }, () => articleInHtml('Swimming', 'en', large));
  await expect(replyInHtml(large)).rejects.toThrow();
  expect(await wordsInHtml(large)).toContain('Swim slowly.');
  await Promise.all(articles);
  expect(await replyInHtml(large)).toContain('Swim slowly.');
});
