import { progressOf, submittedAnswers } from '@portal/api';
import { describe, expect, it } from 'vitest';
import { submissionFaults } from '../submission.ts';
import { asking, filled, hostileForms, rows, worked } from '../../../tests/server/hostileForms.ts';
import { onProcessor } from '../../../tests/support/processorTime.ts';

/** Cases in which one text is too long, or the work is much but within the budget, so the form as a whole takes little time. */
const takeLittle = new Set([
  'descendants of descendants of descendants',
  'a text that doubles',
  'a text that is replaced by itself',
]);

describe('the work of expressions', () => {
  it.each(Object.entries(hostileForms))(
    'has an end, and the form stays usable: %s',
    (name, file) => {
      const { form, answers } = filled(file, 100);
      const { ms } = onProcessor(() => {
        const progress = progressOf(form, answers);
        expect(progress.total).toBeGreaterThanOrEqual(200);
        expect(progress.isOverBudget === true).toBe(!takeLittle.has(name));
      });
      expect(ms).toBeLessThan(3_000);
      expect(submissionFaults(form, answers)).toEqual([]);
      expect(
        submittedAnswers(form, answers).filter(({ rowPath }) => rowPath !== undefined).length,
      ).toBeGreaterThanOrEqual(200);
    },
    20_000,
  );
  it('is done where a form of many rows asks for no more than it needs', () => {
    const { form, answers } = filled(
      asking(
        rows(worked("%context.item.where(linkId='dose').answer.value * 2", 'integer', 'inRow')),
        worked("%resource.descendants().where(linkId='dose').answer.value.sum()"),
      ),
      100,
    );
    expect(progressOf(form, answers).isOverBudget).toBeUndefined();
    expect(submittedAnswers(form, answers).at(-1)?.numberAnswer).toBe(4_950);
  });
});
