import { type QuestionnaireItem, QuestionnaireItem as ItemSchema, itemTypes, takesAnswer } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { questionScreens } from './kioskScreens.ts';
import { blocksOf } from './screens.ts';
import { sheetOf } from '../../../../tests/apps/answerSheets.ts';

const options = (first: number, texts: readonly string[] = ['Not at all', 'A little']) =>
  texts.map((answerText, index) => ({
    listAnswerId: first + index,
    answerText,
    sortOrder: index,
    isOtherOption: false,
    score: null,
  }));

const item = (
  questionnaireItemType: QuestionnaireItem['questionnaireItemType'],
  id: number,
  more: object = {},
): QuestionnaireItem =>
  v.parse(ItemSchema, {
    questionnaireItemId: id,
    questionnaireItemType,
    sortOrder: id,
    questionMatrixGuid: null,
    formattedText: `Question ${id}`,
    isRequired: false,
    isMultiline: false,
    maxLength: 100,
    minValue: 0,
    maxValue: 10,
    step: 1,
    decimals: 0,
    unitOfMeasure: null,
    minLabel: null,
    maxLabel: null,
    listAnswers: options(id * 10),
    ...more,
  });

const screensOf = (items: readonly QuestionnaireItem[]) => questionScreens(sheetOf(items));
const askedOn = ({ answerable }: ReturnType<typeof screensOf>[number]) =>
  answerable.map((question) => question.item.questionnaireItemId);

const ids = (items: readonly QuestionnaireItem[]) =>
  screensOf(items).map((screen) => [
    ...screen.headings.map((heading) => heading.item.questionnaireItemId),
    screen.block?.item.questionnaireItemId ?? null,
  ]);

describe('kiosk screens', () => {
  it('shows one question at a time, a section header with the question after it', () => {
    expect(ids([item('SectionHeader', 1), item('TextQuestion', 2), item('BooleanQuestion', 3)])).toEqual([[1, 2], [3]]);
  });

  it('joins headers that follow each other and shows one at the end by itself', () => {
    expect(
      ids([item('SectionHeader', 1), item('SectionHeader', 2), item('DateQuestion', 3), item('SectionHeader', 4)]),
    ).toEqual([
      [1, 2, 3],
      [4, null],
    ]);
  });

  it('shows a matrix as one screen with its rows, wherever they are listed', () => {
    const items = [
      item('SingleSelectionRadioButtonQuestion', 5, { questionMatrixGuid: 'm', sortOrder: 9 }),
      item('QuestionMatrixGrouping', 1, { questionMatrixGuid: 'm' }),
      item('MultiSelectionQuestion', 2, { questionMatrixGuid: 'm' }),
      item('TextQuestion', 3),
    ];
    const [matrix, text] = screensOf(items);
    expect(matrix && askedOn(matrix)).toEqual([2, 5]);
    expect(text?.block?.item.questionnaireItemId).toBe(3);
  });

  it('asks a row without its heading, or with other options, as a question of its own', () => {
    const items = [
      item('QuestionMatrixGrouping', 1, { questionMatrixGuid: 'm' }),
      item('SingleSelectionRadioButtonQuestion', 2, { questionMatrixGuid: 'm' }),
      item('SingleSelectionRadioButtonQuestion', 3, {
        questionMatrixGuid: 'm',
        listAnswers: options(30, ['Yes', 'No', 'Maybe']),
      }),
      item('SingleSelectionRadioButtonQuestion', 4, { questionMatrixGuid: 'elsewhere' }),
    ];
    expect(screensOf(items).map(askedOn)).toEqual([[2], [3], [4]]);
  });

  it('leaves no question out and asks none twice', () => {
    const anyItem = fc.record({
      type: fc.constantFrom(...itemTypes.slice(0, itemTypes.indexOf('QuestionGroup'))),
      guid: fc.constantFrom(null, 'a', 'b'),
      sortOrder: fc.integer({ min: 0, max: 30 }),
    });
    fc.assert(
      fc.property(fc.array(anyItem, { maxLength: 30 }), (drawn) => {
        const items = drawn.map(({ type, guid, sortOrder }, index) =>
          item(type, index + 1, { questionMatrixGuid: guid, sortOrder }),
        );
        const asked = screensOf(items).flatMap(askedOn);
        const answerable = items.filter(takesAnswer).map((one) => one.questionnaireItemId);
        expect(asked.toSorted((a, b) => a - b)).toEqual(answerable);
        const shown = blocksOf(items).flatMap((block) => [block.item, ...block.rows]);
        expect(shown.map((one) => one.questionnaireItemId).toSorted((a, b) => a - b)).toEqual(
          items.map((one) => one.questionnaireItemId),
        );
      }),
    );
  });
});
