import { describe, expect, it } from 'vitest';
import { instrument } from '../../../tests/support/fhir/read.ts';
import { type QuestionnaireReading, questionnairesIn, readQuestionnaire } from './import.ts';
import { defaultSettings } from './reading.ts';

const reading = (file: unknown, settings = defaultSettings): QuestionnaireReading => {
  const found = questionnairesIn(file);
  const [first] = typeof found === 'string' ? [] : found.questionnaires;
  if (typeof found === 'string' || !first) throw new Error('no questionnaire');
  return readQuestionnaire(first, found.terminology, settings);
};
const read = (file: unknown, settings = defaultSettings) => {
  const result = reading(file, settings);
  if (result.kind === 'refused') throw new Error(JSON.stringify(result.refusals, null, 1));
  return result;
};
const refusals = (file: unknown) => {
  const result = reading(file);
  return result.kind === 'refused' ? result.refusals.map(({ place, reason }) => `${place}: ${reason}`) : [];
};
/** A questionnaire with these items. */
const asking = (...item: readonly object[]) => ({
  resourceType: 'Questionnaire',
  status: 'active',
  title: 'Small',
  item,
});
const control = (code: string) => ({
  url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-itemControl',
  valueCodeableConcept: { coding: [{ code }] },
});
const ordinal = (valueDecimal: number) => ({
  url: 'http://hl7.org/fhir/StructureDefinition/ordinalValue',
  valueDecimal,
});

describe('the language of a file', () => {
  const languageOf = (language: unknown) =>
    read({ ...asking({ linkId: 'a', type: 'string', text: 'A' }), language }).draft.language;

  it('is kept, whichever it is', () => {
    for (const tag of ['en', 'es-MX', 'zh-Hant-TW', 'de']) expect(languageOf(tag)).toBe(tag);
  });
  it('is none where the file says none, or nothing that names one', () => {
    for (const none of [undefined, '', 'not a tag', '"><script>']) expect(languageOf(none)).toBeUndefined();
  });
});

