import { describe, expect, it } from 'vitest';
import type { TemplateDraft } from './draft.ts';
import { saved } from '../../tests/server/fhirForms.ts';
import { smallTemplate } from '../../tests/server/questionnaires.ts';

const node = {
  type: 'choice',
  text: null,
  definition: null,
  code: [],
  scoreKey: null,
  otherOf: null,
  options: {},
  unit: null,
  item: [],
};

const tree: TemplateDraft = {
  sourceKey: null,
  title: 'Tree',
  items: [
    {
      key: 'smokes',
      type: 'SingleSelectionRadioButtonQuestion',
      html: 'Do you smoke?',
      initial: [{ optionKey: 'no' }],
      options: [
        { key: 'yes', text: 'Yes', score: 1 },
        { key: 'no', text: 'No', score: 0, isExclusive: true },
      ],
    },
    { key: 'what', type: 'QuestionGroup', html: 'What?', occurs: { least: 0, most: 3 }, layout: 'list' },
    {
      key: 'much',
      type: 'QuantityQuestion',
      html: 'How much?',
      parentKey: 'what',
      minValue: 0,
      maxValue: null,
      decimals: 1,
      units: [{ key: 'g', label: 'grams' }],
      enableWhen: {
        behavior: 'all',
        conditions: [{ itemKey: 'smokes', operator: '=', is: { kind: 'options', optionKeys: ['yes'] } }],
      },
    },
    {
      key: 'name',
      type: 'TextQuestion',
      html: 'Name',
      isMultiline: false,
      maxLength: 100,
      initialExpression: { kind: 'member', focus: { kind: 'variable', name: 'patient' }, name: 'birthDate' },
    },
  ],
  formLogic: { variables: [{ name: 'one', itemKey: 'what', expression: { kind: 'literal', value: 1 } }] },
  translations: {
    es: { title: 'Árbol', items: { smokes: { html: '¿<b>Fuma</b>?<script>x</script>', options: { yes: 'Sí' } } } },
  },
  source: {
    url: null,
    version: null,
    name: null,
    copyright: null,
    identifier: [],
    code: [],
    item: [
      {
        ...node,
        linkId: 'smokes',
        itemKey: 'smokes',
        options: { yes: { element: 'valueString', value: 'Yes' } },
        item: [{ ...node, linkId: 'words', type: 'string', itemKey: null, otherOf: 'yes' }],
      },
      {
        ...node,
        linkId: 'what',
        type: 'group',
        itemKey: 'what',
        item: [
          {
            ...node,
            linkId: 'much',
            type: 'quantity',
            itemKey: 'much',
            units: [{ key: 'g', unit: 'grams', system: 'http://unitsofmeasure.org', code: 'g' }],
          },
        ],
      },
    ],
  },
};

describe('a draft as a revision', () => {
  it('has no new field where nothing needs one, so that it stays the revision it was', () => {
    const { content } = saved(smallTemplate);
    expect(Object.keys(content).sort()).toEqual(
      ['title', 'description', 'instructions', 'defaultMessage', 'items', 'scores', 'source'].sort(),
    );
    expect(content.items.map((item) => Object.keys(item).sort().join())).toEqual(
      [
        ['listAnswers'],
        ['listAnswers'],
        ['minValue', 'maxValue', 'decimals', 'unitOfMeasure'],
        ['isMultiline', 'maxLength'],
        [],
      ].map((own) =>
        [
          'questionnaireItemId',
          'questionnaireItemType',
          'sortOrder',
          'questionMatrixGuid',
          'formattedText',
          'isRequired',
          ...own,
        ]
          .sort()
          .join(),
      ),
    );
  });

  it('names parents, conditions, initial answers and texts by ids', () => {
    const { content, ids } = saved(tree);
    const [smokes, what, much] = content.items;
    expect(smokes).toMatchObject({
      initial: [{ listAnswerId: ids.option('smokes', 'no') }],
      listAnswers: [{ answerText: 'Yes' }, { answerText: 'No', isExclusive: true }],
    });
    expect(what).toMatchObject({ occurs: { least: 0, most: 3 }, layout: 'list' });
    expect(much).toMatchObject({
      parentItemId: ids.item('what'),
      enableWhen: {
        behavior: 'all',
        conditions: [
          {
            questionnaireItemId: ids.item('smokes'),
            operator: '=',
            is: { kind: 'options', value: [ids.option('smokes', 'yes')] },
          },
        ],
      },
    });
    expect(content.prefills).toEqual([
      {
        questionnaireItemId: ids.item('name'),
        expression: { kind: 'member', focus: { kind: 'variable', name: 'patient' }, name: 'birthDate' },
      },
    ]);
    const id = String(ids.item('smokes'));
    expect(content.translations).toEqual({
      es: {
        title: 'Árbol',
        [`item/${id}`]: '¿<b>Fuma</b>?',
        [`item/${id}/option/${String(ids.option('smokes', 'yes'))}`]: 'Sí',
      },
    });
  });

  it('gives expressions the tree of the source', () => {
    const { content, ids } = saved(tree);
    expect(content.formLogic).toMatchObject({
      variables: [{ name: 'one', questionnaireItemId: ids.item('what') }],
      nodes: [
        {
          linkId: 'smokes',
          questionnaireItemId: ids.item('smokes'),
          options: [{ listAnswerId: ids.option('smokes', 'yes'), element: 'valueString', value: 'Yes', weight: 1 }],
          item: [{ linkId: 'words', questionnaireItemId: null, otherOf: ids.option('smokes', 'yes') }],
        },
        {
          linkId: 'what',
          questionnaireItemId: ids.item('what'),
          item: [{ linkId: 'much', units: [{ key: 'g', code: 'g' }] }],
        },
      ],
    });
  });
});
