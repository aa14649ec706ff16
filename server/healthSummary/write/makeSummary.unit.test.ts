import { describe, expect, test } from 'vitest';
import type { SummaryContent } from './content.ts';
import { bundleOf, documentOf } from './forms.ts';
import { juniper } from '../../../tests/server/juniper.ts';
import { large, madeBundle, madeDocument } from './makeSummary.ts';

/** Content with at least so many entries. */
function contentOf(entries: number): SummaryContent {
  const [group] = juniper.results;
  if (group === undefined) throw new Error('there are no results');
  return {
    ...juniper,
    results: Array.from({ length: entries }, (_, at) => ({
      ...group,
      id: `${group.id.slice(0, -6)}${String(at).padStart(6, '0')}`,
    })),
  };
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

describe('a summary that is made', () => {
  test.each([
    ['small', 2],
    ['large, beside the event loop', large],
  ])('is the same document and Bundle: %s', async (_, groups) => {
    const content = contentOf(groups);
    const [made, bundle] = [await madeDocument(content), await madeBundle(content)];
    if (made === null || made === 'busy' || bundle === null || bundle === 'busy') throw new Error('nothing was made');
    const expected = documentOf(content);
    expect(text(made.xml)).toBe(text(expected.xml));
    expect(text(made.tree)).toBe(text(expected.tree));
    expect(made.header).toEqual(expected.header);
    expect(text(bundle.bundle)).toBe(text(bundleOf(content)));
  });

  test('of what is no content is none', async () => {
    const content = contentOf(large);
    const broken = { ...content, scope: { ...content.scope, now: new Date(Number.NaN) } };
    expect(await madeDocument(broken)).toBeNull();
  });
});
