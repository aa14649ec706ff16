import { Answer, QuestionnaireItem } from '@portal/api';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { questionScreens } from '../../src/modules/questionnaires/fill/kioskScreens.ts';
import { sheetOf } from '../../tests/apps/answerSheets.ts';
import { screenState } from './screenState.ts';

const row = (questionnaireItemId: number, isRequired: boolean) => ({
  questionnaireItemId,
  sortOrder: questionnaireItemId,
  questionMatrixGuid: 'm',
  formattedText: 'Row',
  isRequired,
  questionnaireItemType: 'SingleSelectionRadioButtonQuestion',
  listAnswers: [
    { listAnswerId: questionnaireItemId * 10, answerText: 'Yes', sortOrder: 1, isOtherOption: false, score: null },
  ],
});
const items = v.parse(v.array(QuestionnaireItem), [
  {
    questionnaireItemId: 1,
    sortOrder: 1,
    questionMatrixGuid: 'm',
    formattedText: 'Matrix',
    isRequired: false,
    questionnaireItemType: 'QuestionMatrixGrouping',
  },
  row(2, true),
  row(3, false),
  {
    questionnaireItemId: 4,
    sortOrder: 4,
    questionMatrixGuid: null,
    formattedText: 'Glasses',
    isRequired: false,
    questionnaireItemType: 'NumberQuestion',
    minValue: 0,
    maxValue: 30,
    decimals: 0,
    unitOfMeasure: null,
  },
]);
const [matrix, glasses] = [0, 1];

function stateOf(at: number, answers: readonly object[]) {
  const sheet = sheetOf(items, v.parse(v.array(Answer), answers));
  const screen = questionScreens(sheet)[at];
  return screen && screenState(screen, sheet);
}

describe('a screen of the last look', () => {
  it('is one question however many rows it has', () => {
    expect(stateOf(matrix, [])).toBe('problem');
    expect(stateOf(matrix, [{ questionnaireItemId: 2, listAnswerId: 20 }])).toBe('answered');
  });

  it('tells what was left out from what cannot be sent', () => {
    expect(stateOf(glasses, [])).toBe('open');
    expect(stateOf(glasses, [{ questionnaireItemId: 4, numberAnswer: 12 }])).toBe('answered');
    expect(stateOf(glasses, [{ questionnaireItemId: 4, numberAnswer: 37 }])).toBe('problem');
  });
});
