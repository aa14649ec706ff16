import * as v from 'valibot';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  Answer,
  entriesByItem,
  faultOf,
  faultsOf,
  isAnswered,
  isCalendarDate,
  type QuestionnaireItem,
  QuestionnaireItem as ItemSchema,
  rematch,
  submittedAnswers,
  takesAnswer,
} from '../index.ts';

const item = (fields: Record<string, unknown>): QuestionnaireItem =>
  v.parse(ItemSchema, {
    questionnaireItemId: 1,
    sortOrder: 1,
    questionMatrixGuid: null,
    formattedText: 'How are you?',
    isRequired: true,
    ...fields,
  });
const answer = (fields: Record<string, unknown>): Answer => v.parse(Answer, { questionnaireItemId: 1, ...fields });

const options = [
  { listAnswerId: 11, answerText: 'Well', sortOrder: 1, isOtherOption: false, score: 0 },
  { listAnswerId: 12, answerText: 'Badly', sortOrder: 2, isOtherOption: false, score: 3 },
  { listAnswerId: 13, answerText: 'Other', sortOrder: 3, isOtherOption: true, score: null },
];
const text = item({ questionnaireItemType: 'TextQuestion', isMultiline: true, maxLength: 20 });
const radio = item({ questionnaireItemType: 'SingleSelectionRadioButtonQuestion', listAnswers: options });
const boxes = item({ questionnaireItemType: 'MultiSelectionQuestion', listAnswers: options });
const yesNo = item({ questionnaireItemType: 'BooleanQuestion' });
const number = item({
  questionnaireItemType: 'NumberQuestion',
  minValue: 0,
  maxValue: 10,
  decimals: 1,
  unitOfMeasure: null,
});
const date = item({ questionnaireItemType: 'DateQuestion' });
const slider = item({
  questionnaireItemType: 'SliderQuestion',
  minValue: 0,
  maxValue: 10,
  step: 3,
  minLabel: null,
  maxLabel: null,
});
const heading = item({ questionnaireItemType: 'SectionHeader' });
const grouping = item({ questionnaireItemType: 'QuestionMatrixGrouping', questionMatrixGuid: 'm' });
const all = [text, radio, boxes, yesNo, number, date, slider];

describe('a required question', () => {
  it.each(all.map((one) => [one.questionnaireItemType, one] as const))('%s asks for an answer', (_, one) => {
    expect(faultOf(one, [])).toEqual({ kind: 'required' });
    expect(isAnswered(one, [])).toBe(false);
  });
  it.each(all.map((one) => [one.questionnaireItemType, one] as const))(
    '%s may stay empty when it is optional',
    (_, one) => {
      expect(faultOf({ ...one, isRequired: false }, [])).toBeNull();
    },
  );
  it('is not answered by white space', () => {
    expect(faultOf(text, [answer({ textAnswer: ' \n\t ' })])).toEqual({ kind: 'required' });
  });
});

describe('headings', () => {
  it('are never answered and never at fault', () => {
    for (const one of [heading, grouping]) {
      expect(takesAnswer(one)).toBe(false);
      expect(faultOf(one, [])).toBeNull();
    }
  });
  it('refuse an answer that names them', () => {
    expect(faultsOf([heading], [answer({ textAnswer: 'x' })])).toHaveLength(1);
  });
});

describe('an "other" option', () => {
  it('needs its text, in a single and in a multi selection', () => {
    expect(faultOf(radio, [answer({ listAnswerId: 13 })])).toEqual({ kind: 'otherTextMissing' });
    expect(
      faultOf(boxes, [
        answer({ listAnswerId: 11, isChecked: true }),
        answer({ listAnswerId: 13, isChecked: true, otherOptionText: '  ' }),
      ]),
    ).toEqual({ kind: 'otherTextMissing' });
    expect(faultOf(radio, [answer({ listAnswerId: 13, otherOptionText: 'Peppermint' })])).toBeNull();
  });
  it('takes at most 2000 characters', () => {
    expect(faultOf(radio, [answer({ listAnswerId: 13, otherOptionText: 'x'.repeat(2000) })])).toBeNull();
    expect(faultOf(radio, [answer({ listAnswerId: 13, otherOptionText: 'x'.repeat(2001) })])).toEqual({
      kind: 'tooLong',
      maximum: 2000,
    });
  });
  it('sends no left-over text of an option that is not "other"', () => {
    expect(submittedAnswers([radio], [answer({ listAnswerId: 11, otherOptionText: 'old' })])).toEqual([
      { questionnaireItemId: 1, listAnswerId: 11 },
    ]);
  });
});

