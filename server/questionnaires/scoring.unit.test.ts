import { type Answer, faultOf, QuestionnaireItem, scoreOf } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { highestScore, scoresOf } from './scoring.ts';
import { ScoreDefinition } from './template.ts';

const item = (id: number, scores: readonly (number | null)[], isMulti = false) =>
  v.parse(QuestionnaireItem, {
    questionnaireItemId: id,
    questionnaireItemType: isMulti ? 'MultiSelectionQuestion' : 'SingleSelectionRadioButtonQuestion',
    sortOrder: id,
    questionMatrixGuid: null,
    formattedText: 'How often?',
    isRequired: false,
    listAnswers: scores.map((score, place) => ({
      listAnswerId: id * 100 + place,
      answerText: String(place),
      sortOrder: place,
      isOtherOption: false,
      score,
    })),
  });
const slider = (id: number) =>
  v.parse(QuestionnaireItem, {
    questionnaireItemId: id,
    questionnaireItemType: 'SliderQuestion',
    sortOrder: id,
    questionMatrixGuid: null,
    formattedText: 'How much?',
    isRequired: false,
    minValue: 0,
    maxValue: 10,
    step: 1,
    minLabel: null,
    maxLabel: null,
  });
const answer = (itemId: number, place: number): Answer =>
  v.parse(
    v.custom<Answer>(() => true),
    { questionnaireItemId: itemId, listAnswerId: itemId * 100 + place },
  );
const definition = (ids: readonly number[], more: Partial<v.InferInput<typeof ScoreDefinition>> = {}) =>
  v.parse(ScoreDefinition, {
    scoreKey: 'total',
    name: 'Total',
    constant: 0,
    terms: ids.map((id) => ({ questionnaireItemId: id, weight: 1 })),
    needs: [{ atLeast: 1, of: [...ids], by: 'score' }],
    messages: [],
    isShown: true,
    ...more,
  });

const sheet = fc.array(
  fc.record({
    scores: fc.array(fc.option(fc.integer({ min: -5, max: 20 }), { nil: null }), { minLength: 1, maxLength: 5 }),
    chosen: fc.option(fc.nat(4), { nil: null }),
  }),
  { minLength: 1, maxLength: 12 },
);

