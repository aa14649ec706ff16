import { QuestionnaireItem, type Answer, type QuestionnaireItemId, entriesByPlace } from '@portal/api';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { rowNamesOf } from './rowNames.ts';

const base = { isRequired: false, formattedText: 'Text', questionMatrixGuid: null };
const item = (id: number, type: string, more: object = {}) =>
  v.parse(QuestionnaireItem, { ...base, questionnaireItemId: id, sortOrder: id, questionnaireItemType: type, ...more });
const group = (id: number, more: object = {}) =>
  item(id, 'QuestionGroup', { occurs: { least: 0, most: null }, layout: 'list', ...more });

const children = group(1);
const child = item(2, 'TextQuestion', { parentItemId: 1, maxLength: 100, isMultiline: false });
const visits = group(3, { parentItemId: 1 });
const reason = item(4, 'TextQuestion', { parentItemId: 3, maxLength: 100, isMultiline: false });
const count = item(5, 'NumberQuestion', {
  parentItemId: 3,
  minValue: null,
  maxValue: null,
  decimals: 0,
  unitOfMeasure: null,
});
const items = [children, child, visits, reason, count];
const said = (of: { questionnaireItemId: QuestionnaireItemId }, rowPath: number[], textAnswer: string): Answer => ({
  questionnaireItemId: of.questionnaireItemId,
  rowPath,
  textAnswer,
});
const names = (answers: readonly Answer[], of: QuestionnaireItem, rowPath: readonly number[]) =>
  rowNamesOf(items, entriesByPlace(answers), { item: of, rowPath }).map(({ number, total, says }) => [
    number,
    total,
    says,
  ]);

describe('the name of a row', () => {
  const answers: Answer[] = [
    { questionnaireItemId: children.questionnaireItemId, rows: [4, 2] },
    said(child, [2], 'Ada'),
    said(child, [4], ' \n'),
    { questionnaireItemId: visits.questionnaireItemId, rowPath: [2], rows: [1, 7] },
    said(reason, [2, 7], 'A cough\nfor weeks'),
  ];
  it('is its number among the others and what was said in it first, from the outermost group on', () => {
    expect(names(answers, count, [2, 7])).toEqual([
      [2, 2, 'Ada'],
      [2, 2, 'A cough'],
    ]);
    expect(names(answers, child, [4])).toEqual([[1, 2, '']]);
  });
  it('is 0 of the rows where a sheet has not got it, and nothing outside of groups', () => {
    expect(names(answers, child, [9])).toEqual([[0, 2, '']]);
    expect(names(answers, child, [])).toEqual([]);
  });
  it('comes with the name of a group that is there once', () => {
    const flu = item(7, 'QuestionGroup', { occurs: null, layout: 'list', formattedText: 'Flu' });
    const day = item(8, 'TextQuestion', { parentItemId: 7, maxLength: 100, isMultiline: false });
    const around = rowNamesOf([flu, day], new Map(), { item: day, rowPath: [] });
    expect(around.map(({ group, total }) => [group.formattedText, total])).toEqual([['Flu', 0]]);
  });
  it('is cut between letters where it is long', () => {
    const [[, , says] = []] = names([said(child, [1], '🙂'.repeat(61))], child, [1]);
    expect(says).toBe(`${'🙂'.repeat(60)}…`);
  });
});
