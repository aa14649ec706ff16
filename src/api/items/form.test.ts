import fc from 'fast-check';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  Answer,
  circlesOf,
  entriesByPlace,
  faultsOf,
  type Form,
  FormLogic,
  isAnswered,
  isForPerson,
  loadExpressions,
  openForm,
  placesOf,
  progressOf,
  QuestionnaireItem,
  rematch,
  slotOf,
  submittedAnswers,
} from '../index.ts';
import { afterStep, circularForm, drawnCourse, drawnForm } from '../../../tests/apps/drawnForm.ts';

beforeAll(loadExpressions);

const text = { questionnaireItemType: 'TextQuestion', isMultiline: false, maxLength: 100 };
const yesNo = { questionnaireItemType: 'BooleanQuestion' };
const number = {
  questionnaireItemType: 'NumberQuestion',
  minValue: null,
  maxValue: null,
  decimals: 2,
  unitOfMeasure: null,
};
const rows = (least: number, most: number | null) => ({
  questionnaireItemType: 'QuestionGroup',
  occurs: { least, most },
  layout: 'list',
});
const items = (...fields: readonly object[]): readonly QuestionnaireItem[] =>
  fields.map((one, index) =>
    v.parse(QuestionnaireItem, {
      questionnaireItemId: index + 1,
      sortOrder: index + 1,
      questionMatrixGuid: null,
      formattedText: '',
      isRequired: false,
      ...one,
    }),
  );
const sheet = (...entries: readonly object[]): Answer[] => entries.map((entry) => v.parse(Answer, entry));
const when = (questionnaireItemId: number, operator: string, is: unknown) => ({
  enableWhen: { behavior: 'all', conditions: [{ questionnaireItemId, operator, is }] },
});
const isTrue = { kind: 'boolean', value: true };
const asked = (form: Form, answers: readonly Answer[]) =>
  placesOf(form, answers).flatMap(({ slot, isAsked }) => (isAsked ? [slot] : []));

describe('conditions about the patient', () => {
  it('go by whom the sheet is about, though one form is prepared for all', () => {
    const gender = { kind: 'member', focus: { kind: 'variable', name: 'patient' }, name: 'gender' };
    const isMale = { kind: 'binary', operator: '=', left: gender, right: { kind: 'literal', value: 'male' } };
    const own = items(text, { ...text, enableWhenExpression: isMale });
    const about = (patient?: object): Form => ({
      items: own,
      formLogic: v.parse(FormLogic, { nodes: [], variables: [], patientElements: ['gender'], patient }),
    });
    expect(asked(about({ gender: 'male' }), [])).toEqual(['1', '2']);
    expect(asked(about({ gender: 'female' }), [])).toEqual(['1']);
    expect(asked(about({}), [])).toEqual(['1']);
    expect(asked(about(), [])).toEqual(['1']);
    expect(asked(about({ gender: 'male' }), [])).toEqual(['1', '2']);
  });
});

