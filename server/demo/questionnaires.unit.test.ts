import { itemTypes } from '@portal/api';
import { describe, expect, it } from 'vitest';
import { safeHtml } from '../html/richText.ts';
import { atHome, demoTemplates, howAreYouDoing, tenQuestions, yearlyReview } from './questionnaireTemplates.ts';

describe('the demo questionnaires', () => {
  it("show every kind of item, required and not, a matrix of either kind and words of one's own", () => {
    const { items } = howAreYouDoing;
    expect(new Set([...items, ...atHome.items].map((item) => item.type))).toEqual(new Set(itemTypes));
    expect(new Set(items.map((item) => item.isRequired === true))).toEqual(new Set([true, false]));
    expect(new Set(items.filter((item) => item.matrix && 'options' in item).map((item) => item.type))).toEqual(
      new Set(['SingleSelectionRadioButtonQuestion', 'MultiSelectionQuestion']),
    );
    expect(
      items.filter((item) => 'options' in item && item.options.some((option) => option.isOther)).length,
    ).toBeGreaterThanOrEqual(2);
  });

  it('are as long as they say', () => {
    expect([tenQuestions.items.length, yearlyReview.items.length]).toEqual([10, 200]);
  });

  it('have one key per item and nothing that the allow-list takes away', () => {
    for (const { items } of demoTemplates) {
      expect(new Set(items.map((item) => item.key)).size).toBe(items.length);
      for (const item of items) expect(safeHtml(item.html)).toBe(item.html);
    }
  });
});