describe('choices', () => {
  it('refuse an option that is not theirs, a second choice and a doubled tick', () => {
    expect(faultOf(radio, [answer({ listAnswerId: 99 })])).toEqual({ kind: 'unknownOption' });
    expect(faultOf(radio, [answer({ listAnswerId: 11 }), answer({ listAnswerId: 12 })])).toEqual({
      kind: 'unknownOption',
    });
    expect(faultOf(boxes, [answer({ listAnswerId: 11 }), answer({ listAnswerId: 11 })])).toEqual({
      kind: 'unknownOption',
    });
  });
  it('send one entry per ticked box', () => {
    expect(
      submittedAnswers(
        [boxes],
        [answer({ listAnswerId: 11, isChecked: true }), answer({ listAnswerId: 12, isChecked: false })],
      ),
    ).toEqual([{ questionnaireItemId: 1, listAnswerId: 11, isChecked: true }]);
  });
});

describe('numbers', () => {
  it('keep their bounds and decimals', () => {
    expect(faultOf(number, [answer({ numberAnswer: -1 })])).toEqual({ kind: 'belowMinimum', minimum: 0 });
    expect(faultOf(number, [answer({ numberAnswer: 10.1 })])).toEqual({ kind: 'aboveMaximum', maximum: 10 });
    expect(faultOf(number, [answer({ numberAnswer: 1.25 })])).toEqual({ kind: 'tooManyDecimals', decimals: 1 });
    expect(faultOf(number, [answer({ numberAnswer: 1e-7 })])).toEqual({ kind: 'tooManyDecimals', decimals: 1 });
    expect(faultOf(number, [answer({ numberAnswer: 0 })])).toBeNull();
  });
  it('say so when what was typed is none, and never send it', () => {
    const typed = [answer({ textAnswer: 'twelve' })];
    expect(faultOf(number, typed)).toEqual({ kind: 'notANumber' });
    expect(faultOf({ ...number, isRequired: false }, typed)).toEqual({ kind: 'notANumber' });
    expect(submittedAnswers([number], typed)).toEqual([]);
  });
  it('rest on a step of the slider or on its top end', () => {
    expect(faultOf(slider, [answer({ numberAnswer: 6 })])).toBeNull();
    expect(faultOf(slider, [answer({ numberAnswer: 10 })])).toBeNull();
    expect(faultOf(slider, [answer({ numberAnswer: 5 })])).toEqual({ kind: 'offStep' });
  });
});

describe('dates', () => {
  it('exist', () => {
    expect(isCalendarDate('2024-02-29')).toBe(true);
    expect(isCalendarDate('2023-02-29')).toBe(false);
    expect(isCalendarDate('2026-13-01')).toBe(false);
  });
  it('agree with the calendar for every day of the years 1000 to 9999', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true }),
        (day) => {
          expect(isCalendarDate(day.toISOString().slice(0, 10))).toBe(true);
        },
      ),
    );
  });
  it('agree with the calendar on which days do not exist', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1000, max: 9999 }),
        fc.integer({ min: 0, max: 13 }),
        fc.integer({ min: 0, max: 32 }),
        (year, month, day) => {
          const written = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
          const there = new Date(`${written}T00:00:00Z`);
          expect(isCalendarDate(written)).toBe(
            !Number.isNaN(there.getTime()) && there.toISOString().startsWith(written),
          );
        },
      ),
    );
  });
  it('keep what was typed while it is no date', () => {
    expect(faultOf(date, [answer({ textAnswer: '2026-13-' })])).toEqual({ kind: 'notADate' });
    expect(isAnswered(date, [answer({ textAnswer: '2026-13-' })])).toBe(true);
  });
});

const entryOf = fc.record(
  {
    questionnaireItemId: fc.integer({ min: 1, max: 9 }),
    textAnswer: fc.string(),
    numberAnswer: fc.double({ noNaN: true, noDefaultInfinity: true }),
    listAnswerId: fc.constantFrom(11, 12, 13, 99),
    otherOptionText: fc.string(),
    isChecked: fc.boolean(),
  },
  { requiredKeys: ['questionnaireItemId'] },
);
const numbered = all.map((one, index) =>
  v.parse(ItemSchema, { ...one, questionnaireItemId: index + 1, isRequired: false }),
);

describe('any sheet', () => {
  it('without a fault is sent in a form that again has none, and sending twice changes nothing', () => {
    fc.assert(
      fc.property(fc.array(entryOf, { maxLength: 30 }), (raw) => {
        const answers = raw.map((entry) => v.parse(Answer, entry));
        const sent = submittedAnswers(numbered, answers);
        expect(submittedAnswers(numbered, sent)).toEqual(sent);
        if (faultsOf(numbered, answers).length === 0) expect(faultsOf(numbered, sent)).toEqual([]);
      }),
    );
  });
  it('re-matched with a revised template loses no entry: each is kept or shown as lost', () => {
    fc.assert(
      fc.property(fc.array(entryOf, { maxLength: 30 }), fc.subarray(numbered), (raw, items) => {
        const answers = raw.map((entry) => v.parse(Answer, entry));
        const { kept, lost } = rematch(items, answers);
        expect(kept.length + lost.length).toBe(answers.length);
        expect(new Set([...kept, ...lost])).toEqual(new Set(answers));
        const known = new Set(items.map((one) => one.questionnaireItemId));
        for (const id of entriesByItem(kept).keys()) expect(known.has(id)).toBe(true);
      }),
    );
  });
});
