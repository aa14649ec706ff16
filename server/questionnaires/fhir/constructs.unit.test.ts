import { placesOf, submittedAnswers } from '@portal/api';
import { describe, expect, it } from 'vitest';
import { responseFaults } from '../../../tests/support/fhir/check.ts';
import { instruments } from '../../../tests/support/fhir/instruments.ts';
import type { ItemDraft } from '../draft.ts';
import { questionOf } from '../subject.ts';
import { parseFhirPath } from './fhirPath.ts';
import { answersOf, draftOf, readingOf, respond, saved } from '../../../tests/server/fhirForms.ts';
import { fhirVersionOf } from '../../../tests/support/fhir/fhirVersion.ts';

const draftNamed = (name: string) => draftOf(instruments.find((one) => one.name === name)?.file);
const itemIn = (name: string, key: string): ItemDraft | undefined =>
  draftNamed(name).items.find((one) => one.key === key);
const asking = (...item: readonly object[]) => ({ resourceType: 'Questionnaire', title: 'T', status: 'active', item });
const refusals = (file: object) => {
  const reading = readingOf(file);
  return reading.kind === 'refused' ? reading.refusals.map(({ reason }) => reason) : [];
};

const sdc = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-';
const calculated = (expression: string) => ({
  url: `${sdc}calculatedExpression`,
  valueExpression: { language: 'text/fhirpath', expression },
});
const unitsIn = (...codes: readonly string[]) =>
  codes.map((code) => ({
    url: `http://hl7.org/fhir/StructureDefinition/questionnaire-unit${codes.length > 1 ? 'Option' : ''}`,
    valueCoding: { system: 'http://unitsofmeasure.org', code, display: code },
  }));

it('a calculation that looks below itself and tests a type is worked out from the whole questionnaire', () => {
  const { content, ids } = saved(
    draftOf(
      asking(
        { linkId: 'count', type: 'integer', text: 'How many?' },
        {
          linkId: 'known',
          type: 'boolean',
          text: 'Known',
          extension: [calculated("(item.where(linkId = 'count').answer.value is boolean).not()")],
        },
      ),
    ),
  );
  const answers = submittedAnswers(content, answersOf(ids, { count: { number: 3 } }));
  expect(answers.find(({ questionnaireItemId }) => questionnaireItemId === ids.item('known'))?.isChecked).toBe(true);
});

it('a code that a value set excludes is no option, however often it is included', () => {
  const include = (...codes: readonly string[]) => ({ system: 'urn:x', concept: codes.map((code) => ({ code })) });
  const { items } = draftOf({
    ...asking({ linkId: 'a', type: 'choice', text: 'Which?', answerValueSet: '#v' }),
    contained: [
      {
        resourceType: 'ValueSet',
        id: 'v',
        compose: { include: [include('a', 'b'), include('b', 'c')], exclude: [include('b')] },
      },
    ],
  });
  expect(items).toMatchObject([{ options: [{ text: 'a' }, { text: 'c' }] }]);
});

describe('a unit', () => {
  const weighed = {
    linkId: 'weighed',
    type: 'quantity',
    text: 'Weight in pounds?',
    extension: unitsIn('[lb_av]'),
  };
  const copied = (to: readonly object[], expression = "%resource.item.where(linkId = 'weighed').answer.value") =>
    asking(weighed, { linkId: 'copied', type: 'quantity', text: 'Weight', extension: [...to, calculated(expression)] });
  it.each([
    ['the same unit', copied(unitsIn('[lb_av]')), 150],
    ['another unit', copied(unitsIn('kg')), undefined],
    ['one of several units', copied(unitsIn('kg', '[lb_av]')), 150],
    ['a number without a unit and one unit', copied(unitsIn('kg'), '70'), 70],
    ['a number without a unit and several units', copied(unitsIn('kg', '[lb_av]'), '70'), undefined],
  ])('of what is worked out is never guessed: %s', (_, file, amount) => {
    const { content, ids } = saved(draftOf(file));
    const answers = submittedAnswers(content, answersOf(ids, { weighed: { number: 150 } }));
    expect(answers.find(({ questionnaireItemId }) => questionnaireItemId === ids.item('copied'))?.numberAnswer).toBe(
      amount,
    );
  });
  it('of a first answer is never guessed', () => {
    const reading = readingOf(
      asking({
        linkId: 'weight',
        type: 'quantity',
        text: 'Weight',
        extension: unitsIn('kg', '[lb_av]'),
        initial: [{ valueQuantity: { value: 70 } }],
      }),
    );
    expect(reading.notes.map(({ reason }) => reason)).toEqual([
      'its first answer says none of its units; it is left empty',
    ]);
  });
});

