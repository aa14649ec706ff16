import {
  type Answer,
  type QuestionnaireItem,
  QuestionnaireItem as ItemSchema,
  faultsOf,
  isAnswered,
  isForPerson,
  itemTypes,
  submittedAnswers,
  takesAnswer,
  Answer as AnswerSchema,
} from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { questionnaireOf } from '../../../../tests/apps/data/questionnaire.ts';
import { onProcessor } from '../../../../tests/support/processorTime.ts';
import { type AnswerSheet, openAnswerSheet } from './answerSheet.ts';
import {
  booleanEntries,
  canBeCleared,
  choiceEntries,
  clearedEntries,
  dateEntries,
  numberEntries,
  otherTextEntries,
  otherTextOf,
  sliderEntries,
  textEntries,
  tickedOptions,
  typedDate,
  typedNumber,
  typedText,
} from './typed.ts';
import { momentEntries, timeEntries, typedMoment, typedTime } from './items/further/typedTime.ts';
import { blocksOf } from './screens.ts';

const options = (first: number) => [
  { listAnswerId: first, answerText: 'Acetaminophen', sortOrder: 1, isOtherOption: false, score: 0 },
  { listAnswerId: first + 1, answerText: 'Ibuprofen', sortOrder: 2, isOtherOption: false, score: 1 },
  { listAnswerId: first + 2, answerText: 'Other', sortOrder: 3, isOtherOption: true, score: null },
];

const typeFields: Record<QuestionnaireItem['questionnaireItemType'], (id: number) => object> = {
  TextQuestion: () => ({ isMultiline: true, maxLength: 40 }),
  SectionHeader: () => ({}),
  SingleSelectionRadioButtonQuestion: (id) => ({ listAnswers: options(id * 100) }),
  BooleanQuestion: () => ({}),
  NumberQuestion: () => ({ minValue: -5, maxValue: 110, decimals: 1, unitOfMeasure: '°F' }),
  DateQuestion: () => ({}),
  SingleSelectionDropdownQuestion: (id) => ({ listAnswers: options(id * 100) }),
  MultiSelectionQuestion: (id) => ({ listAnswers: options(id * 100) }),
  QuestionMatrixGrouping: () => ({}),
  SliderQuestion: () => ({ minValue: 0, maxValue: 10, step: 1, minLabel: 'no pain', maxLabel: 'worst' }),
  QuestionGroup: () => ({ occurs: null, layout: 'list' }),
  DateTimeQuestion: () => ({}),
  TimeQuestion: () => ({}),
  QuantityQuestion: () => ({
    minValue: null,
    maxValue: null,
    decimals: 2,
    units: [
      { key: 'kg', label: 'kg' },
      { key: 'lb', label: 'lb' },
    ],
  }),
  UrlQuestion: () => ({}),
  AttachmentQuestion: () => ({ contentTypes: ['image/jpeg'], maxSize: 1_000_000 }),
  LookupQuestion: () => ({ valueSetKey: 'conditions', isMultiple: false, isOpen: false }),
  SignatureQuestion: () => ({ signs: null, signatureTypes: [] }),
};

const itemOf = (type: QuestionnaireItem['questionnaireItemType'], id: number, more: object = {}): QuestionnaireItem =>
  v.parse(ItemSchema, {
    questionnaireItemId: id,
    questionnaireItemType: type,
    sortOrder: id,
    questionMatrixGuid: null,
    formattedText: `Question ${id}`,
    isRequired: true,
    ...typeFields[type](id),
    ...more,
  });

const oneOfEach = itemTypes.map((type, index) => itemOf(type, index + 1));

function opened(items: readonly QuestionnaireItem[] = oneOfEach, answers: readonly Answer[] = []) {
  const written: (readonly Answer[])[] = [];
  const sheet = openAnswerSheet({ questionnaire: questionnaireOf(items), answers, write: (all) => written.push(all) });
  return { sheet, written, last: () => written.at(-1) ?? answers };
}

const typing = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom('12', '-3.5', '1,5', '007', '.', '-', '1e5', '99999999999999999999', '  ', '２０'),
);
const boxes = fc.record({
  year: fc.constantFrom('', '2026', '26', '1999', '0999', 'x'),
  month: fc.constantFrom('', '2', '02', '13', '11'),
  day: fc.constantFrom('', '9', '09', '30', '31'),
});

const clocks = fc.record({
  hour: fc.constantFrom('', '0', '9', '09', '12', '15', '24'),
  minute: fc.constantFrom('', '0', '05', '59', '60'),
  period: fc.constantFrom('', 'am', 'pm'),
});