describe('scores', () => {
  it('add the scores of the chosen options, and nothing else', () => {
    fc.assert(
      fc.property(sheet, (rows) => {
        const items = rows.map(({ scores }, at) => item(at + 1, scores));
        const answers = rows.flatMap(({ scores, chosen }, at) =>
          chosen === null || chosen >= scores.length ? [] : [answer(at + 1, chosen)],
        );
        const chosenScores = rows
          .flatMap(({ scores, chosen }) => (chosen === null ? [] : [scores[chosen] ?? null]))
          .filter((score) => score !== null);
        const [score] = scoresOf(items, [definition(items.map((one) => one.questionnaireItemId))], answers);
        expect(score?.scoreValue ?? null).toBe(
          chosenScores.length === 0 ? null : chosenScores.reduce((sum, one) => sum + one, 0),
        );
      }),
    );
  });

  it('do not depend on the order of the answers', () => {
    fc.assert(
      fc.property(sheet, (rows) => {
        const items = rows.map(({ scores }, at) => item(at + 1, scores));
        const answers = rows.flatMap(({ scores, chosen }, at) =>
          chosen === null || chosen >= scores.length ? [] : [answer(at + 1, chosen)],
        );
        const all = [definition(items.map((one) => one.questionnaireItemId))];
        expect(scoresOf(items, all, [...answers].reverse())).toEqual(scoresOf(items, all, answers));
      }),
    );
  });

  it('add every ticked option of a multiple choice and the number of a slider', () => {
    const ticked = [answer(1, 0), answer(1, 2)].map((one) => ({ ...one, isChecked: true }));
    const moved = v.parse(
      v.custom<Answer>(() => true),
      { questionnaireItemId: 2, numberAnswer: 7 },
    );
    expect(
      scoresOf([item(1, [1, 2, 4], true), slider(2)], [definition([1, 2])], [...ticked, moved])[0]?.scoreValue,
    ).toBe(12);
  });

  it('are left out where what they need is missing', () => {
    const items = [item(1, [0, 1]), item(2, [0, 1])];
    const whole = definition([1, 2], { needs: [{ atLeast: 2, of: [1, 2], by: 'score' }] });
    expect(scoresOf(items, [whole], [answer(1, 1)])).toEqual([]);
    expect(scoresOf(items, [whole], [answer(1, 1), answer(2, 1)])[0]?.scoreValue).toBe(2);
  });

  it('weigh their items and add their constant, without the dust of binary fractions', () => {
    const weighed = definition([1, 2], {
      constant: 0.1,
      terms: [
        { questionnaireItemId: 1, weight: 0.1 },
        { questionnaireItemId: 2, weight: 2 },
      ],
    });
    expect(scoresOf([item(1, [2]), item(2, [3])], [weighed], [answer(1, 0), answer(2, 0)])[0]?.scoreValue).toBe(6.3);
  });

  it('carry the message of their range', () => {
    const told = definition([1], {
      messages: [
        { from: null, to: 4, text: 'Low' },
        { from: 5, to: null, text: 'High' },
      ],
    });
    const message = (place: number, of = told) =>
      scoresOf([item(1, [4, 5])], [of], [answer(1, place)])[0]?.patientMessageOnCompletion;
    expect([message(0), message(1), message(0, definition([1]))]).toEqual(['Low', 'High', null]);
  });

  it('add what is said in each row of a group, and need what is asked of one', () => {
    const inRow = (row: number, place: number): Answer => ({ ...answer(2, place), rowPath: [row] });
    const group = v.parse(QuestionnaireItem, {
      ...item(1, [0]),
      questionnaireItemType: 'QuestionGroup',
      occurs: { least: 0, most: null },
      layout: 'list',
    });
    const asked = v.parse(QuestionnaireItem, { ...item(2, [1, 5]), parentItemId: 1 });
    const rows = definition([2], { needs: [{ atLeast: 1, of: [2], by: 'score' }] });
    expect(scoresOf([group, asked], [rows], [inRow(1, 1), inRow(4, 0), inRow(2, 1)])[0]?.scoreValue).toBe(11);
    expect(scoresOf([group, asked], [rows], [])).toEqual([]);
    expect(highestScore([group, asked], rows)).toBeNull();
    expect(highestScore([item(2, [1, 5])], rows)).toBe(5);
  });

  it('have the highest value that a multiple choice allows: so many options, and some only alone', () => {
    const option = fc.record({ score: fc.nat(9), isExclusive: fc.boolean() });
    const question = fc.record({
      options: fc.array(option, { minLength: 1, maxLength: 5 }),
      most: fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }),
    });
    fc.assert(
      fc.property(question, ({ options, most }) => {
        const plain = item(
          1,
          options.map(({ score }) => score),
          true,
        );
        const asked = v.parse(QuestionnaireItem, {
          ...plain,
          occurs: { least: 0, most },
          listAnswers: ('listAnswers' in plain ? plain.listAnswers : []).map((one, place) => ({
            ...one,
            ...(options[place]?.isExclusive === true ? { isExclusive: true } : {}),
          })),
        });
        const values = Array.from({ length: 2 ** options.length }, (_, ticks) => {
          const answers = options
            .flatMap((_one, place) => (Math.floor(ticks / 2 ** place) % 2 === 1 ? [answer(1, place)] : []))
            .map((one) => ({ ...one, isChecked: true }));
          return faultOf(asked, answers) === null ? (scoreOf(asked, answers) ?? 0) : 0;
        });
        expect(highestScore([asked], definition([1]))).toBe(Math.max(...values));
      }),
    );
  });

  it('have no highest value where a number may be given several times, all of which are added', () => {
    const number = (more: object) =>
      v.parse(QuestionnaireItem, {
        ...slider(1),
        questionnaireItemType: 'NumberQuestion',
        unitOfMeasure: null,
        ...more,
      });
    expect(highestScore([number({})], definition([1]))).toBe(10);
    expect(highestScore([number({ occurs: { least: 0, most: null } })], definition([1]))).toBeNull();
  });

  it('have no highest value where something is asked only sometimes', () => {
    const asked = v.parse(QuestionnaireItem, {
      ...item(2, [1, 5]),
      enableWhen: {
        behavior: 'all',
        conditions: [{ questionnaireItemId: 1, operator: 'exists', is: { kind: 'boolean', value: true } }],
      },
    });
    expect(highestScore([item(1, [0, 1]), asked], definition([1, 2]))).toBeNull();
    expect(highestScore([item(1, [0, 1]), item(2, [1, 5])], definition([1, 2]))).toBe(6);
  });
});