describe('conditions', () => {
  it('name the option by its code, and what stands under the group stands under the condition', () => {
    expect(itemIn('a fall at home', '2')).toMatchObject({
      enableWhen: {
        behavior: 'all',
        conditions: [
          {
            itemKey: '1',
            operator: '=',
            is: { kind: 'options', optionKeys: ['coding:https://instruments.example/codes|y'] },
          },
        ],
      },
    });
    expect(itemIn('a fall at home', '2.1')).toMatchObject({ parentKey: '2' });
    expect(itemIn('a fall at home', '1')).not.toHaveProperty('parentKey');
  });

  it('keep which of several reasons is enough', () => {
    expect(itemIn('either of two reasons', '3')?.enableWhen).toMatchObject({
      behavior: 'any',
      conditions: [{ itemKey: '1' }, { itemKey: '2' }],
    });
    expect(itemIn('as STU3 wrote it', '3')?.enableWhen?.conditions).toEqual([
      { itemKey: '1', operator: 'exists', is: { kind: 'boolean', value: true } },
    ]);
  });

  it('that compare numbers among the options of a choice are met by each option that is higher or lower', () => {
    const pain = {
      linkId: 'pain',
      type: 'choice',
      text: 'How strong is your pain?',
      answerOption: [0, 3, 5, 10].map((valueInteger) => ({ valueInteger })),
    };
    const where = (operator: string, answerInteger: number) => ({
      linkId: 'where',
      type: 'string',
      text: 'Where?',
      enableWhen: [{ question: 'pain', operator, answerInteger }],
    });
    const asksWhere = (operator: string, than: number, answered: number): boolean => {
      const { content, ids } = saved(draftOf(asking(pain, where(operator, than))));
      const answers = answersOf(ids, { pain: { option: `valueInteger:${String(answered)}` } });
      const asked = placesOf(content, answers).filter(({ isAsked }) => isAsked);
      return asked.some(({ item }) => item.questionnaireItemId === ids.item('where'));
    };
    for (const answered of [0, 3, 5, 10]) {
      expect(asksWhere('>', 3, answered)).toBe(answered > 3);
      expect(asksWhere('>=', 4, answered)).toBe(answered >= 4);
      expect(asksWhere('<', 5, answered)).toBe(answered < 5);
      expect(asksWhere('<=', 5, answered)).toBe(answered <= 5);
      expect(asksWhere('!=', 5, answered)).toBe(answered !== 5);
    }
  });

  it('that ask for more or less of what has no order are refused', () => {
    const when = (enableWhen: object) => ({ linkId: 'b', type: 'string', text: 'B', enableWhen: [enableWhen] });
    const mild = { system: 'urn:x', code: 'mild' };
    const choice = { linkId: 'a', type: 'choice', text: 'A', answerOption: [{ valueCoding: mild }] };
    const yesNo = { linkId: 'a', type: 'boolean', text: 'A' };
    const reason = 'its condition (">") compares what has no order';
    expect(refusals(asking(choice, when({ question: 'a', operator: '>', answerCoding: mild })))).toEqual([reason]);
    expect(refusals(asking(yesNo, when({ question: 'a', operator: '>', answerBoolean: false })))).toEqual([reason]);
  });

  it('say what they look at of the patient, and look at no more than a questionnaire is told', () => {
    const when = (expression: string) => ({
      url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-enableWhenExpression',
      valueExpression: { language: 'text/fhirpath', expression },
    });
    const file = (...expressions: readonly string[]) =>
      asking(
        ...expressions.map((one, at) => ({
          linkId: String(at),
          type: 'boolean',
          text: 'Well?',
          extension: [when(one)],
        })),
      );
    expect(
      draftOf(file('%patient.birthDate > @2000-01-01', "%patient.name.given = 'A'", '%patient.birthDate.exists()'))
        .formLogic?.patientElements,
    ).toEqual(['name', 'birthDate']);
    expect(saved(draftOf(file('today() > @2000-01-01'))).content.formLogic).not.toHaveProperty('patientElements');
    expect(refusals(file("%patient.address.city = 'A'"))[0]).toContain('the profile has no "address"');
    expect(refusals(file('%patient.exists()'))[0]).toContain('%patient can be asked for its name, birthDate, gender');
  });

  it('are refused where they name what is not there, or cannot be evaluated', () => {
    const one = { linkId: '1', type: 'boolean', text: 'Well?' };
    expect(
      refusals(
        asking(one, {
          ...one,
          linkId: '2',
          enableWhen: [{ question: '9', operator: '=', answerBoolean: true }],
        }),
      ),
    ).toEqual(['it depends on "9", which is not there']);
    expect(
      refusals(
        asking({
          ...one,
          extension: [
            {
              url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-enableWhenExpression',
              valueExpression: { language: 'text/fhirpath', expression: '%patient.age > 3' },
            },
          ],
        }),
      ),
    ).toEqual([
      'it is asked only on a condition (enableWhenExpression) that cannot be evaluated: the profile has no "age"',
    ]);
  });
});

