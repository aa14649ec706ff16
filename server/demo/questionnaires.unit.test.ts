import { itemTypes } from '@portal/api';
import { describe, expect, it } from 'vitest';
import { safeHtml } from '../html/richText.ts';
import { readQuestionnaires } from './questionnaireFiles.ts';

const drafts = new Map((await readQuestionnaires()).map(({ draft }) => [draft.title, draft]));
const itemsOf = (title: string) => drafts.get(title)?.items ?? [];

describe('the demo questionnaires', () => {
  it("show every kind of item, required and not, a matrix of either kind and words of one's own", () => {
    const items = itemsOf('How are you doing?');
    const further = ['Since you went home', 'Consent to photos of your treatment'].flatMap(itemsOf);
    expect(new Set([...items, ...further].map((item) => item.type))).toEqual(new Set(itemTypes));
    expect(new Set(items.map((item) => item.isRequired === true))).toEqual(new Set([true, false]));
    expect(new Set(items.filter((item) => item.matrix && 'options' in item).map((item) => item.type))).toEqual(
      new Set(['SingleSelectionRadioButtonQuestion', 'MultiSelectionQuestion']),
    );
    expect(
      items.filter((item) => 'options' in item && item.options.some((option) => option.isOther)).length,
    ).toBeGreaterThanOrEqual(2);
  });

  it('are as long as they say', () => {
    expect([itemsOf('Ten questions about your week').length, itemsOf('Yearly health review').length]).toEqual([
      10, 200,
    ]);
  });

  it('have one key per item and nothing that the allow-list takes away', () => {
    for (const { items } of drafts.values()) {
      expect(new Set(items.map((item) => item.key)).size).toBe(items.length);
      for (const item of items) expect(safeHtml(item.html)).toBe(item.html);
    }
  });
});