/** What a person can do to an item: the resulting entries, and what its field must show for them afterwards. */
const deeds = (
  item: QuestionnaireItem,
  entries: readonly Answer[],
): fc.Arbitrary<{ entries: readonly Answer[]; shows: (kept: readonly Answer[]) => unknown; expected: unknown }> => {
  const id = item.questionnaireItemId;
  switch (item.questionnaireItemType) {
    case 'TextQuestion':
      return typing.map((typed) => ({ entries: textEntries(id, typed), shows: typedText, expected: typed }));
    case 'NumberQuestion':
      return typing.map((typed) => {
        const result = numberEntries(id, 'en-US', typed);
        const value = result[0]?.numberAnswer;
        return {
          entries: result,
          shows: (kept) => (value === undefined ? typedNumber('en-US', kept) : Number(typedNumber('en-US', kept))),
          expected: value ?? typed,
        };
      });
    case 'DateQuestion':
      return boxes.map((typed) => {
        const result = dateEntries(id, typed);
        const isDate = result[0]?.dateAnswer !== undefined;
        const shown = isDate
          ? { year: typed.year, month: String(Number(typed.month)), day: String(Number(typed.day)) }
          : typed;
        return { entries: result, shows: typedDate, expected: shown };
      });
    case 'BooleanQuestion':
      return fc
        .boolean()
        .map((said) => ({ entries: booleanEntries(id, said), shows: (kept) => kept[0]?.isChecked, expected: said }));
    case 'SliderQuestion':
      return fc.integer({ min: 0, max: 10 }).map((value) => ({
        entries: sliderEntries(id, value),
        shows: (kept) => kept[0]?.numberAnswer,
        expected: value,
      }));
    case 'SingleSelectionRadioButtonQuestion':
    case 'SingleSelectionDropdownQuestion':
    case 'MultiSelectionQuestion': {
      const ids = item.listAnswers.map((option) => option.listAnswerId);
      const other = item.listAnswers.find((option) => option.isOtherOption)?.listAnswerId ?? ids[0];
      const ticks =
        item.questionnaireItemType === 'MultiSelectionQuestion'
          ? fc.subarray(ids)
          : fc.constantFrom(...ids).map((one) => [one]);
      return fc.tuple(ticks, fc.option(typing, { nil: null })).map(([ticked, said]) => {
        const after = choiceEntries(item, entries, ticked);
        const withText =
          said !== null && other !== undefined && ticked.includes(other)
            ? otherTextEntries(item, after, other, said)
            : after;
        return {
          entries: withText,
          shows: (kept) => tickedOptions(kept),
          expected: ids.filter((one) => ticked.includes(one)),
        };
      });
    }
    case 'UrlQuestion':
      return typing.map((typed) => ({ entries: textEntries(id, typed), shows: typedText, expected: typed }));
    case 'TimeQuestion':
      return fc.tuple(clocks, fc.boolean()).map(([typed, countsToTwelve]) => {
        const result = timeEntries(id, typed, countsToTwelve);
        return {
          entries: result,
          shows: (kept) => timeEntries(id, typedTime(kept, countsToTwelve), countsToTwelve),
          expected: result,
        };
      });
    case 'DateTimeQuestion':
      return fc.tuple(boxes, clocks, fc.boolean()).map(([date, time, countsToTwelve]) => {
        const result = momentEntries(id, { date, time }, countsToTwelve);
        return {
          entries: result,
          shows: (kept) => momentEntries(id, typedMoment(kept, countsToTwelve), countsToTwelve),
          expected: result,
        };
      });
    case 'QuantityQuestion':
      return fc.tuple(typing, fc.constantFrom('kg', 'lb')).map(([typed, unitKey]) => {
        const result = numberEntries(id, 'en-US', typed).map((entry) => ({ ...entry, unitKey }));
        return { entries: result, shows: (kept) => kept, expected: result };
      });
    case 'AttachmentQuestion':
      return fc.integer({ min: 1, max: 9 }).map((number) => {
        const file = { attachmentId: number, fileName: 'wound.jpg', contentType: 'image/jpeg', size: 1000 };
        const result = [v.parse(AnswerSchema, { questionnaireItemId: id, attachment: file })];
        return { entries: result, shows: (kept) => kept[0]?.attachment, expected: file };
      });
    case 'SectionHeader':
    case 'QuestionMatrixGrouping':
    case 'QuestionGroup':
    case 'LookupQuestion':
    case 'SignatureQuestion':
      return fc.constant({ entries: [], shows: () => null, expected: null });
  }
};

