import * as v from 'valibot';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  Answer,
  CalendarDate,
  dayOfBound,
  entriesByItem,
  type FaultContext,
  faultOf,
  faultsOf,
  isAnswered,
  isCalendarDate,
  isRepeatingQuestion,
  type QuestionnaireItem,
  QuestionnaireItem as ItemSchema,
  rematch,
  sentOf,
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
const lookup = item({
  questionnaireItemType: 'LookupQuestion',
  valueSetKey: 'conditions',
  isMultiple: false,
  isOpen: true,
});
const grouping = item({ questionnaireItemType: 'QuestionMatrixGrouping', questionMatrixGuid: 'm' });
const moment = item({ questionnaireItemType: 'DateTimeQuestion' });
const time = item({ questionnaireItemType: 'TimeQuestion' });
const quantityIn = (...units: readonly string[]) =>
  item({
    questionnaireItemType: 'QuantityQuestion',
    minValue: 0,
    maxValue: 500,
    decimals: 1,
    units: units.map((unit) => ({ key: unit, label: unit })),
  });
const quantity = quantityIn('kg', 'lb');
const address = item({ questionnaireItemType: 'UrlQuestion' });
const photo = item({ questionnaireItemType: 'AttachmentQuestion', contentTypes: ['image/*'], maxSize: 1000 });
const all = [text, radio, boxes, yesNo, number, date, slider, moment, time, quantity, address, photo, lookup];

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
    expect(faultsOf({ items: [heading] }, [answer({ textAnswer: 'x' })])).toHaveLength(1);
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
    expect(submittedAnswers({ items: [radio] }, [answer({ listAnswerId: 11, otherOptionText: 'old' })])).toEqual([
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
      submittedAnswers({ items: [boxes] }, [
        answer({ listAnswerId: 11, isChecked: true }),
        answer({ listAnswerId: 12, isChecked: false }),
      ]),
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
    expect(submittedAnswers({ items: [number] }, typed)).toEqual([]);
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

describe('texts', () => {
  const short = {
    ...text,
    questionnaireItemType: 'TextQuestion',
    minLength: 3,
    pattern: '\\d{3}-\\d{4}',
    entryFormat: 'nnn-nnnn',
  };
  const phone = item(short);
  it('match their pattern from end to end, and are sent without the spaces around them', () => {
    const wrong = { kind: 'wrongFormat', format: 'nnn-nnnn' };
    expect(faultOf(phone, [answer({ textAnswer: '555-01000' })])).toEqual(wrong);
    expect(faultOf(phone, [answer({ textAnswer: 'x555-0100' })])).toEqual(wrong);
    expect(faultOf(phone, [answer({ textAnswer: '555-0100 ' })])).toBeNull();
    expect(submittedAnswers({ items: [phone] }, [answer({ textAnswer: '555-0100 ' })])).toEqual([
      { questionnaireItemId: 1, textAnswer: '555-0100' },
    ]);
  });
  it('match one of several patterns as a whole', () => {
    const either = item({ ...text, pattern: 'yes|no' });
    expect(faultOf(either, [answer({ textAnswer: 'no' })])).toBeNull();
    expect(faultOf(either, [answer({ textAnswer: 'nothing' })])).toEqual({ kind: 'wrongFormat', format: null });
  });
  it('are refused below their shortest length', () => {
    const long = item({ ...text, minLength: 3 });
    expect(faultOf(long, [answer({ textAnswer: 'ab' })])).toEqual({ kind: 'tooShort', minimum: 3 });
    expect(faultOf(long, [answer({ textAnswer: 'a  ' })])).toEqual({ kind: 'tooShort', minimum: 3 });
    expect(faultOf(long, [answer({ textAnswer: 'abc' })])).toBeNull();
  });
});

describe('dates within bounds', () => {
  const today = v.parse(CalendarDate, '2026-03-31');
  const bounded = (earliest: object, latest: object) =>
    item({ questionnaireItemType: 'DateQuestion', earliest, latest });
  const ofToday = bounded({ fromToday: -1, unit: 'months' }, { fromToday: 0, unit: 'days' });
  const fault = (day: string, context: FaultContext = { today }) =>
    faultOf(ofToday, [answer({ dateAnswer: day })], context);
  it('hold on both ends, the last day of a shorter month for the one that it lacks', () => {
    expect(fault('2026-02-28')).toBeNull();
    expect(fault('2026-02-27')).toEqual({ kind: 'tooEarly', earliest: '2026-02-28' });
    expect(fault('2026-03-31')).toBeNull();
    expect(fault('2026-04-01')).toEqual({ kind: 'tooLate', latest: '2026-03-31' });
  });
  it('hold for the day of a moment', () => {
    const one = item({ questionnaireItemType: 'DateTimeQuestion', latest: '2026-03-31' });
    expect(faultOf(one, [answer({ dateTimeAnswer: '2026-03-31T23:59' })])).toBeNull();
    expect(faultOf(one, [answer({ dateTimeAnswer: '2026-04-01T00:00' })])).toEqual({
      kind: 'tooLate',
      latest: '2026-03-31',
    });
  });
  it('say nothing of today where nobody knows it, and are part of what a whole sheet is checked for', () => {
    expect(fault('1990-01-01', {})).toBeNull();
    expect(faultsOf({ items: [ofToday], today }, [answer({ dateAnswer: '1990-01-01' })])).toHaveLength(1);
  });
  it('are so many days on, by the calendar', () => {
    fc.assert(
      fc.property(fc.integer({ min: -20_000, max: 20_000 }), (fromToday) => {
        const expected = new Date(Date.parse(`${today}T00:00:00Z`) + fromToday * 86_400_000).toISOString().slice(0, 10);
        expect(dayOfBound({ fromToday, unit: 'days' }, { today })).toBe(expected);
      }),
    );
  });
});

describe('moments and times', () => {
  it('keep what was typed, and say which half is missing', () => {
    expect(faultOf(moment, [answer({ textAnswer: '2026-2-T09:30' })])).toEqual({ kind: 'notADate' });
    expect(faultOf(moment, [answer({ textAnswer: '2026-02-03T' })])).toEqual({ kind: 'notATime' });
    expect(faultOf(time, [answer({ textAnswer: '25:00' })])).toEqual({ kind: 'notATime' });
    expect(isAnswered(time, [answer({ textAnswer: '25:00' })])).toBe(true);
    expect(submittedAnswers({ items: [time] }, [answer({ textAnswer: '25:00' })])).toEqual([]);
    expect(faultOf(time, [answer({ timeAnswer: '09:30' })])).toBeNull();
  });
});

describe('quantities', () => {
  it('are sent with the unit that was chosen, or the only one; of several none is taken for granted', () => {
    expect(faultOf(quantity, [answer({ numberAnswer: 70 })])).toEqual({ kind: 'noUnit' });
    expect(submittedAnswers({ items: [quantity] }, [answer({ numberAnswer: 70 })])).toEqual([]);
    const oneUnit = quantityIn('kg');
    expect(submittedAnswers({ items: [oneUnit] }, [answer({ numberAnswer: 70 })])).toEqual([
      { questionnaireItemId: 1, numberAnswer: 70, unitKey: 'kg' },
    ]);
    expect(faultOf(quantity, [answer({ numberAnswer: 70, unitKey: 'stone' })])).toEqual({ kind: 'unknownOption' });
    expect(faultOf(quantity, [answer({ numberAnswer: 501, unitKey: 'lb' })])).toEqual({
      kind: 'aboveMaximum',
      maximum: 500,
    });
  });
  it('are no answer by their unit alone', () => {
    expect(isAnswered(quantity, [answer({ unitKey: 'lb' })])).toBe(false);
    expect(faultOf(quantity, [answer({ unitKey: 'lb' })])).toEqual({ kind: 'required' });
  });
});

describe('web addresses', () => {
  it.each(['https://example.org', 'http://example.org/a?b=c#d', ' https://example.org '])('take %j', (typed) => {
    expect(faultOf(address, [answer({ textAnswer: typed })])).toBeNull();
  });
  it.each([
    'example.org',
    'mailto:a@example.org',
    'javascript:alert(1)',
    'https://',
    'https://a b',
    'http:x',
    'ftp://example.org',
  ])('refuse %j', (typed) => {
    expect(faultOf(address, [answer({ textAnswer: typed })])).toEqual({ kind: 'notAnAddress' });
  });
});

describe('files', () => {
  const file = (contentType: string, size: number) =>
    answer({ attachment: { attachmentId: 1, fileName: 'a', contentType, size } });
  it('are of a type and size that the question takes', () => {
    expect(faultOf(photo, [file('image/png', 1000)])).toBeNull();
    expect(faultOf(photo, [file('image/png', 1001)])).toEqual({ kind: 'wrongFile' });
    expect(faultOf(photo, [file('application/pdf', 10)])).toEqual({ kind: 'wrongFile' });
    expect(faultOf(v.parse(ItemSchema, { ...photo, contentTypes: [] }), [file('application/pdf', 10)])).toBeNull();
  });
});

describe('a file that is not on the server yet', () => {
  it('keeps the answers from being sent without it', () => {
    const chosen = [answer({ textAnswer: 'wound.jpg' })];
    expect(faultOf({ ...photo, isRequired: false }, chosen)).toEqual({ kind: 'fileNotSent' });
    expect(sentOf(photo, chosen)).toEqual([]);
  });
});

describe('"none of these"', () => {
  const none = { ...options[0], listAnswerId: 14, answerText: 'None of these', isExclusive: true };
  const some = item({
    questionnaireItemType: 'MultiSelectionQuestion',
    listAnswers: [...options, none],
    occurs: { least: 2, most: 2 },
  });
  const tick = (...ids: number[]) => ids.map((listAnswerId) => answer({ listAnswerId, isChecked: true }));
  it('is chosen alone, and is enough', () => {
    expect(faultOf(some, tick(11, 14))).toEqual({ kind: 'notAlone' });
    expect(faultOf(some, tick(14))).toBeNull();
  });
  it('leaves the rest to be counted', () => {
    expect(faultOf(some, tick(11))).toEqual({ kind: 'tooFew', least: 2 });
    expect(faultOf(some, tick(11, 12))).toBeNull();
    expect(faultOf(v.parse(ItemSchema, { ...some, occurs: { least: 0, most: 1 } }), tick(11, 12))).toEqual({
      kind: 'tooMany',
      most: 1,
    });
  });
});

describe('a question that repeats', () => {
  const names = item({
    questionnaireItemType: 'TextQuestion',
    isMultiline: false,
    maxLength: 20,
    occurs: { least: 2, most: 3 },
  });
  const say = (...texts: string[]) => texts.map((textAnswer) => answer({ textAnswer, rowPath: [2] }));
  it('sends every answer in its row and in order, no empty box', () => {
    const sent = sentOf(names, say('Ana', ' ', '', 'Ben'));
    expect(sent).toEqual([
      { questionnaireItemId: 1, rowPath: [2], textAnswer: 'Ana' },
      { questionnaireItemId: 1, rowPath: [2], textAnswer: 'Ben' },
    ]);
  });
  it('counts what was answered, not the boxes', () => {
    expect(faultOf(names, say('', ''))).toEqual({ kind: 'required' });
    expect(faultOf(names, say('Ana', ''))).toEqual({ kind: 'tooFew', least: 2 });
    expect(faultOf(names, say('Ana', '', 'Ben'))).toBeNull();
    expect(faultOf(names, say('a', 'b', 'c', 'd'))).toEqual({ kind: 'tooMany', most: 3 });
    expect(faultOf({ ...names, isRequired: false }, say('', ''))).toBeNull();
  });
  it('does not fit a question that takes one answer', () => {
    const once = item({ questionnaireItemType: 'TextQuestion', isMultiline: false, maxLength: 20 });
    const two = [answer({ textAnswer: 'Ana' }), answer({ textAnswer: 'Ben' })];
    expect(rematch({ items: [once] }, two).lost).toEqual(two);
    expect(rematch({ items: [names] }, two).kept).toEqual(two);
  });
});

describe('a search', () => {
  const several = v.parse(ItemSchema, { ...lookup, isMultiple: true });
  const typed = answer({ textAnswer: 'asth', isChecked: false, rowPath: [2] });
  const chosen = answer({ coding: { code: 'J45', display: 'Asthma' }, rowPath: [2] });
  it('sends what was chosen in its row, and never what was only typed', () => {
    expect(sentOf(several, [chosen, typed])).toEqual([chosen]);
    expect(faultOf(several, [chosen, typed])).toEqual({ kind: 'unknownOption' });
  });
  it('takes several choices where the question says so', () => {
    const other = { ...chosen, coding: { code: 'E11', display: 'Diabetes' } };
    expect(faultOf(several, [chosen, other])).toBeNull();
    expect(faultOf(lookup, [chosen, other])).toEqual({ kind: 'tooMany', most: 1 });
    expect(isRepeatingQuestion(v.parse(ItemSchema, { ...several, occurs: { least: 0, most: null } }))).toBe(false);
  });
});

describe('answers to a question that has become another one', () => {
  const own: Record<string, readonly Answer[]> = {
    text: [answer({ textAnswer: 'words' })],
    number: [answer({ numberAnswer: 5 })],
    quantity: [answer({ numberAnswer: 150, unitKey: 'lb' })],
    yesNo: [answer({ isChecked: false })],
    radio: [answer({ listAnswerId: 11 })],
    boxes: [answer({ listAnswerId: 11, isChecked: true }), answer({ listAnswerId: 12, isChecked: true })],
    ownWords: [answer({ listAnswerId: 13, otherOptionText: 'mine' })],
    date: [answer({ dateAnswer: '2026-02-03' })],
    coding: [answer({ coding: { code: 'a', display: 'A' } })],
  };
  const plainOptions = v.parse(ItemSchema, {
    ...radio,
    listAnswers: options.map((option) => ({ ...option, isOtherOption: false })),
  });
  const now = { text, number, slider, yesNo, radio, boxes, plainOptions, date };
  it.each(
    Object.entries(own).flatMap(([was, said]) => Object.entries(now).map(([is, one]) => ({ was, said, is, one }))),
  )('are shown there with all that they say, or as lost: $was, now $is', ({ said, one }) => {
    const { kept } = rematch({ items: [one] }, said);
    if (kept.length === 0) return;
    expect(isAnswered(one, kept)).toBe(true);
    const sent = sentOf(one, kept);
    if (faultOf(one, kept) === null) for (const [at, entry] of said.entries()) expect(sent[at]).toMatchObject(entry);
  });
  it('are no "no" because a search was not finished', () => {
    const search = [answer({ textAnswer: 'asth', isChecked: false })];
    expect(rematch({ items: [yesNo] }, search).lost).toEqual(search);
  });
  it('stay where the draft only remembers something', () => {
    for (const [one, entries] of [
      [radio, [answer({ listAnswerId: 13, otherOptionText: 'mine', isChecked: false })]],
      [lookup, [answer({ textAnswer: 'asth', isChecked: false })]],
      [text, [answer({ textAnswer: '' })]],
    ] as const)
      expect(rematch({ items: [one] }, entries).lost).toEqual([]);
  });
});

const entryOf = fc.record(
  {
    questionnaireItemId: fc.integer({ min: 1, max: 26 }),
    coding: fc.record({ code: fc.constantFrom('a', 'b'), display: fc.constantFrom('A', 'B') }),
    rowPath: fc.constant([2]),
    dateAnswer: fc.constantFrom('2026-02-03', '1999-12-31'),
    dateTimeAnswer: fc.constantFrom('2026-02-03T09:30'),
    timeAnswer: fc.constantFrom('09:30', '23:59:59'),
    unitKey: fc.constantFrom('kg', 'lb', 'stone'),
    attachment: fc.record({
      attachmentId: fc.integer({ min: 1, max: 9 }),
      fileName: fc.string({ maxLength: 20 }),
      contentType: fc.constantFrom('image/png', 'application/pdf'),
      size: fc.nat(2000),
    }),
    textAnswer: fc.string(),
    numberAnswer: fc.double({ noNaN: true, noDefaultInfinity: true }),
    listAnswerId: fc.constantFrom(11, 12, 13, 99),
    otherOptionText: fc.string(),
    isChecked: fc.boolean(),
  },
  { requiredKeys: ['questionnaireItemId'] },
);
/** Each type once, and once more as a repeating question where it can repeat. */
const numbered = [
  ...all,
  ...all.map((one) =>
    one.questionnaireItemType === 'SliderQuestion' ? one : { ...one, occurs: { least: 0, most: 4 } },
  ),
].map((one, index) => v.parse(ItemSchema, { ...one, questionnaireItemId: index + 1, isRequired: false }));

describe('any sheet', () => {
  it('without a fault is sent in a form that again has none, and sending twice changes nothing', () => {
    fc.assert(
      fc.property(fc.array(entryOf, { maxLength: 30 }), (raw) => {
        const answers = raw.map((entry) => v.parse(Answer, entry));
        const sent = submittedAnswers({ items: numbered }, answers);
        expect(submittedAnswers({ items: numbered }, sent)).toEqual(sent);
        if (faultsOf({ items: numbered }, answers).length === 0)
          expect(faultsOf({ items: numbered }, sent)).toEqual([]);
      }),
    );
  });
  it('re-matched with a revised template loses no entry: each is kept or shown as lost', () => {
    fc.assert(
      fc.property(fc.array(entryOf, { maxLength: 30 }), fc.subarray(numbered), (raw, items) => {
        const answers = raw.map((entry) => v.parse(Answer, entry));
        const { kept, lost } = rematch({ items }, answers);
        expect(kept.length + lost.length).toBe(answers.length);
        expect(new Set([...kept, ...lost])).toEqual(new Set(answers));
        const known = new Set(items.map((one) => one.questionnaireItemId));
        for (const id of entriesByItem(kept).keys()) expect(known.has(id)).toBe(true);
      }),
    );
  });
});
