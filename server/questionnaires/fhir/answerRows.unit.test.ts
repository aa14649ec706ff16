import {
  type Answer,
  Answer as AnswerSchema,
  faultsOf,
  initialIn,
  placesOf,
  progressOf,
  rowsOf,
  isRepeatingGroup,
  submittedAnswers,
} from '@portal/api';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { responseFaults } from '../../../tests/support/fhir/check.ts';
import { withoutTexts } from '../../../tests/support/fhir/secondReading.ts';
import { responseOf } from './export.ts';
import { draftOf, readingOf, saved } from '../../../tests/server/fhirForms.ts';

const sdc = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-';
const hl7 = 'http://hl7.org/fhir/StructureDefinition/';
const expression = (name: string, text: string) => ({
  url: `${sdc}${name}`,
  valueExpression: { language: 'text/fhirpath', expression: text },
});
const variable = (name: string, text: string) => ({
  url: `${hl7}variable`,
  valueExpression: { name, language: 'text/fhirpath', expression: text },
});
const asking = (...item: readonly object[]) => ({
  resourceType: 'Questionnaire',
  url: 'https://instruments.example/Questionnaire/rows',
  title: 'T',
  status: 'active',
  item,
});
const fruit = (code: string) => ({ valueCoding: { system: 'https://instruments.example/codes', code, display: code } });
const fruits = {
  linkId: 'fruit',
  type: 'choice',
  text: 'Which fruits?',
  repeats: true,
  answerOption: ['apple', 'pear', 'plum'].map(fruit),
};
const howMany = { linkId: 'many', type: 'integer', text: 'How many of it?' };

/** A questionnaire with answers to it: by key, with the rows. */
function opened(file: object) {
  const draft = draftOf(file);
  const { content, ids, itemKeys, optionKeys } = saved(draft);
  const entry = (key: string, rowPath: readonly number[], value: Readonly<Record<string, unknown>>): Answer =>
    v.parse(AnswerSchema, {
      questionnaireItemId: ids.item(key),
      ...(rowPath.length === 0 ? {} : { rowPath }),
      ...value,
    });
  const itemOf = (key: string) => {
    const item = content.items.find(({ questionnaireItemId }) => Number(questionnaireItemId) === ids.item(key));
    if (!item) throw new Error(`no item ${key}`);
    return item;
  };
  const chosen = (code: string, ...rowPath: readonly number[]) =>
    entry('fruit', rowPath, {
      listAnswerId: ids.option('fruit', `coding:https://instruments.example/codes|${code}`),
    });
  const exported = (answers: readonly Answer[]) => {
    const response = responseOf({
      assignedQuestionnaireId: 1,
      templateId: 1,
      revision: 1,
      content,
      answers: submittedAnswers(content, answers),
      scores: [],
      completedAt: '2026-11-20T09:30:00.000Z',
      mrn: 'NL-1',
      facilityId: 1,
      facilityName: 'Northlight',
      timeZone: 'America/New_York',
      itemKeys,
      optionKeys,
    });
    expect(responseFaults(response, file)).toEqual([]);
    return withoutTexts(response.item ?? []);
  };
  const askedKeys = (answers: readonly Answer[]) =>
    placesOf(content, answers)
      .filter(({ isAsked }) => isAsked)
      .map(({ item, rowPath }) => [itemKeys.get(item.questionnaireItemId), ...rowPath].join('/'));
  return { content, draft, entry, chosen, itemOf, exported, askedKeys };
}

