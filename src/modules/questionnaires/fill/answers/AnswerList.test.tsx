import { type Answer, QuestionnaireItemId } from '@portal/api';
import { renderToStaticMarkup } from 'react-dom/server';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { questionnaireOf } from '../../../../../tests/apps/data/questionnaire.ts';
import { loadWords } from '../../../../words/index.ts';
import { AnswerList } from './AnswerList.tsx';
import { LostAnswers } from './LostAnswers.tsx';

beforeAll(() => loadWords('questionnaires'));

const id = (number: number) => v.parse(QuestionnaireItemId, number);
const item = (number: number, type: string, formattedText: string, more: object = {}) => ({
  questionnaireItemId: id(number),
  questionnaireItemType: type,
  sortOrder: number,
  questionMatrixGuid: null,
  formattedText,
  isRequired: false,
  ...more,
});
const whenYes = {
  behavior: 'all',
  conditions: [{ questionnaireItemId: id(1), operator: '=', is: { kind: 'boolean', value: true } }],
};
const items = [
  item(1, 'BooleanQuestion', 'Do you smoke?'),
  item(2, 'SectionHeader', 'For smokers', { enableWhen: whenYes }),
  item(3, 'BooleanQuestion', 'Do you drink?'),
  item(4, 'QuestionGroup', 'Your family', { occurs: null, layout: 'list' }),
  item(5, 'SectionHeader', 'Think of your parents.', { isText: true, parentItemId: id(4) }),
  item(6, 'BooleanQuestion', 'Is anybody ill?', { parentItemId: id(4) }),
];
const read = (answers: readonly Answer[]): string =>
  renderToStaticMarkup(<AnswerList questionnaire={questionnaireOf(items)} answers={answers} />);

describe('answers to read', () => {
  it('have no heading that was not shown', () => {
    expect(read([{ questionnaireItemId: id(1), isChecked: true }])).toContain('For smokers');
    const page = read([{ questionnaireItemId: id(1), isChecked: false }]);
    expect(page).not.toContain('For smokers');
    expect(page).toContain('Do you drink?');
  });

  it('are given to questions alone, not to the words between them', () => {
    const page = read([{ questionnaireItemId: id(6), isChecked: true }]);
    expect(page).toMatch(/<p[^>]*>Think of your parents\.<\/p>/);
    expect(page.match(/<dt>(?:(?!<\/dt>).)*Think of/)).toBeNull();
  });
});

it('that two devices gave to a question that is gone are both there', () => {
  const from = questionnaireOf([item(1, 'TextQuestion', 'What hurts?', { isMultiline: true, maxLength: 40 })]);
  const answers = ['here', 'there'].map((textAnswer) => ({ questionnaireItemId: id(1), textAnswer }));
  const page = renderToStaticMarkup(<LostAnswers answers={answers} from={from} />);
  for (const { textAnswer } of answers) expect(page).toContain(textAnswer);
});