describe('an instrument with everything that can be carried', () => {
  const { draft, notes } = read(instrument('garden-check'));
  const item = (key: string) => {
    const found = draft.items.find((one) => one.key === key);
    if (!found) throw new Error(`no item ${key}`);
    return found;
  };
  const optionsOf = (key: string) => {
    const found = item(key);
    return 'options' in found ? found.options : [];
  };

  it('tells words to read from the names of groups', () => {
    expect(item('intro')).toHaveProperty('isText', true);
    expect(item('mood')).not.toHaveProperty('isText');
  });

  it('becomes items of ours in the order of the file', () => {
    expect(draft.items.map((one) => `${one.key} ${one.type}`)).toEqual([
      'intro SectionHeader',
      'mood SectionHeader',
      'mood.1 SingleSelectionRadioButtonQuestion',
      'mood.2 SingleSelectionDropdownQuestion',
      'mood.2.who TextQuestion',
      'mood.deep SectionHeader',
      'mood.3 SingleSelectionRadioButtonQuestion',
      'mood.half NumberQuestion',
      'table QuestionMatrixGrouping',
      'table.1 SingleSelectionRadioButtonQuestion',
      'table.2 SingleSelectionRadioButtonQuestion',
      'grid QuestionMatrixGrouping',
      'grid.1 MultiSelectionQuestion',
      'grid.2 MultiSelectionQuestion',
      'f.bool BooleanQuestion',
      'f.int NumberQuestion',
      'f.slider SliderQuestion',
      'f.dec NumberQuestion',
      'f.qty NumberQuestion',
      'f.date DateQuestion',
      'f.string TextQuestion',
      'f.text TextQuestion',
      'f.open SingleSelectionRadioButtonQuestion',
      'f.ints SingleSelectionRadioButtonQuestion',
      'f.dates SingleSelectionRadioButtonQuestion',
      'f.many MultiSelectionQuestion',
      'total NumberQuestion',
    ]);
  });

  it('keeps texts as text: prefix, ampersand, help below', () => {
    expect(item('intro').html).toBe('Please think of your garden &amp; balcony.');
    expect(item('mood.1').html).toBe('1. Do you hum while weeding?');
    expect(item('mood.2').html).toBe('Do you talk to the plants?<br /><em>Out loud counts.</em>');
  });

  it('keeps rules: required, bounds, decimals, unit, step, ends, lengths', () => {
    expect(item('mood.1').isRequired).toBe(true);
    expect(item('mood.2').isRequired).toBe(false);
    expect(item('f.int')).toMatchObject({ minValue: 0, maxValue: 50, decimals: 0, unit: null });
    expect(item('f.slider')).toMatchObject({
      minValue: 0,
      maxValue: 10,
      step: 2,
      minLabel: 'Bare',
      maxLabel: 'Jungle',
    });
    expect(item('f.dec')).toMatchObject({ minValue: 0.05, maxValue: null, decimals: 2, unit: 'metres' });
    expect(item('f.qty')).toMatchObject({ unit: 'kg' });
    expect(item('f.string')).toMatchObject({ isMultiline: false, maxLength: 40 });
    expect(item('f.text')).toMatchObject({ isMultiline: true, maxLength: 2000 });
    expect(notes.map(({ place }) => place)).toEqual([
      'item[4].item[5] (linkId "f.date")',
      'item[4].item[7] (linkId "f.text")',
    ]);
  });

  it('takes options from the item, a value set that lists them and one that is expanded', () => {
    expect(optionsOf('mood.1').map(({ text, score }) => [text, score])).toEqual([
      ['Never', 0],
      ['Sometimes', 1],
      ['Often', 2],
    ]);
    expect(optionsOf('mood.3').map(({ text, score }) => [text, score])).toEqual([
      ['Spring', 1],
      ['Summer', 2],
    ]);
    expect(optionsOf('grid.1').map(({ text, isOther }) => [text, isOther])).toEqual([
      ['Spade', false],
      ['Rake', false],
      ['Other', true],
    ]);
    expect(optionsOf('f.open').map(({ text }) => text)).toEqual(['On the bench', 'In the grass', 'Elsewhere']);
    expect(optionsOf('f.ints').map(({ text }) => text)).toEqual(['1', '2']);
  });

  it('makes tables a matrix, with their rows', () => {
    expect(draft.items.filter((one) => one.matrix === 'table').map((one) => one.key)).toEqual([
      'table',
      'table.1',
      'table.2',
    ]);
    expect(item('table').html).toBe('How often do you<br /><em>In a usual week.</em>');
  });

  it('makes calculated totals scores', () => {
    expect(draft.scores?.map(({ key, name, terms }) => [key, name, terms.map((term) => term.itemKey)])).toEqual([
      ['mood.half', 'First half', ['mood.1', 'mood.2']],
      ['total', 'Garden score', ['mood.1', 'mood.2', 'mood.3', 'table.2']],
    ]);
  });

  it('is known again by its url', () => {
    expect(draft).toMatchObject({
      sourceKey: 'https://instruments.example/Questionnaire/garden-check',
      title: 'Garden check',
      description: 'How the garden does you good.',
    });
  });
});