describe('a condition', () => {
  const form = {
    items: items(yesNo, { ...text, ...when(1, '=', isTrue) }, { ...yesNo, ...when(2, 'exists', isTrue) }),
  };
  it('asks a question for an answer, and what follows on it', () => {
    expect(asked(form, [])).toEqual(['1']);
    expect(asked(form, sheet({ questionnaireItemId: 1, isChecked: true }))).toEqual(['1', '2']);
    expect(
      asked(form, sheet({ questionnaireItemId: 1, isChecked: true }, { questionnaireItemId: 2, textAnswer: 'x' })),
    ).toEqual(['1', '2', '3']);
  });
  it('takes no notice of an answer to what is not asked, and does not send it', () => {
    const answers = sheet({ questionnaireItemId: 1, isChecked: false }, { questionnaireItemId: 2, textAnswer: 'kept' });
    expect(asked(form, answers)).toEqual(['1']);
    expect(submittedAnswers(form, answers)).toEqual(sheet({ questionnaireItemId: 1, isChecked: false }));
    expect(progressOf(form, answers)).toEqual({ answered: 1, total: 1 });
    expect(faultsOf(form, answers)).toEqual([]);
  });
  it('needs all of its parts, or any one of them, as it says', () => {
    const both = (behavior: 'all' | 'any') => ({
      items: items(yesNo, yesNo, {
        ...text,
        enableWhen: {
          behavior,
          conditions: [1, 2].map((questionnaireItemId) => ({ questionnaireItemId, operator: '=', is: isTrue })),
        },
      }),
    });
    const one = sheet({ questionnaireItemId: 1, isChecked: true }, { questionnaireItemId: 2, isChecked: false });
    expect([asked(both('all'), one), asked(both('any'), one)]).toEqual([
      ['1', '2'],
      ['1', '2', '3'],
    ]);
  });
  it('may ask for what comes later', () => {
    const later = { items: items({ ...text, ...when(2, '=', isTrue) }, yesNo) };
    expect(asked(later, [])).toEqual(['2']);
    expect(asked(later, sheet({ questionnaireItemId: 2, isChecked: true }))).toEqual(['1', '2']);
    expect(circlesOf(later)).toEqual([]);
  });
  it('that needs itself comes to an end', () => {
    const never = { items: items({ ...text, ...when(1, 'exists', { kind: 'boolean', value: false }) }) };
    expect(circlesOf(never)).toEqual([never.items]);
    expect(asked(never, [])).toEqual(['1']);
    expect(submittedAnswers(never, sheet({ questionnaireItemId: 1, textAnswer: 'x' }))).toEqual([]);
  });
  it.each([
    ['=', 2, true],
    ['!=', 2, false],
    ['!=', 3, true],
    ['>', 2, false],
    ['>=', 2, true],
    ['<', 3, true],
    ['<=', 1, false],
  ] as const)('on a number knows %s %d', (operator, value, holds) => {
    const one = { items: items(number, { ...text, ...when(1, operator, { kind: 'number', value }) }) };
    expect(asked(one, sheet({ questionnaireItemId: 1, numberAnswer: 2 }))).toHaveLength(holds ? 2 : 1);
    // Without an answer, no answer is equal, more or less.
    expect(asked(one, [])).toHaveLength(operator === '!=' ? 2 : 1);
    expect(asked(one, sheet({ questionnaireItemId: 1, textAnswer: 'two' }))).toHaveLength(operator === '!=' ? 2 : 1);
  });
  it('on an amount holds in its own unit alone, by whichever name it calls it', () => {
    const units = [
      { key: 'kg', label: 'kilograms' },
      { key: '[lb_av]', label: 'pounds' },
    ];
    const weight = { questionnaireItemType: 'QuantityQuestion', minValue: null, maxValue: null, decimals: 1, units };
    const asksMore = (named: string, unitKey: string): boolean => {
      const is = { kind: 'number', value: 220, unitKey: named };
      const form = { items: items(weight, { ...text, ...when(1, '>', is) }) };
      return asked(form, sheet({ questionnaireItemId: 1, numberAnswer: 230, unitKey })).length === 2;
    };
    expect(['[lb_av]', 'pounds', 'kg', 'kilograms'].map((named) => asksMore(named, '[lb_av]'))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('on a day holds at every time of it', () => {
    const moment = { questionnaireItemType: 'DateTimeQuestion' };
    const one = { items: items(moment, { ...text, ...when(1, '=', { kind: 'moment', value: '2026-11-24' }) }) };
    expect(asked(one, sheet({ questionnaireItemId: 1, dateTimeAnswer: '2026-11-24T10:30' }))).toHaveLength(2);
    expect(asked(one, sheet({ questionnaireItemId: 1, dateTimeAnswer: '2026-11-25T10:30' }))).toHaveLength(1);
  });
});

describe('rows', () => {
  const form = {
    items: items(
      rows(0, 2),
      { ...yesNo, parentItemId: 1, isRequired: true },
      { ...text, parentItemId: 1, ...when(2, '=', isTrue) },
      { ...text, ...when(2, '=', isTrue) },
    ),
  };
  const two = sheet(
    { questionnaireItemId: 1, rows: [1, 4] },
    { questionnaireItemId: 2, rowPath: [4], isChecked: true },
    { questionnaireItemId: 3, rowPath: [4], textAnswer: 'x' },
  );
  it('have their own conditions; from outside any row counts', () => {
    expect(asked(form, [])).toEqual(['1', '2/1']);
    expect(asked(form, two)).toEqual(['1', '2/1', '2/4', '3/4', '4']);
  });
  it('without an answer are not sent and not at fault; the others keep their numbers', () => {
    expect(faultsOf(form, two)).toEqual([]);
    expect(submittedAnswers(form, two)).toEqual(
      sheet(
        { questionnaireItemId: 1, rows: [4] },
        { questionnaireItemId: 2, rowPath: [4], isChecked: true },
        { questionnaireItemId: 3, rowPath: [4], textAnswer: 'x' },
      ),
    );
    expect(submittedAnswers(form, sheet({ questionnaireItemId: 1, rows: [1, 2] }))).toEqual([]);
  });
  it('have to be as many as there have to be, and not more than may be', () => {
    const least = { items: items(rows(2, 3), { ...text, parentItemId: 1 }) };
    const filled = (...of: number[]) =>
      sheet(
        { questionnaireItemId: 1, rows: of },
        ...of.map((row) => ({ questionnaireItemId: 2, rowPath: [row], textAnswer: 'x' })),
      );
    const faults = (answers: Answer[]) => faultsOf(least, answers).map(({ slot, fault }) => [slot, fault.kind]);
    expect(asked(least, [])).toEqual(['1', '2/1', '2/2']);
    expect(faults([])).toEqual([['1', 'tooFew']]);
    expect(faults(filled(1))).toEqual([['1', 'tooFew']]);
    expect(faults(filled(1, 2))).toEqual([]);
    expect(faults(filled(1, 2, 3, 4))).toEqual([['1', 'tooMany']]);
  });
  it('that are begun ask for what is required in them', () => {
    const begun = sheet(
      { questionnaireItemId: 1, rows: [1] },
      { questionnaireItemId: 2, rowPath: [1], isChecked: true },
    );
    const required = {
      items: items(rows(0, null), { ...yesNo, parentItemId: 1 }, { ...text, parentItemId: 1, isRequired: true }),
    };
    expect(faultsOf(required, begun).map(({ slot }) => slot)).toEqual(['3/1']);
  });
  it('that are not there take no answer', () => {
    const stray = sheet(
      { questionnaireItemId: 2, rowPath: [9], isChecked: true },
      { questionnaireItemId: 2, isChecked: true },
    );
    expect(faultsOf(form, stray).map(({ slot, fault }) => [slot, fault.kind])).toEqual([
      ['2/9', 'unknownOption'],
      ['2', 'unknownOption'],
    ]);
    expect(rematch(form, [...stray, ...two])).toEqual({ kept: two, lost: stray });
  });
  it('in which nobody answered anything hold nothing fixed either, for whoever asks from outside', () => {
    const fixed = {
      items: items(
        rows(0, null),
        { ...text, parentItemId: 1, isHidden: true, initial: [{ textAnswer: 'fixed' }] },
        { ...text, parentItemId: 1 },
        { ...text, ...when(2, 'exists', isTrue) },
      ),
    };
    const begun = sheet({ questionnaireItemId: 3, rowPath: [1], textAnswer: 'x' });
    expect(asked(fixed, [])).not.toContain('4');
    expect(asked(fixed, begun)).toContain('4');
    expect(submittedAnswers(fixed, begun)).toEqual(
      sheet(
        { questionnaireItemId: 1, rows: [1] },
        { questionnaireItemId: 2, rowPath: [1], textAnswer: 'fixed' },
        { questionnaireItemId: 3, rowPath: [1], textAnswer: 'x' },
      ),
    );
  });
  it('named in any number open a bounded number of places', () => {
    let groups: object[] = [rows(0, null)];
    for (let depth = 1; depth < 5; depth += 1) groups = [...groups, { ...rows(0, null), parentItemId: depth }];
    const all = Array.from({ length: 100 }, (_, row) => row + 1);
    const answers = sheet(
      { questionnaireItemId: 1, rows: all },
      ...all.map((row) => ({ questionnaireItemId: 2, rowPath: [row], rows: all })),
      ...all.flatMap((row) =>
        all.slice(0, 40).map((inner) => ({ questionnaireItemId: 3, rowPath: [row, inner], rows: all })),
      ),
    );
    expect(placesOf({ items: items(...groups) }, answers).length).toBeLessThan(21_000);
  });
});

describe('answers that nobody types', () => {
  const score = v.parse(FormLogic, {
    nodes: [1, 2, 3].map((id) => ({
      linkId: `q${String(id)}`,
      type: 'decimal',
      questionnaireItemId: id,
      otherOf: null,
      options: [],
      units: [],
      item: [],
    })),
    variables: [],
  });
  const answersTo = (linkId: string) => ({
    kind: 'member',
    name: 'value',
    focus: {
      kind: 'member',
      name: 'answer',
      focus: {
        kind: 'call',
        name: 'where',
        focus: { kind: 'member', name: 'item', focus: { kind: 'variable', name: 'resource' } },
        args: [
          {
            kind: 'binary',
            operator: '=',
            left: { kind: 'member', focus: null, name: 'linkId' },
            right: { kind: 'literal', value: linkId },
          },
        ],
      },
    },
  });
  const double = { kind: 'binary', operator: '*', left: answersTo('q1'), right: { kind: 'literal', value: 2 } };
  const plusOne = { kind: 'binary', operator: '+', left: answersTo('q2'), right: { kind: 'literal', value: 1 } };
  const form: Form = {
    items: items(
      number,
      { ...number, isReadOnly: true, calculated: double },
      { ...number, isHidden: true, calculated: plusOne },
      {
        ...text,
        isHidden: true,
        initial: [{ textAnswer: 'fixed' }],
      },
    ),
    formLogic: score,
  };
  it('are computed in their order and sent', () => {
    expect(submittedAnswers(form, sheet({ questionnaireItemId: 1, numberAnswer: 1.5 }))).toEqual(
      sheet(
        { questionnaireItemId: 1, numberAnswer: 1.5 },
        { questionnaireItemId: 2, numberAnswer: 3 },
        { questionnaireItemId: 3, numberAnswer: 4 },
        { questionnaireItemId: 4, textAnswer: 'fixed' },
      ),
    );
  });
  it('cannot be forged, and count in no progress', () => {
    const forged = sheet({ questionnaireItemId: 2, numberAnswer: 99 }, { questionnaireItemId: 4, textAnswer: 'other' });
    expect(submittedAnswers(form, forged)).toEqual(sheet({ questionnaireItemId: 4, textAnswer: 'fixed' }));
    expect(progressOf(form, forged)).toEqual({ answered: 0, total: 1 });
    expect(rematch(form, forged).lost).toEqual(forged);
  });
  it('are counted in the rows alone that are in use', () => {
    const node = (id: number, type: string, item: unknown[] = []) => ({
      linkId: `q${String(id)}`,
      type,
      questionnaireItemId: id,
      otherOf: null,
      options: [],
      units: [],
      item,
    });
    const all = {
      kind: 'call',
      name: 'repeat',
      focus: { kind: 'variable', name: 'resource' },
      args: [{ kind: 'member', focus: null, name: 'item' }],
    };
    const inRows: Form = {
      items: items(
        rows(2, null),
        { ...number, parentItemId: 1, isHidden: true, initial: [{ numberAnswer: 1 }] },
        { ...text, parentItemId: 1 },
        { ...number, isReadOnly: true, calculated: { kind: 'call', name: 'count', focus: all, args: [] } },
      ),
      formLogic: v.parse(FormLogic, {
        nodes: [node(1, 'group', [node(2, 'integer'), node(3, 'string')]), node(4, 'integer')],
        variables: [],
      }),
    };
    const sum = (...answers: object[]) => submittedAnswers(inRows, sheet(...answers)).at(-1)?.numberAnswer;
    expect(sum()).toBe(0);
    expect(sum({ questionnaireItemId: 3, rowPath: [2], textAnswer: 'x' })).toBe(3);
    expect(
      sum(
        { questionnaireItemId: 3, rowPath: [1], textAnswer: 'a' },
        { questionnaireItemId: 3, rowPath: [2], textAnswer: 'b' },
      ),
      // Two rows with an answer each. The fixed value is the same in both, and FHIRPath's `repeat` returns equal items only once.
    ).toBe(5);
  });
  it('and rules of the instrument say what is wrong in its words', () => {
    const constraint = {
      key: 'c',
      message: 'Not more than 5',
      expression: { kind: 'binary', operator: '<=', left: answersTo('q1'), right: { kind: 'literal', value: 5 } },
    };
    const ruled: Form = { items: items({ ...number, constraints: [constraint] }), formLogic: score };
    expect(faultsOf(ruled, sheet({ questionnaireItemId: 1, numberAnswer: 5 }))).toEqual([]);
    expect(faultsOf(ruled, [])).toEqual([]);
    expect(faultsOf(ruled, sheet({ questionnaireItemId: 1, numberAnswer: 6 })).map(({ fault }) => fault)).toEqual([
      { kind: 'constraint', message: 'Not more than 5' },
    ]);
  });
});

const copied = <T>(value: T, schema: v.GenericSchema<unknown, T>): T =>
  v.parse(schema, JSON.parse(JSON.stringify(value)));
const FormSchema = v.object({ items: v.array(QuestionnaireItem), formLogic: FormLogic });
const served = (form: Form): Form => ({
  ...copied({ items: [...form.items], formLogic: form.formLogic ?? { nodes: [], variables: [] } }, FormSchema),
  today: form.today,
});
const slotsOf = (answers: readonly Answer[]) => [...entriesByPlace(answers).keys()];

describe('any form, in any course of answering', () => {
  it('sends each answer that is asked for as it was typed, and nothing else; client and server agree', () => {
    let withConditions = 0;
    fc.assert(
      fc.property(drawnForm, drawnCourse, (form, course) => {
        let answers: Answer[] = [];
        const open = openForm(form);
        for (const step of course) {
          answers = afterStep(form, answers, step);
          const state = open.update(answers);
          expect(state.places.map(({ slot, isAsked }) => [slot, isAsked])).toEqual(
            placesOf(form, answers).map(({ slot, isAsked }) => [slot, isAsked]),
          );
        }
        const places = placesOf(form, answers);
        if (places.some(({ isAsked }) => !isAsked)) withConditions += 1;
        const askedSlots = new Set(places.filter(({ isAsked }) => isAsked).map(({ slot }) => slot));
        const entries = entriesByPlace(answers);
        const sent = submittedAnswers(form, answers);
        const sentEntries = entriesByPlace(sent);

        for (const slot of slotsOf(sent)) expect(askedSlots).toContain(slot);
        for (const { slot, item, isAsked } of places)
          if (isForPerson(item)) expect(sentEntries.get(slot) ?? []).toEqual(isAsked ? (entries.get(slot) ?? []) : []);
        for (const { slot } of faultsOf(form, answers)) expect(askedSlots).toContain(slot);
        const people = places.filter(({ item, isAsked }) => isAsked && isForPerson(item));
        expect(progressOf(form, answers)).toEqual({
          total: people.length,
          answered: people.filter(({ item, slot }) => isAnswered(item, entries.get(slot) ?? [])).length,
        });

        // The server reads the same questionnaire and the sent answers, and another device reads the draft.
        const server = served(form);
        const arrived = copied(sent, v.array(Answer));
        expect(submittedAnswers(server, arrived)).toEqual(sent);
        const there = new Map(placesOf(server, arrived).map(({ slot, isAsked }) => [slot, isAsked]));
        for (const { slot, isAsked } of places)
          if (there.has(slot)) expect([slot, there.get(slot)]).toEqual([slot, isAsked]);
        expect(submittedAnswers(server, copied(answers, v.array(Answer)))).toEqual(sent);
        expect(faultsOf(form, answers).length > 0 || faultsOf(server, arrived).length === 0).toBe(true);
        expect(rematch(server, answers)).toEqual({ kept: expect.any(Array), lost: [] });
      }),
      { numRuns: Number(process.env['FORM_RUNS'] ?? 300) },
    );
    expect(withConditions).toBeGreaterThan(10);
  }, 60_000);
  it('is sent once and for all, also where conditions go round in a circle', () => {
    fc.assert(
      fc.property(circularForm, drawnCourse, (form, course) => {
        const answers = course.reduce<Answer[]>((before, step) => afterStep(form, before, step), []);
        const sent = submittedAnswers(form, answers);
        expect(submittedAnswers(served(form), copied(sent, v.array(Answer)))).toEqual(sent);
        const askedSlots = new Set(asked(form, answers));
        for (const { questionnaireItemId, rowPath } of sent)
          expect(askedSlots).toContain(slotOf(questionnaireItemId, rowPath));
      }),
      { numRuns: Number(process.env['FORM_RUNS'] ?? 300) },
    );
  }, 60_000);
});
