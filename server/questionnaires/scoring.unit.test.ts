import { type Answer, QuestionnaireItem } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { scoresOf } from './scoring.ts';
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
        const [score] = scoresOf(items, [definition(items.map((one) => one.questionnaireItemId))], answers, 'en');
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
        expect(scoresOf(items, all, [...answers].reverse(), null)).toEqual(scoresOf(items, all, answers, null));
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
      scoresOf([item(1, [1, 2, 4], true), slider(2)], [definition([1, 2])], [...ticked, moved], null)[0]?.scoreValue,
    ).toBe(12);
  });

  it('are left out where what they need is missing', () => {
    const items = [item(1, [0, 1]), item(2, [0, 1])];
    const whole = definition([1, 2], { needs: [{ atLeast: 2, of: [1, 2], by: 'score' }] });
    expect(scoresOf(items, [whole], [answer(1, 1)], null)).toEqual([]);
    expect(scoresOf(items, [whole], [answer(1, 1), answer(2, 1)], null)[0]?.scoreValue).toBe(2);
  });

  it('weigh their items and add their constant, without the dust of binary fractions', () => {
    const weighed = definition([1, 2], {
      constant: 0.1,
      terms: [
        { questionnaireItemId: 1, weight: 0.1 },
        { questionnaireItemId: 2, weight: 2 },
      ],
    });
    expect(scoresOf([item(1, [2]), item(2, [3])], [weighed], [answer(1, 0), answer(2, 0)], null)[0]?.scoreValue).toBe(
      6.3,
    );
  });

  it('carry the message of their range in the language asked for, or else as it was written', () => {
    const told = definition([1], {
      messages: [
        { from: null, to: 4, text: 'Low', texts: { es: 'Bajo' } },
        { from: 5, to: null, text: 'High' },
      ],
    });
    const message = (place: number, language: 'en' | 'es' | null) =>
      scoresOf([item(1, [4, 5])], [told], [answer(1, place)], language)[0]?.patientMessageOnCompletion;
    expect([message(0, 'es'), message(0, 'en'), message(0, null), message(1, 'es')]).toEqual([
      'Bajo',
      'Low',
      'Low',
      'High',
    ]);
    expect(scoresOf([item(1, [9])], [definition([1])], [answer(1, 0)], 'en')[0]?.patientMessageOnCompletion).toBeNull();
  });
});