describe('what else a form says', () => {
  it('rows, units, bounds from today, patterns and exclusive options', () => {
    expect(itemIn('children and their visits', '1')).toMatchObject({ occurs: { least: 1, most: 4 }, layout: 'list' });
    expect(itemIn('children and their visits', '1.2')).toMatchObject({ parentKey: '1', occurs: { least: 0 } });
    expect(itemIn('a diary as a table', '1')).toMatchObject({ layout: 'table' });
    expect(itemIn('medicines at home', '1.2')).toMatchObject({
      units: [
        { key: 'mg', label: 'mg' },
        { key: 'g', label: 'g' },
      ],
    });
    expect(itemIn('days within bounds', '1')).toMatchObject({
      earliest: '2025-01-01',
      latest: { fromToday: 0, unit: 'days' },
    });
    expect(itemIn('days within bounds', '2')).toMatchObject({ latest: { fromToday: -18, unit: 'years' } });
    expect(itemIn('rules for texts', '1')).toMatchObject({ pattern: '[0-9]{5}', entryFormat: 'nnnnn' });
    expect(itemIn('rules for texts', '2')).toMatchObject({ minLength: 10, maxLength: 300 });
    expect(itemIn('at most two of them', '1')).toMatchObject({ occurs: { least: 1, most: 2 } });
    expect(itemIn('none of these', '1')).toMatchObject({
      options: [{ text: 'Asthma' }, { text: 'Gout' }, { text: 'None of these', isExclusive: true }],
    });
  });

  it('first answers, fixed ones, those of the profile, and calculated ones with their variables', () => {
    const first = draftNamed('first answers of every kind').items.map(({ initial }) => initial?.[0]);
    expect(first).toMatchObject([
      { isChecked: true },
      { numberAnswer: 7 },
      { textAnswer: 'Here' },
      { dateAnswer: '2026-05-01' },
      { timeAnswer: '08:00:00' },
      { optionKey: 'coding:https://instruments.example/codes|y' },
      { optionKey: 'coding:https://instruments.example/codes|y' },
    ]);
    expect(draftNamed('a fixed study number').items.slice(0, 2)).toMatchObject([
      { isReadOnly: true, initial: [{ textAnswer: 'GREEN-7' }] },
      { isHidden: true, initial: [{ textAnswer: '2' }] },
    ]);
    expect(itemIn('what the profile knows', '2')?.initialExpression).toEqual(parseFhirPath('%patient.birthDate'));
    const { formLogic } = draftNamed('body mass');
    expect(formLogic?.variables.map(({ name, itemKey }) => [name, itemKey])).toEqual([
      ['w', null],
      ['h', null],
    ]);
    expect(itemIn('body mass', 'bmi')).toHaveProperty('calculated');
    expect(itemIn('from and to', '1')?.constraints).toMatchObject([{ key: 'order' }]);
  });

  it('texts in other languages, and large value sets once by their content', () => {
    const { content, ids } = saved(draftNamed('in two languages'));
    const id = String(ids.item('1'));
    const option = (code: string) => String(ids.option('1', `coding:https://instruments.example/codes|${code}`));
    expect(content.translations).toEqual({
      es: {
        title: 'En dos idiomas',
        [`item/${id}`]: '¿Le dolió?',
        [`item/${id}/option/${option('y')}`]: 'Sí',
        [`item/${id}/option/${option('n')}`]: 'No',
      },
    });
    const draft = draftNamed('plants by search');
    expect(draft.valueSets).toMatchObject([{ concepts: { length: 40 } }]);
    expect(draft.items).toMatchObject([{ type: 'LookupQuestion', valueSetKey: draft.valueSets?.[0]?.key }]);
    expect(draftNamed('plants by search').valueSets).toEqual(draft.valueSets);
  });

  it('pictures of the file, never of an address', () => {
    expect(itemIn('a picture of a scale', '1')?.image).toMatchObject({
      dataUrl: expect.stringMatching(/^data:image\/png;base64,/),
      alternativeText: 'A ladder',
    });
    expect(itemIn('a picture elsewhere', '1')).not.toHaveProperty('image');
  });

  it('true and false written as texts, which it says; other texts are refused', () => {
    const flagged = (repeats: string) =>
      asking({ linkId: '1', type: 'string', text: 'Pets', repeats, required: 'true', readOnly: 'false' });
    const reading = readingOf(flagged('true'));
    expect(reading.notes).toEqual([
      { place: 'linkId "1"', reason: 'its required is the text "true", and is taken for true' },
      { place: 'linkId "1"', reason: 'its repeats is the text "true", and is taken for true' },
      { place: 'linkId "1"', reason: 'its readOnly is the text "false", and is taken for false' },
    ]);
    expect(draftOf(flagged('true')).items).toMatchObject([{ isRequired: true, occurs: { least: 1, most: null } }]);
    expect(draftOf(flagged('false')).items[0]).not.toHaveProperty('occurs');
    expect(refusals(flagged('yes'))).toEqual(['its repeats is not true or false']);
    const when = (answerBoolean: string) =>
      asking(
        { linkId: '1', type: 'boolean', text: 'Any pets?' },
        { linkId: '2', type: 'string', text: 'Which?', enableWhen: [{ question: '1', operator: '=', answerBoolean }] },
      );
    expect(draftOf(when('true')).items[1]?.enableWhen?.conditions).toMatchObject([
      { is: { kind: 'boolean', value: true } },
    ]);
    expect(refusals(when('S'))).toEqual(['its condition is not true or false']);
  });

  it('an option whose code is none is refused, not carried without it', () => {
    const file = asking({
      linkId: '1',
      type: 'choice',
      text: 'How?',
      answerOption: [{ valueCoding: { code: 'y', display: 'Yes' } }, { valueCoding: { code: false, display: 'No' } }],
    });
    expect(refusals(file)).toEqual(['an option is ill-typed: its code is not a text']);
  });

  it('a reference without the options that are computed elsewhere, which it says; a choice is refused', () => {
    const computed = (type: string) =>
      asking({
        linkId: '1',
        type,
        text: 'Which?',
        extension: [
          {
            url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-answerExpression',
            valueExpression: { language: 'application/x-fhir-query', expression: 'Task?status=ready' },
          },
        ],
      });
    expect(draftOf(computed('reference')).items).toMatchObject([{ type: 'TextQuestion' }]);
    expect(readingOf(computed('reference')).notes.map(({ reason }) => reason)).toContain(
      'options that are computed (answerExpression) are not offered',
    );
    expect(refusals(computed('choice'))[0]).toBe('options that are computed (answerExpression) cannot be carried');
  });

  it('several conditions without a word on how many are needed: any of them, and it says so', () => {
    const when = { question: '1', operator: '=' };
    const reading = readingOf(
      asking(
        { linkId: '1', type: 'integer', text: 'How many?' },
        {
          linkId: '2',
          type: 'string',
          text: 'Which?',
          enableWhen: [
            { ...when, answerInteger: 1 },
            { ...when, answerInteger: 2 },
          ],
        },
      ),
    );
    expect(reading).toMatchObject({
      kind: 'read',
      draft: { items: [{}, { enableWhen: { behavior: 'any' } }] },
      notes: [{ reason: expect.stringContaining('any of them is enough') }],
    });
  });

  it('two texts under one code, both of which can be chosen and come out as they were', () => {
    const option = (display: string) => ({ valueCoding: { code: '4', display } });
    const file = asking({ linkId: '1', type: 'choice', text: 'How?', answerOption: [option('Good'), option('Best')] });
    expect(readingOf(file).notes.map(({ reason }) => reason)).toContain(
      'two of its options have one code (|4), so that only their texts tell them apart',
    );
    const draft = draftOf(file);
    expect(draft.items[0]).toMatchObject({ options: [{ text: 'Good' }, { text: 'Best' }] });
    for (const [display, key] of [
      ['Good', 'coding:|4'],
      ['Best', 'coding:|4|Best'],
    ] as const)
      expect(respond(draft, { 1: { option: key } }).item).toMatchObject([
        { answer: [{ valueCoding: { code: '4', display } }] },
      ]);
  });

  it('a rule, an extension or a value that means nothing here, which it says; what could hold questions is refused', () => {
    const question = { linkId: '1', type: 'string', text: 'Postcode' };
    const rule = {
      url: 'http://hl7.org/fhir/StructureDefinition/targetConstraint',
      extension: [
        { url: 'key', valueId: 'post' },
        { url: 'severity', valueCode: 'error' },
        { url: 'human', valueString: 'That is no postcode' },
        { url: 'expression', valueExpression: { language: 'text/fhirpath', expression: "matches('(?=a)a')" } },
      ],
    };
    const reading = readingOf(asking({ ...question, extension: [rule, {}], require: true }));
    expect(reading.kind).toBe('read');
    expect(reading.notes.map(({ reason }) => reason)).toEqual([
      'a rule over its answers (constraint) is not checked: the pattern "(?=a)a" is not supported',
      'it has an element require that R4 does not know and that is not read',
      'an extension has no url, and is not read',
    ]);
    expect(refusals(asking({ ...question, items: [question] }))).toEqual([
      'it has an element items that R4 does not know',
    ]);
  });

  it('a text that has the linkId of a question, before it or after it; never two questions of one linkId', () => {
    const note = { linkId: '1', type: 'display', text: 'Read this first' };
    const question = { linkId: '1', type: 'boolean', text: 'Did you read it?' };
    for (const file of [asking(note, question), asking(question, note)]) {
      const reading = readingOf(file);
      expect(reading.notes.map(({ reason }) => reason)).toEqual(['it is a text, and another item has the same linkId']);
      const draft = draftOf(file);
      expect(draft.items.find(({ key }) => key === '1')?.type).toBe('BooleanQuestion');
      expect(respond(draft, { 1: { yes: true } }).item).toMatchObject([
        { linkId: '1', answer: [{ valueBoolean: true }] },
      ]);
    }
    expect(refusals(asking(question, question))).toEqual(['another item has the same linkId']);
  });

  it('by which version of FHIR it says so', () => {
    const version = (name: string) => {
      const file = instruments.find((one) => one.name === name)?.file;
      return file && fhirVersionOf(file);
    };
    expect(['as STU3 wrote it', 'as R5 writes it', 'a fall at home'].map(version)).toEqual(['STU3', 'R5', 'R4']);
  });
});