describe('what cannot be carried', () => {
  it('is refused with every place, in the order of the file, and nothing is dropped', () => {
    const places = refusals(instrument('not-for-us'));
    expect(places).toMatchInlineSnapshot(`
      [
        "Questionnaire: implicitRules change what it means",
        "Questionnaire: it has a modifierExtension, which changes what it means",
        "Questionnaire: its subject is Device, not a patient; --accept-subject takes it as a patient's",
        "item[6] (linkId "f"): its options are in https://terminology.example/ValueSet/countries, which is not in the file; a file of this value set beside it, or among the facility's value sets, gives them; with --answer-in-words it is asked in the person's own words",
        "item[14] (linkId "n"): it has a modifierExtension, which changes what it means",
        "item[16] (linkId "o"): another item has the same linkId",
        "item[19] (linkId "r"): an option with valueReference cannot be carried",
        "item[20]: it has no linkId",
        "item[24].item[0].item[0] (linkId "v.1.1"): it has no options; with --answer-in-words it is asked in the person's own words",
        "item[25].item[0] (linkId "w.1"): it is asked once for every answer of a question that repeats, and that one is not answered by hand",
        "item[26] (linkId "x"): it is hidden and required",
      ]
    `);
  });

  it('is found in nested items and in primitive elements too', () => {
    expect(
      refusals(
        asking({
          linkId: 'a',
          type: 'group',
          text: 'A',
          item: [
            {
              linkId: 'b',
              type: 'boolean',
              _text: {
                extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/cqf-expression', valueExpression: {} }],
              },
            },
          ],
        }),
      ),
    ).toEqual(['item[0].item[0] (linkId "b"): its text is computed (cqf-expression), and there is no other']);
  });

  it('is no extension that nobody knows: it is said, unless whoever imports takes it for harmless', () => {
    const strange = asking({
      linkId: 'a',
      type: 'boolean',
      text: 'A',
      extension: [{ url: 'https://vendor.example/colour', valueString: 'red' }],
    });
    expect(read(strange).notes).toEqual([
      {
        place: 'item[0] (linkId "a")',
        reason: 'the extension https://vendor.example/colour is not known and not read',
      },
    ]);
    expect(
      read(strange, { ...defaultSettings, acceptedExtensions: new Set(['https://vendor.example/colour']) }).notes,
    ).toEqual([]);
  });

  it('is an item that would stand under itself, without going round in circles', () => {
    const total = {
      linkId: 't',
      type: 'decimal',
      text: 'T',
      extension: [
        {
          url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression',
          valueExpression: {
            language: 'text/fhirpath',
            expression: '%resource.descendants().answer.value.ordinal().sum()',
          },
        },
      ],
    };
    expect(
      refusals(
        asking({ linkId: 'a', type: 'group', text: 'A', item: [{ linkId: 'a', type: 'boolean', text: 'B' }] }, total),
      ),
    ).toContain('item[0].item[0] (linkId "a"): another item has the same linkId');
  });

  it('is no formula without end: it is left out, and that is said', () => {
    const total = {
      linkId: 't',
      type: 'decimal',
      text: 'T',
      extension: [
        {
          url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression',
          valueExpression: { language: 'text/fhirpath', expression: '('.repeat(100_000) },
        },
      ],
    };
    expect(read(asking({ linkId: 'a', type: 'boolean', text: 'A' }, total)).notes).toEqual([
      {
        place: 'item[1] (linkId "t")',
        reason: 'it is calculated in a way that cannot be evaluated, and is left out: it is nested too deeply',
      },
    ]);
  });

  it('can be left out on purpose, and that is said', () => {
    const file = asking(
      { linkId: 'a', type: 'boolean', text: 'A' },
      {
        linkId: 'g',
        type: 'group',
        text: 'G',
        item: [
          { linkId: 'b', type: 'attachment', text: 'B' },
          { linkId: 'c', type: 'date', text: 'C' },
        ],
      },
    );
    const { draft, notes } = read(file, { ...defaultSettings, leaveOut: new Set(['b']) });
    expect(draft.items.map((item) => item.key)).toEqual(['a', 'g', 'c']);
    expect(notes).toEqual([{ place: 'item[1].item[0] (linkId "b")', reason: 'it is left out, as was asked' }]);
  });

  it('is a file that is something else', () => {
    expect(questionnairesIn({ resourceType: 'Patient' })).toBe('is not a Questionnaire but a Patient');
    expect(questionnairesIn({ resourceType: 'Bundle', entry: [] })).toBe('is a Bundle without a Questionnaire');
    expect(questionnairesIn([])).toBe('is not a FHIR resource');
  });
});

describe('bounds that stand in extensions', () => {
  const hl7 = 'http://hl7.org/fhir/StructureDefinition/';
  const sdc = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-';
  it('at least one answer (minOccurs 1) makes a question required', () => {
    const occurs = (valueInteger: number) => ({
      linkId: 'a',
      type: 'boolean',
      text: 'A',
      extension: [{ url: `${hl7}questionnaire-minOccurs`, valueInteger }],
    });
    expect([1, 0].map((least) => read(asking(occurs(least))).draft.items[0]?.isRequired)).toEqual([true, false]);
  });

  it('the least and the most of a quantity bound its number', () => {
    const quantity = {
      linkId: 'a',
      type: 'quantity',
      text: 'A',
      extension: [
        { url: `${hl7}questionnaire-unit`, valueCoding: { code: 'kg' } },
        { url: `${sdc}minQuantity`, valueQuantity: { value: 20 } },
        { url: `${sdc}maxQuantity`, valueQuantity: { value: 300.5 } },
      ],
    };
    expect(read(asking(quantity)).draft.items[0]).toMatchObject({ minValue: 20, maxValue: 300.5 });
  });
});