const steps = fc.array(fc.tuple(fc.nat(oneOfEach.length - 1), fc.infiniteStream(fc.nat())), { maxLength: 25 });

describe('answer sheet', () => {
  it.each(itemTypes)('keeps whatever is put into a %s, through a stored draft and back', (type) => {
    const item = itemOf(type, 7);
    fc.assert(
      fc.property(fc.gen(), (gen) => {
        const { sheet, last } = opened([item]);
        for (let round = 0; round < 4; round += 1) {
          const deed = gen(() => deeds(item, sheet.view(item.questionnaireItemId).entries));
          sheet.change(item.questionnaireItemId, deed.entries);
          const stored = v.parse(v.array(AnswerSchema), JSON.parse(JSON.stringify(last())));
          const again = opened([item], stored).sheet;
          expect(deed.shows(again.view(item.questionnaireItemId).entries)).toEqual(deed.expected);
          expect(again.answers()).toEqual(stored);
        }
      }),
    );
  });

  it('agrees with the contract on faults, progress and what is sent, after any course of typing', () => {
    fc.assert(
      fc.property(steps, fc.gen(), (course, gen) => {
        const { sheet, last } = opened();
        for (const [index] of course) {
          const item = oneOfEach[index];
          if (!item || !takesAnswer(item)) continue;
          const deed = gen(() => deeds(item, sheet.view(item.questionnaireItemId).entries));
          sheet.change(item.questionnaireItemId, deed.entries);
          if (gen(fc.boolean)) sheet.leave(item.questionnaireItemId);
        }
        const answers = sheet.answers();
        expect(last()).toEqual(answers);
        const takers = oneOfEach.filter(isForPerson);
        expect(sheet.progress()).toEqual({
          answered: takers.filter((item) =>
            isAnswered(
              item,
              answers.filter((answer) => answer.questionnaireItemId === item.questionnaireItemId),
            ),
          ).length,
          total: takers.length,
        });
        const expected = faultsOf({ items: oneOfEach }, answers).map(({ questionnaireItemId, fault }) => ({
          questionnaireItemId,
          fault,
        }));
        expect(sheet.check()).toBe(expected.length === 0);
        expect(
          sheet.problems().map(({ item, fault }) => ({ questionnaireItemId: item.questionnaireItemId, fault })),
        ).toEqual(expected);
        expect(submittedAnswers({ items: oneOfEach }, answers)).toEqual(
          submittedAnswers({ items: oneOfEach }, submittedAnswers({ items: oneOfEach }, answers)),
        );
      }),
    );
  });

  const text = itemOf('TextQuestion', 1);
  const number = itemOf('NumberQuestion', 2);
  const say = (sheet: AnswerSheet, item: QuestionnaireItem, typed: string) =>
    sheet.change(
      item.questionnaireItemId,
      item.questionnaireItemType === 'NumberQuestion'
        ? numberEntries(item.questionnaireItemId, 'en-US', typed)
        : textEntries(item.questionnaireItemId, typed),
    );
  const faultShown = (sheet: AnswerSheet, item: QuestionnaireItem) =>
    sheet.view(item.questionnaireItemId).fault?.kind ?? null;

  it('shows a fault only after the question was changed and left, then as it changes', () => {
    const { sheet } = opened([text, number]);
    sheet.leave(number.questionnaireItemId);
    expect(faultShown(sheet, number)).toBeNull();
    say(sheet, number, 'twelve');
    expect(faultShown(sheet, number)).toBeNull();
    sheet.leave(number.questionnaireItemId);
    expect(faultShown(sheet, number)).toBe('notANumber');
    say(sheet, number, '1200');
    expect(faultShown(sheet, number)).toBe('aboveMaximum');
    say(sheet, number, '12');
    expect(faultShown(sheet, number)).toBeNull();
    expect(sheet.problems()).toEqual([]);
  });

  it('takes a mended question off the problems and puts it back when it breaks again', () => {
    const { sheet } = opened([text, number]);
    expect(sheet.check()).toBe(false);
    expect(sheet.problems().map((problem) => problem.item)).toEqual([text, number]);
    say(sheet, text, 'Fine');
    expect(sheet.problems().map((problem) => problem.item)).toEqual([number]);
    say(sheet, text, '');
    sheet.leave(text.questionnaireItemId);
    expect(sheet.problems().map((problem) => problem.item)).toEqual([text, number]);
  });

  it('marks what the server found, also where our rules find nothing', () => {
    const { sheet } = opened([text, number]);
    say(sheet, text, 'Fine');
    sheet.flag([text.questionnaireItemId, number.questionnaireItemId]);
    expect([faultShown(sheet, text), faultShown(sheet, number)]).toEqual(['unknownOption', 'required']);
  });

  it('reaches only the field that changed, and the progress only when its numbers change', () => {
    const { sheet } = opened([text, number]);
    const [textListener, numberListener, progressListener] = [vi.fn(), vi.fn(), vi.fn()];
    sheet.subscribeItem(text.questionnaireItemId, textListener);
    sheet.subscribeItem(number.questionnaireItemId, numberListener);
    sheet.subscribeProgress(progressListener);
    const untouched = sheet.view(number.questionnaireItemId);
    say(sheet, text, 'F');
    say(sheet, text, 'Fi');
    say(sheet, text, 'Fin');
    expect([
      textListener.mock.calls.length,
      numberListener.mock.calls.length,
      progressListener.mock.calls.length,
    ]).toEqual([3, 0, 1]);
    expect(sheet.view(number.questionnaireItemId)).toBe(untouched);
  });

  it('takes the answers of another tab without handing them on', () => {
    const { sheet, written } = opened([text, number]);
    sheet.replace(textEntries(text.questionnaireItemId, 'From the other tab'));
    expect(typedText(sheet.view(text.questionnaireItemId).entries)).toBe('From the other tab');
    expect(sheet.progress()).toEqual({ answered: 1, total: 2 });
    expect(written).toEqual([]);
  });

  it('keeps the text of an "other" option while it is not ticked, and does not send it', () => {
    const item = itemOf('MultiSelectionQuestion', 3);
    if (item.questionnaireItemType !== 'MultiSelectionQuestion') throw new Error('not a multi-selection');
    const [first, , other] = item.listAnswers.map((option) => option.listAnswerId);
    if (!first || !other) throw new Error('no options');
    const { sheet } = opened([item]);
    const change = (entries: Answer[]) => sheet.change(item.questionnaireItemId, entries);
    const entries = () => sheet.view(item.questionnaireItemId).entries;
    change(choiceEntries(item, entries(), [other]));
    change(otherTextEntries(item, entries(), other, 'Ginger tea'));
    change(choiceEntries(item, entries(), [first]));
    expect(submittedAnswers({ items: [item] }, sheet.answers()).map((answer) => answer.listAnswerId)).toEqual([first]);
    change(choiceEntries(item, entries(), [first, other]));
    expect(otherTextOf(entries(), other)).toBe('Ginger tea');
    expect(sheet.check()).toBe(true);
  });

  it('takes an optional choice, yes or no, or scale back as if it had never been answered; a required one never', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('SingleSelectionRadioButtonQuestion', 'BooleanQuestion', 'SliderQuestion'),
        fc.gen(),
        (type, gen) => {
          const item = itemOf(type, 5, { isRequired: false });
          if (item.questionnaireItemType !== type) throw new Error('another type');
          expect(canBeCleared(item)).toBe(true);
          expect(canBeCleared({ ...item, isRequired: true })).toBe(false);
          const { sheet, last } = opened([item]);
          sheet.change(item.questionnaireItemId, gen(() => deeds(item, [])).entries);
          expect(sheet.progress().answered).toBe(1);
          sheet.change(item.questionnaireItemId, clearedEntries(item, sheet.view(item.questionnaireItemId).entries));
          expect(sheet.progress().answered).toBe(0);
          expect(sheet.check()).toBe(true);
          expect(submittedAnswers({ items: [item] }, last())).toEqual([]);
        },
      ),
    );
  });

  it('opens two hundred questions and takes a keystroke in well under a frame', () => {
    const many = Array.from({ length: 200 }, (_, index) =>
      itemOf(itemTypes[index % itemTypes.length] ?? 'TextQuestion', index + 1),
    );
    const { sheet } = opened(many);
    const item = many.find((one) => one.questionnaireItemType === 'TextQuestion');
    if (!item) throw new Error('no text question');
    for (let count = 0; count < 200; count += 1) say(sheet, item, 'a'.repeat(count % 40));
    const { ms } = onProcessor(() => {
      for (let count = 0; count < 200; count += 1) say(sheet, item, 'a'.repeat(count % 40));
    });
    expect(ms / 200).toBeLessThan(2);
    expect(blocksOf(many).length).toBe(200);
  });
});