describe('calculations', () => {
  const worked = (linkId: string, expression: string, more: object = {}) => ({
    linkId,
    type: 'integer',
    text: linkId,
    ...more,
    extension: [
      {
        url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression',
        valueExpression: { language: 'text/fhirpath', expression },
      },
    ],
  });
  const of = (...path: readonly string[]) =>
    `%resource${path.map((linkId) => `.item.where(linkId='${linkId}')`).join('')}.answer.value`;

  it('that need each other are refused with their places', () => {
    expect(readingOf(asking(worked('a', `${of('b')} + 1`), worked('b', `${of('a')} + 1`)))).toMatchObject({
      kind: 'refused',
      refusals: [
        { place: 'item[0] (linkId "a")', reason: 'it depends on itself, by way of a calculation ("a", "b")' },
        { place: 'item[1] (linkId "b")', reason: 'it depends on itself, by way of a calculation ("a", "b")' },
      ],
    });
    const onItsSum = {
      linkId: 'q',
      type: 'integer',
      text: 'Q',
      enableWhen: [{ question: 'twice', operator: '>', answerInteger: 3 }],
    };
    expect(refusals(asking(onItsSum, worked('twice', `${of('q')} * 2`)))).toHaveLength(2);
  });

  it('that stand in one group, or look through all answers, do not', () => {
    const q = { linkId: 'q', type: 'integer', text: 'Q' };
    const inGroup = [q, worked('a', `${of('g', 'q')} * 2`), worked('b', `${of('g', 'a')} * 3`)];
    expect(readingOf(asking({ linkId: 'g', type: 'group', text: 'G', item: inGroup })).kind).toBe('read');
    const all = '%resource.descendants().where($this is Integer).count()';
    expect(refusals(asking(q, worked('a', all), worked('b', all)))).toEqual([]);
  });
});