describe('calculated items that are no totals', () => {
  const calculated = (linkId: string, expression: string, more: object = {}) => ({
    linkId,
    type: 'decimal',
    text: linkId,
    extension: [
      {
        url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression',
        valueExpression: { language: 'text/fhirpath', expression },
      },
    ],
    ...more,
  });
  const well = { linkId: 'w', type: 'boolean', text: 'Well?' };
  const switched = { ...defaultSettings, leaveOutCalculated: true };

  it('are left out with one switch, wherever they stand, and each is said', () => {
    const form = asking(
      well,
      calculated('bmi', '%weight / (%height * %height)'),
      { linkId: 'g', type: 'group', text: 'G', item: [calculated('text', "'low'", { type: 'string' })] },
      { linkId: 'filled', type: 'string', text: 'Filled in', readOnly: true },
    );
    expect(read(form).draft.items).toMatchObject([
      { key: 'w' },
      { key: 'g' },
      { key: 'text', calculated: { kind: 'literal', value: 'low' } },
    ]);
    const { draft, notes } = read(form, switched);
    expect(draft.items.map((item) => item.key)).toEqual(['w', 'g']);
    expect(notes.map(({ place }) => place.replace(/^.*linkId "(\w+)".*$/, '$1'))).toEqual(['bmi', 'text', 'filled']);
  });

  it('do not take a question with them', () => {
    const result = reading(asking(calculated('bmi', '%weight', { item: [well] })), switched);
    expect(result).toMatchObject({
      kind: 'refused',
      refusals: [{ reason: 'a calculated item has questions under it' }],
    });
  });
});