describe('a question that repeats, with questions under it', () => {
  it('is a row for each answer, and one item with as many answers in the response', () => {
    const { content, entry, chosen, exported, askedKeys } = opened(asking({ ...fruits, item: [howMany] }));
    const answers = [
      entry('rows of fruit', [], { rows: [1, 4, 6] }),
      chosen('apple', 1),
      entry('many', [1], { numberAnswer: 3 }),
      chosen('plum', 4),
    ];
    expect(askedKeys(answers)).toEqual([
      'rows of fruit',
      'fruit/1',
      'many/1',
      'fruit/4',
      'many/4',
      'fruit/6',
      'many/6',
    ]);
    expect(progressOf(content, answers)).toEqual({ answered: 3, total: 6 });
    expect(exported(answers)).toEqual([
      {
        linkId: 'fruit',
        answer: [{ ...fruit('apple'), item: [{ linkId: 'many', answer: [{ valueInteger: 3 }] }] }, fruit('plum')],
      },
    ]);
    expect(exported([])).toEqual([]);
  });

  it('has its limit and its need for an answer by rows', () => {
    const { content, draft, entry, chosen } = opened(
      asking({
        ...fruits,
        required: true,
        extension: [{ url: `${hl7}questionnaire-maxOccurs`, valueInteger: 2 }],
        item: [howMany],
      }),
    );
    expect(draft.items).toMatchObject([
      { key: 'rows of fruit', occurs: { least: 1, most: 2 } },
      { key: 'fruit', parentKey: 'rows of fruit', isRequired: true, type: 'SingleSelectionRadioButtonQuestion' },
      { key: 'many', parentKey: 'fruit' },
    ]);
    const faults = (...answers: readonly Answer[]) => faultsOf(content, answers).map(({ fault }) => fault.kind);
    expect(faults()).toEqual(['tooFew']);
    expect(faults(entry('many', [1], { numberAnswer: 1 }))).toEqual(['required']);
    expect(faults(chosen('apple', 1))).toEqual([]);
    const three = entry('rows of fruit', [], { rows: [1, 2, 3] });
    expect(faults(three, chosen('apple', 1), chosen('pear', 2), chosen('plum', 3))).toEqual(['tooMany']);
  });

  it('begins with a row for each of its first answers, and a further row begins empty', () => {
    const { itemOf, draft } = opened(
      asking({
        linkId: 'dose',
        type: 'decimal',
        text: 'Dose',
        repeats: true,
        initial: [{ valueDecimal: 10.5 }, { valueDecimal: 2 }],
        item: [{ linkId: 'when', type: 'string', text: 'When?', initial: [{ valueString: 'noon' }] }],
      }),
    );
    expect(draft.items[0]).toMatchObject({ key: 'rows of dose', rowsAtFirst: 2 });
    const [rows, dose, when] = [itemOf('rows of dose'), itemOf('dose'), itemOf('when')];
    expect(isRepeatingGroup(rows) && rowsOf(rows, [])).toEqual([1, 2]);
    expect([1, 2, 3].map((row) => initialIn(dose, [row]))).toEqual([
      [{ numberAnswer: 10.5 }],
      [{ numberAnswer: 2 }],
      [],
    ]);
    expect(initialIn(when, [3])).toEqual([{ textAnswer: 'noon' }]);
  });

  it('is asked as a whole or not at all, and others look at all of its answers', () => {
    const { entry, chosen, askedKeys } = opened(
      asking(
        { linkId: 'eats', type: 'boolean', text: 'Fruit?' },
        {
          ...fruits,
          enableWhen: [{ question: 'eats', operator: '=', answerBoolean: true }],
          item: [
            { ...howMany, enableWhen: [{ question: 'fruit', operator: '=', answerCoding: fruit('plum').valueCoding }] },
          ],
        },
        {
          linkId: 'stones',
          type: 'boolean',
          text: 'Do you swallow the stones?',
          enableWhen: [{ question: 'fruit', operator: '=', answerCoding: fruit('plum').valueCoding }],
        },
      ),
    );
    const rows = entry('rows of fruit', [], { rows: [1, 2] });
    const sheet = [rows, chosen('apple', 1), chosen('plum', 2)];
    expect(askedKeys(sheet)).toEqual(['eats']);
    expect(askedKeys([entry('eats', [], { isChecked: true }), ...sheet])).toEqual([
      'eats',
      'rows of fruit',
      'fruit/1',
      'fruit/2',
      'many/2',
      'stones',
    ]);
  });

  it('is one item to expressions, and a row of it is its own answer to what stands in the row', () => {
    const { entry, chosen, exported } = opened(
      asking(
        {
          ...fruits,
          extension: [variable('own', "%context.answer.item.where(linkId='many').answer.value")],
          item: [
            howMany,
            {
              linkId: 'twice',
              type: 'integer',
              text: 'Twice as many',
              readOnly: true,
              extension: [expression('calculatedExpression', '%own * 2')],
            },
          ],
        },
        {
          linkId: 'all',
          type: 'integer',
          text: 'All of them',
          readOnly: true,
          extension: [
            expression(
              'calculatedExpression',
              "%resource.item.where(linkId='fruit').answer.item.where(linkId='many').answer.value.aggregate($this + $total * 10, 0)",
            ),
          ],
        },
        {
          linkId: 'kinds',
          type: 'integer',
          text: 'Kinds',
          readOnly: true,
          extension: [expression('calculatedExpression', "%resource.item.where(linkId='fruit').answer.value.count()")],
        },
      ),
    );
    const answers = [
      entry('rows of fruit', [], { rows: [1, 2] }),
      chosen('apple', 1),
      entry('many', [1], { numberAnswer: 3 }),
      chosen('plum', 2),
      entry('many', [2], { numberAnswer: 4 }),
    ];
    const inRow = (code: string, many: number) => ({
      ...fruit(code),
      item: [
        { linkId: 'many', answer: [{ valueInteger: many }] },
        { linkId: 'twice', answer: [{ valueInteger: 2 * many }] },
      ],
    });
    expect(exported(answers)).toEqual([
      { linkId: 'fruit', answer: [inRow('apple', 3), inRow('plum', 4)] },
      { linkId: 'all', answer: [{ valueInteger: 34 }] },
      { linkId: 'kinds', answer: [{ valueInteger: 2 }] },
    ]);
  });

  it('is refused where nobody answers it by hand', () => {
    const reading = readingOf(
      asking({ ...fruits, extension: [expression('calculatedExpression', "'apple'")], item: [howMany] }),
    );
    expect(reading).toMatchObject({
      kind: 'refused',
      refusals: [{ place: 'item[0].item[0] (linkId "many")', reason: expect.stringContaining('not answered by hand') }],
    });
  });

  it('stays a plain one where only texts and the words of its options stand under it', () => {
    const { draft } = opened(
      asking({ ...fruits, item: [{ linkId: 'help', type: 'display', text: 'Choose all that you like.' }] }),
    );
    expect(draft.items.map(({ type }) => type)).toEqual(['MultiSelectionQuestion']);
  });
});