describe('FHIRPath', () => {
  it('over rows by repeat() is computed as it is written and no score of its own, and a note says what it does', () => {
    const sum = (items: string) => {
      const expression = `%resource.${items}.where(linkId = 'dose').answer.value.sum()`;
      const reading = readingOf(
        asking(
          {
            linkId: 'rows',
            type: 'group',
            text: 'Medicines',
            repeats: true,
            item: [{ linkId: 'dose', type: 'integer', text: 'Dose' }],
          },
          {
            linkId: 'sum',
            type: 'integer',
            text: 'Sum',
            readOnly: true,
            extension: [
              {
                url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression',
                valueExpression: { language: 'text/fhirpath', expression },
              },
            ],
          },
        ),
      );
      if (reading.kind === 'refused') throw new Error(JSON.stringify(reading.refusals));
      return { scores: reading.draft.scores?.length, notes: reading.notes.map(({ reason }) => reason) };
    };
    expect(sum('repeat(item)')).toEqual({
      scores: 0,
      notes: [
        'its expression goes through rows by repeat(), which takes rows with the same answers once; descendants() takes each',
      ],
    });
    expect(sum('descendants()')).toEqual({ scores: 1, notes: [] });
  });

  it('has dates, times and quantities', () => {
    expect(parseFhirPath('@2026-05-01')).toEqual({ kind: 'moment', value: '2026-05-01' });
    expect(parseFhirPath('@T08:30')).toEqual({ kind: 'moment', value: 'T08:30' });
    expect(parseFhirPath('@2026-05-01T08:30:00Z')).toEqual({ kind: 'moment', value: '2026-05-01T08:30:00Z' });
    expect(parseFhirPath("3 weeks + 2 'mg'")).toMatchObject({
      left: { kind: 'quantity', value: 3, unit: 'weeks' },
      right: { kind: 'quantity', value: 2, unit: 'mg' },
    });
    expect(parseFhirPath('3 + day')).toMatchObject({
      left: { kind: 'literal' },
      right: { kind: 'member', name: 'day' },
    });
  });
});