describe('forms that public instruments come in', () => {
  const choice = (linkId: string, ...scores: readonly number[]) => ({
    linkId,
    type: 'choice',
    text: linkId,
    answerOption: scores.map((score) => ({
      valueCoding: { code: `${linkId}${String(score)}`, display: String(score) },
      extension: [ordinal(score)],
    })),
  });

  it('a total without a formula becomes the sum of all ordinal values', () => {
    const total = {
      linkId: 't',
      type: 'decimal',
      text: 'Total score',
      extension: [
        { url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-unit', valueCoding: { code: '{score}' } },
      ],
    };
    const { draft, notes } = read(asking(choice('a', 0, 1), choice('b', 0, 1), total));
    expect(draft.items.map((item) => item.key)).toEqual(['a', 'b']);
    expect(draft.scores).toMatchObject([
      { key: 't', name: 'Total score', terms: [{ itemKey: 'a' }, { itemKey: 'b' }] },
    ]);
    expect(notes.map(({ reason }) => reason)).toEqual([
      'it has no formula; it becomes the sum of the ordinal values of a, b',
    ]);
  });

  it('totals of groups without formulas add what is in their group; a score that is asked for stays a question', () => {
    const score = {
      type: 'decimal',
      extension: [
        { url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-unit', valueCoding: { code: '{score}' } },
      ],
    };
    const group = (name: string) => ({
      linkId: name,
      type: 'group',
      text: name,
      item: [choice(`${name}1`, 0, 1), { ...score, linkId: `${name}t`, text: `Calculated ${name} score` }],
    });
    const { draft } = read(
      asking(group('A'), group('B'), { ...score, linkId: 'vas', text: 'Your health today, from 0 to 100' }),
    );
    expect(draft.scores).toMatchObject([
      { key: 'At', terms: [{ itemKey: 'A1' }] },
      { key: 'Bt', terms: [{ itemKey: 'B1' }] },
    ]);
    expect(draft.items.at(-1)).toMatchObject({ key: 'vas', type: 'NumberQuestion' });
  });

  it('ordinal values without any total make none, and the operator hears it', () => {
    const { draft, notes } = read(asking(choice('a', 0, 1), { linkId: 'b', type: 'boolean', text: 'B' }));
    expect(draft.scores).toEqual([]);
    expect(notes.map(({ reason }) => reason)).toEqual([
      'its options have values and it says no total, so that there is none; its settings can make one',
    ]);
  });

  it('a T-score, a mean or a percentile without its formula is not the sum of the answers', () => {
    for (const text of ['Global health T-score', 'Mean score', 'Percentile of the total score']) {
      const figure = { linkId: 't', type: 'decimal', text, readOnly: true };
      expect(read(asking(choice('a', 0, 1), figure)).draft).toMatchObject({ scores: [], items: [{ key: 'a' }] });
      const { draft } = read(asking(choice('a', 0, 1), figure), { ...defaultSettings, leaveOutCalculated: true });
      expect([draft.scores, draft.items.map((item) => item.key)]).toEqual([[], ['a']]);
    }
  });

  it("a text that belongs to one option is that option in words of one's own", () => {
    const { draft } = read(
      asking({
        ...choice('a', 0, 1),
        item: [
          {
            linkId: 'a.other',
            type: 'string',
            text: 'Please say',
            enableWhen: [{ question: 'a', operator: '=', answerCoding: { code: 'a1' } }],
          },
        ],
      }),
    );
    const [item] = draft.items;
    expect(item && 'options' in item ? item.options.map((option) => option.isOther) : []).toEqual([false, true]);
  });

  it('a value set beside the questionnaire in a Bundle is found by its url', () => {
    const set = {
      resourceType: 'ValueSet',
      url: 'https://instruments.example/ValueSet/yes',
      compose: { include: [{ system: 's', concept: [{ code: 'y', display: 'Yes' }] }] },
    };
    const file = {
      resourceType: 'Bundle',
      entry: [
        { resource: set },
        {
          resource: asking({
            linkId: 'a',
            type: 'choice',
            text: 'A',
            answerValueSet: 'https://instruments.example/ValueSet/yes|1.0',
          }),
        },
      ],
    };
    expect(read(file).draft.items).toMatchObject([{ options: [{ text: 'Yes' }] }]);
  });

  it('a table whose rows differ is shown one under the other, and that is said', () => {
    const { draft, notes } = read(
      asking({
        linkId: 'g',
        type: 'group',
        text: 'G',
        extension: [control('gtable')],
        item: [choice('a', 0, 1), choice('b', 0, 2)],
      }),
    );
    expect(draft.items.map((item) => item.type)).toEqual([
      'SectionHeader',
      'SingleSelectionRadioButtonQuestion',
      'SingleSelectionRadioButtonQuestion',
    ]);
    expect(notes.map(({ reason }) => reason)).toContain(
      'its questions do not have the same options, so that they are shown one under the other, not as a table',
    );
  });

  it('many options without a hint become a list that opens; a number with options becomes a choice', () => {
    const long = {
      ...choice('a', 0),
      answerOption: Array.from({ length: 11 }, (_, at) => ({ valueString: `Option ${String(at)}` })),
    };
    const { draft } = read(
      asking(long, {
        linkId: 'n',
        type: 'integer',
        text: 'N',
        answerOption: [{ valueInteger: 1 }, { valueInteger: 2 }],
      }),
    );
    expect(draft.items.map((item) => item.type)).toEqual([
      'SingleSelectionDropdownQuestion',
      'SingleSelectionRadioButtonQuestion',
    ]);
  });

  it('rich text passes the allow-list; script, picture and link do not', () => {
    const rich = (xhtml: string) => ({
      linkId: 'a',
      type: 'boolean',
      text: 'Plain',
      _text: { extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/rendering-xhtml', valueString: xhtml }] },
    });
    expect(read(asking(rich('<b onclick="x()">Bold</b><script>alert(1)</script>'))).draft.items[0]?.html).toBe(
      '<b>Bold</b>',
    );
    expect(read(asking(rich('<img src="x" onerror="y()"/>Look'))).draft.items[0]?.html).toBe('Plain');
    expect(read(asking({ linkId: 'a', type: 'boolean', text: 'Is 1 < 2 <script>?' })).draft.items[0]?.html).toBe(
      'Is 1 &lt; 2 &lt;script&gt;?',
    );
  });
});
