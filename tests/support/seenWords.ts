import type { LanguageCode } from '@portal/api';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import * as v from 'valibot';
import type { Facility } from './facility.ts';
import { englishAmong } from './texts.ts';

/** All texts on the page that are read or announced, one by one, including its title. */
const wordsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const words = [document.title];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const { textContent, parentElement } = nodes.currentNode;
      if (
        parentElement === null ||
        ['SCRIPT', 'STYLE', 'TEMPLATE'].includes(parentElement.tagName) ||
        parentElement.closest('[lang]') !== document.documentElement
      )
        continue;
      words.push((textContent ?? '').trim());
    }
    for (const element of document.querySelectorAll('[aria-label],[title],[placeholder],[alt],[aria-valuetext]')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext'])
        words.push(element.getAttribute(name) ?? '');
    }
    return words.filter((word) => word !== '');
  });

const Words = v.array(v.object({ words: v.string() }));

/** The texts of the questionnaires, in the language in which they were written. */
export async function writtenWords(facility: Facility): Promise<ReadonlySet<string>> {
  const rows = await facility.db.query(
    `select distinct trim(regexp_replace(words, '<[^>]*>', '', 'g')) as words from questionnaire_revisions r, jsonb_path_query(r.content, '$.**.formattedText') t(v), lateral (select v #>> '{}') w(words)
     union select distinct v #>> '{}' from questionnaire_revisions r, jsonb_path_query(r.content, '$.**.answerText') t(v)`,
  );
  return new Set(v.parse(Words, rows).map(({ words }) => words));
}

/**
 * Expects the page to declare its language and to show no English text of the product. The test goes on, so that one run covers every page.
 */
export async function expectAllIn(
  page: Page,
  language: LanguageCode,
  name: string,
  written: ReadonlySet<string> = new Set(),
): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`));
  expect
    .soft(
      englishAmong(
        (await wordsOf(page)).filter((word) => !written.has(word)),
        language,
      ),
      `English on: ${name} (${language})`,
    )
    .toEqual([]);
}