describe('signatures', () => {
  const address = 'http://hl7.org/fhir/StructureDefinition/questionnaire-signatureRequired';
  const consent = { system: 'urn:iso-astm:E1762-95:2013', code: '1.2.840.10065.1.12.1.7' };
  const required = [{ url: address, valueCodeableConcept: { coding: [consent] } }];
  const file = {
    ...asking(
      { linkId: 'about', type: 'display', text: 'About photos', extension: required },
      {
        linkId: 'g',
        type: 'group',
        text: 'Photos',
        extension: required,
        item: [
          { linkId: 'g.1', type: 'boolean', text: 'May we?', required: true },
          { linkId: 'g.2', type: 'string', text: 'Where?', extension: required },
        ],
      },
    ),
    extension: required,
    language: 'es',
  };

  it('of a text, a group, a question and the whole become questions behind what is signed', () => {
    const { items } = draftOf(file);
    const signatures = items.filter(({ type }) => type === 'SignatureQuestion');
    expect(signatures).toMatchObject([
      { key: 'signature of about', signsKey: 'about', parentKey: 'about', html: 'Su firma', isRequired: true },
      { signsKey: 'g.2', parentKey: 'g.2', enableWhen: { conditions: [{ itemKey: 'g.2', operator: 'exists' }] } },
      { signsKey: 'g', parentKey: 'g', signatureTypes: [consent] },
      { key: 'signature', signsKey: null },
    ]);
    expect(items.at(-1)?.key).toBe('signature');
  });

  it('go out as extensions of what was signed, with who, when and the hash of the words', () => {
    const response = respond(draftOf(file), { 'g.1': { yes: true }, 'g.2': { text: 'Arm' } });
    const signature = {
      url: 'http://hl7.org/fhir/StructureDefinition/questionnaireresponse-signature',
      valueSignature: {
        type: [consent],
        when: '2026-11-20T09:30:00.000Z',
        who: { type: 'Patient', identifier: { value: 'NL-1' } },
        sigFormat: 'text/plain',
        data: Buffer.from('Juniper Applewhistle').toString('base64'),
        extension: [
          { url: 'urn:vestibule:signed-text' },
          { url: 'urn:vestibule:signed-text-sha256', valueString: expect.stringMatching(/^[0-9a-f]{64}$/) },
        ],
      },
    };
    expect(response).toMatchObject({
      extension: [signature],
      item: [
        { linkId: 'about', extension: [signature] },
        {
          linkId: 'g',
          extension: [signature],
          item: [{ linkId: 'g.1' }, { linkId: 'g.2', answer: [{ valueString: 'Arm' }], extension: [signature] }],
        },
      ],
    });
    expect(responseFaults(response, file)).toEqual([]);
    expect(JSON.stringify(questionOf(response.item?.[0] ?? { linkId: '' }))).toContain('"Sha256":"');
  });

  it('of what nobody sees, or of each of several answers, are refused', () => {
    const hidden = { url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-hidden', valueBoolean: true };
    const under = { linkId: 'm.1', type: 'string', text: 'Since when?' };
    expect(
      refusals(
        asking(
          { linkId: 'h', type: 'boolean', text: 'H', extension: [...required, hidden] },
          { linkId: 'm', type: 'string', text: 'M', repeats: true, extension: required, item: [under] },
        ),
      ),
    ).toEqual(['a signature cannot be taken for it', 'a signature cannot be taken for it']);
  });
});

describe('photos of a card', () => {
  const item = (...types: readonly string[]) => ({
    linkId: 'front',
    type: 'attachment',
    text: 'The front of your card',
    extension: [
      {
        url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-itemControl',
        valueCodeableConcept: { coding: [{ system: 'urn:vestibule:item-control', code: 'card-photo' }] },
      },
      ...types.map((valueCode) => ({ url: 'http://hl7.org/fhir/StructureDefinition/mimeType', valueCode })),
    ],
  });

  it('are guided where the question says so', () => {
    expect(draftOf(asking(item('image/*'))).items).toMatchObject([{ type: 'AttachmentQuestion', isCardPhoto: true }]);
    const [plain] = draftOf(asking({ linkId: 'a', type: 'attachment', text: 'A' })).items;
    expect(plain).not.toHaveProperty('isCardPhoto');
  });

  it('that nobody can give as a photo are noted', () => {
    expect(readingOf(asking(item('application/pdf')))).toMatchObject({
      notes: [{ reason: 'the photo of a card is not guided, because it takes no JPEG' }],
    });
  });
});
