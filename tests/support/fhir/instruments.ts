/**
 * Instruments with wording of the project's own, in the forms in which public ones are written by the form tools of instrument libraries,
 * implementation guides and form servers. Each states the expected result of its import.
 */
import { furtherInstruments } from './furtherInstruments.ts';
import {
  calculated,
  coding,
  control,
  display,
  dropdown,
  header,
  hidden,
  hl7,
  itemWeight,
  loinc,
  number,
  optionPrefix,
  ordinal,
  radio,
  sdc,
  translated,
  ucum,
  unit,
  variable,
  type Json,
  type Tried,
} from './parts.ts';

/** A scored panel as an instrument library writes it: no url, codes everywhere, help buttons, scores as labels, a formula. */
const restlessWeek: Tried = (() => {
  const often = ['Never', 'Some days', 'Most days', 'Every day'].map((text, at) =>
    coding(loinc, `XA0${String(at)}-0`, text, optionPrefix(String(at)), ordinal(at)),
  );
  const question = (code: string, text: string): Json => ({
    type: 'choice',
    code: [{ system: loinc, code, display: text }],
    extension: [control('drop-down', 'Drop down')],
    required: false,
    linkId: `/${code}`,
    text,
    answerOption: often,
  });
  const questions = [
    question('90001-1', 'Pacing up and down'),
    question('90002-2', 'Trouble sitting through a meal'),
    question('90003-3', 'Waking before the birds'),
  ];
  return {
    name: 'a scored panel of a library',
    file: {
      resourceType: 'Questionnaire',
      status: 'draft',
      meta: {
        profile: ['http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire|2.7'],
        tag: [{ code: 'lformsVersion: 34.3.0' }],
      },
      code: [{ system: loinc, code: '90000-0', display: 'Restless week 3 item panel' }],
      subjectType: ['Patient', 'Person'],
      copyright: 'Free to use',
      item: [
        ...questions,
        {
          type: 'decimal',
          linkId: '/90009-9',
          text: 'Restless week total score',
          readOnly: true,
          extension: [
            unit('{score}', '{score}'),
            { url: `${sdc}observationLinkPeriod`, valueDuration: { value: 1, unit: 'day', system: ucum, code: 'd' } },
            calculated("%resource.item.where(linkId.matches('^/9000[123]')).answer.value.ordinal().sum()"),
          ],
          item: [display('/90009-9-help', 'Between 0 and 9.', control('help', 'Help-Button'))],
        },
        {
          ...question('90004-4', 'How hard did this make your days?'),
          answerOption: [
            coding(loinc, 'XB1', 'Not hard', optionPrefix('a')),
            coding(loinc, 'XB2', 'Hard', optionPrefix('b)')),
          ],
        },
      ],
    },
    becomes: {
      items: [dropdown, dropdown, dropdown, number, dropdown],
      scores: ['Restless week total score'],
      notes: [],
    },
  };
})();

/** Weights under their newer name, variables that look them up, a hidden total and one that needs all answers. */
const kettle: Tried = (() => {
  const cups = ['None', 'One', 'Two or three', 'More'].map((text, at) =>
    coding('https://instruments.example/cups', `c${String(at)}`, text, itemWeight(at)),
  );
  const weightOf = (linkId: string) =>
    `%questionnaire.item.where(linkId = '${linkId}').answerOption.where(valueCoding.code=%resource.item.where(linkId = '${linkId}').answer.valueCoding.code).extension.where(url='${hl7}itemWeight').valueDecimal`;
  return {
    name: 'weights, variables and a hidden total',
    file: {
      resourceType: 'Questionnaire',
      id: 'kettle',
      url: 'https://instruments.example/Questionnaire/kettle|0.3.0',
      name: 'Kettle',
      title: 'Kettle habits',
      status: 'active',
      extension: [variable('a', weightOf('tea')), variable('b', weightOf('coffee'))],
      item: [
        { linkId: 'tea', type: 'choice', prefix: '1.', text: 'Cups of tea a day', required: true, answerOption: cups },
        {
          linkId: 'coffee',
          type: 'choice',
          prefix: '2.',
          text: 'Cups of coffee a day',
          required: true,
          answerOption: cups,
        },
        {
          linkId: 'all',
          type: 'integer',
          text: 'Both',
          readOnly: true,
          extension: [calculated('iif(%a.exists() and %b.exists(), %a + %b, {})')],
        },
        {
          linkId: 'double',
          type: 'decimal',
          text: 'Doubled',
          extension: [hidden, calculated("%resource.item.where(linkId='all').answer.value * 2")],
        },
      ],
    },
    becomes: {
      items: [radio, radio],
      scores: ['Both', 'Doubled'],
      notes: ['item[2] (linkId "all"): the total is shown once the answers are sent: %a: the extension "itemWeight"'],
    },
  };
})();

/** Contained value sets referred to by their own url and by "#", scores on concepts, a table, numbers as options, two part totals. */
const wholeHealth: Tried = (() => {
  const rated = (id: string, ...texts: readonly string[]): Json => ({
    resourceType: 'ValueSet',
    id,
    url: `https://instruments.example/ValueSet/${id}`,
    status: 'active',
    expansion: {
      timestamp: '2026-01-01T00:00:00Z',
      total: texts.length,
      contains: texts.map((text, at) => ({
        extension: [{ url: `${hl7}valueset-ordinalValue`, valueDecimal: texts.length - at }],
        system: loinc,
        version: '2.81',
        code: `XC${String(texts.length)}${String(at)}`,
        display: text,
      })),
    },
  });
  const row = (linkId: string, text: string): Json => ({
    linkId,
    type: 'choice',
    text,
    required: true,
    answerValueSet: 'https://instruments.example/ValueSet/rated',
  });
  return {
    name: 'contained value sets, a table and part totals',
    file: {
      resourceType: 'Questionnaire',
      url: 'https://instruments.example/Questionnaire/whole-health',
      version: '1.2',
      title: 'Whole health in short',
      _title: { ...translated('es', 'Salud en breve') },
      status: 'active',
      contained: [rated('rated', 'Splendid', 'Fine', 'Middling', 'Poor'), rated('able', 'Fully', 'Partly', 'Hardly')],
      item: [
        {
          linkId: 'table',
          type: 'group',
          text: 'In general, how is your',
          extension: [control('table')],
          item: [row('health', 'health?'), row('mood', 'mood?')],
        },
        {
          linkId: 'able',
          type: 'choice',
          text: 'Can you carry the shopping?',
          extension: [control('radio-button')],
          answerValueSet: '#able',
        },
        {
          linkId: 'pain',
          type: 'integer',
          text: 'Pain, from 0 to 10',
          answerOption: Array.from({ length: 11 }, (_, valueInteger) => ({ valueInteger })),
        },
        {
          linkId: 'body',
          type: 'decimal',
          text: 'Body',
          extension: [
            calculated(
              "%resource.item.where(linkId='able').answer.value.ordinal() + (10 - %resource.item.where(linkId='pain').answer.value) / 2",
            ),
          ],
        },
        {
          linkId: 'mind',
          type: 'decimal',
          text: 'Mind',
          extension: [calculated("%resource.item.where(linkId='table').item.answer.value.ordinal().sum()")],
        },
      ],
    },
    becomes: {
      items: ['QuestionMatrixGrouping', radio, radio, radio, dropdown, number, number],
      scores: ['Body', 'Mind'],
      notes: [],
    },
  };
})();

/** Levels as plain texts, and a scale from 0 to 100 with labelled ends. */
const thermometer: Tried = {
  name: 'levels and a thermometer',
  file: {
    resourceType: 'Questionnaire',
    identifier: [{ system: 'https://instruments.example/ids', value: 'thermo-2' }],
    title: 'Two levels and a thermometer',
    status: 'active',
    item: [
      {
        linkId: 'stairs',
        type: 'choice',
        text: 'STAIRS',
        answerOption: ['I climb them', 'I climb them slowly', 'I take the lift'].map((valueString) => ({
          valueString,
        })),
      },
      {
        linkId: 'garden',
        type: 'choice',
        text: 'GARDENING',
        repeats: false,
        answerOption: ['I dig', 'I water'].map((valueString, at) => ({
          valueString,
          _valueString: { extension: [ordinal(at)] },
        })),
      },
      {
        linkId: 'vas',
        type: 'integer',
        text: 'Your day today',
        required: true,
        extension: [
          control('slider'),
          { url: `${hl7}minValue`, valueInteger: 0 },
          { url: `${hl7}maxValue`, valueInteger: 100 },
          { url: `${hl7}questionnaire-sliderStepValue`, valueInteger: 1 },
          unit('{points}', 'points'),
        ],
        item: [display('vas.l', 'The worst day', control('lower')), display('vas.u', 'The best day', control('upper'))],
      },
    ],
  },
  becomes: {
    items: [radio, radio, 'SliderQuestion'],
    scores: [],
    notes: ['Questionnaire: its options have values and it says no total'],
  },
};

/** Needs in daily life: nested groups, conditions, open and exclusive options. */
const needs: Tried = {
  name: 'conditions and exclusive options',
  file: {
    resourceType: 'Questionnaire',
    url: 'https://instruments.example/Questionnaire/needs',
    title: 'Needs at home',
    status: 'active',
    item: [
      {
        linkId: '1',
        type: 'group',
        text: 'Living',
        item: [
          {
            linkId: '1.1',
            type: 'choice',
            text: 'Where do you live?',
            answerOption: [coding('s', 'own', 'In a place of my own'), coding('s', 'none', 'Nowhere for long')],
          },
          {
            linkId: '1.2',
            type: 'group',
            text: 'At home',
            enableWhen: [{ question: '1.1', operator: '=', answerCoding: { system: 's', code: 'own' } }],
            item: [
              {
                linkId: '1.2.1',
                type: 'open-choice',
                repeats: true,
                text: 'Trouble with',
                answerOption: [
                  coding('s', 'mold', 'Mould'),
                  {
                    ...coding('s', 'no', 'None of these'),
                    extension: [{ url: `${hl7}questionnaire-optionExclusive`, valueBoolean: true }],
                  },
                ],
              },
            ],
          },
          {
            linkId: '1.3',
            type: 'boolean',
            text: 'Did food run out?',
            enableWhen: [{ question: '1.1', operator: 'exists', answerBoolean: true }],
            enableBehavior: 'any',
          },
          {
            linkId: '1.4',
            type: 'choice',
            readOnly: true,
            text: 'Food risk',
            extension: [calculated("iif(%resource.descendants().where(linkId='1.3').answer.value, 1, 0)")],
            answerOption: [coding('s', 'risk', 'At risk')],
          },
        ],
      },
    ],
  },
  becomes: {
    items: ['SectionHeader', radio, 'SectionHeader', 'MultiSelectionQuestion', 'BooleanQuestion', radio],
    scores: [],
    notes: [],
  },
};

/** A registration form with everything that a form server supports. */
const intake: Tried = {
  name: 'an intake form with files, references and moments',
  file: {
    resourceType: 'Questionnaire',
    id: '3c1d2a7e-5b0c-4f39-9f3e-2f4a8f5f3e11',
    meta: {
      versionId: '4',
      lastUpdated: '2026-03-03T10:00:00.000Z',
      author: { reference: 'Practitioner/1' },
      project: '5',
    },
    title: 'Welcome form',
    name: 'welcome-form',
    status: 'active',
    subjectType: ['Patient'],
    item: [
      {
        linkId: 'you',
        type: 'group',
        text: 'About you',
        extension: [control('page')],
        item: [
          { linkId: 'name', type: 'string', text: 'Name', required: true, maxLength: 100 },
          { linkId: 'born', type: 'date', text: 'Date of birth', required: true },
          {
            linkId: 'sex',
            type: 'choice',
            text: 'Gender',
            answerValueSet: 'http://hl7.org/fhir/ValueSet/administrative-gender',
          },
          {
            linkId: 'age',
            type: 'integer',
            text: 'Age',
            maxLength: 3,
            extension: [{ url: `${hl7}minValue`, valueInteger: 0 }],
          },
          {
            linkId: 'height',
            type: 'decimal',
            text: 'Height',
            extension: [
              unit('m', 'metres'),
              { url: `${hl7}maxDecimalPlaces`, valueInteger: 2 },
              { url: `${hl7}maxValue`, valueDecimal: 2.6 },
            ],
          },
          {
            linkId: 'weight',
            type: 'quantity',
            text: 'Weight',
            extension: [
              { url: `${hl7}questionnaire-unitOption`, valueCoding: { system: ucum, code: 'kg', display: 'kg' } },
            ],
          },
          { linkId: 'story', type: 'text', text: 'What brings you here?', maxLength: 5000 },
        ],
      },
      {
        linkId: 'card',
        type: 'attachment',
        text: 'Insurance card',
        extension: [
          { url: `${hl7}mimeType`, valueCode: 'image/png' },
          { url: `${hl7}maxSize`, valueDecimal: 1000000 },
        ],
      },
      {
        linkId: 'gp',
        type: 'reference',
        text: 'Doctor',
        extension: [{ url: `${hl7}questionnaire-referenceResource`, valueCode: 'Practitioner' }],
      },
      { linkId: 'seen', type: 'dateTime', text: 'Last seen' },
      { linkId: 'wake', type: 'time', text: 'You get up at' },
      { linkId: 'site', type: 'url', text: 'Website' },
      {
        linkId: 'kids',
        type: 'group',
        repeats: true,
        text: 'Children',
        item: [{ linkId: 'kid', type: 'string', text: 'Name' }],
      },
      { linkId: 'mail', type: 'boolean', text: 'May we write?', initial: [{ valueBoolean: true }] },
      {
        linkId: 'zip',
        type: 'string',
        text: 'Postal code',
        extension: [{ url: `${hl7}regex`, valueString: '[0-9]{5}' }],
      },
      { linkId: 'land', type: 'choice', text: 'Country', answerValueSet: 'http://hl7.org/fhir/ValueSet/country' },
    ],
  },
  becomes: {
    refused: [
      'item[9] (linkId "land"): its options are in http://hl7.org/fhir/ValueSet/country, which is not in the file; a file of this value set beside it, or among the facility\'s value sets, gives them; with --answer-in-words it is asked in the person\'s own words',
    ],
  },
};
/** The items of the intake form that can be left out on import. */
export const intakeWithout = ['land'] as const;

/** A form as form servers and their guides write it: tabs, layout, styled and translated texts, fields for others, hidden parts. */
const rendered: Tried = {
  name: 'layout, styles, languages and hidden parts',
  file: {
    resourceType: 'Questionnaire',
    url: 'https://instruments.example/Questionnaire/rendered',
    version: '2',
    title: 'Check-up',
    status: 'draft',
    experimental: true,
    language: 'en',
    extension: [
      {
        url: `${sdc}launchContext`,
        extension: [
          { url: 'name', valueCoding: { code: 'patient' } },
          { url: 'type', valueCode: 'Patient' },
        ],
      },
      { url: `${sdc}preferredTerminologyServer`, valueUrl: 'https://tx.example/fhir' },
      { url: `${sdc}assembledFrom`, valueCanonical: 'https://instruments.example/Questionnaire/part' },
    ],
    contained: [
      {
        resourceType: 'ValueSet',
        id: 'where',
        status: 'active',
        compose: { include: [{ system: 'https://instruments.example/places' }] },
      },
      {
        resourceType: 'CodeSystem',
        id: 'places',
        url: 'https://instruments.example/places',
        status: 'active',
        content: 'complete',
        concept: [
          { code: 'left', display: 'Left', designation: [{ language: 'es', value: 'Izquierda' }] },
          { code: 'right', display: 'Right' },
        ],
      },
    ],
    item: [
      {
        linkId: 'tabs',
        type: 'group',
        text: 'Check-up',
        extension: [control('tab-container')],
        item: [
          {
            linkId: 'g1',
            type: 'group',
            text: 'Pain',
            _text: { extension: [{ url: `${hl7}rendering-style`, valueString: 'color: green' }] },
            item: [
              display('d1', 'Take your time.', {
                url: `${hl7}questionnaire-displayCategory`,
                valueCodeableConcept: { coding: [{ code: 'instructions' }] },
              }),
              {
                linkId: 'where',
                type: 'choice',
                text: 'Which side?',
                _text: { ...translated('es', '¿Qué lado?') },
                prefix: 'A)',
                extension: [{ url: `${hl7}questionnaire-choiceOrientation`, valueCode: 'horizontal' }],
                answerValueSet: '#where',
              },
              {
                linkId: 'strong',
                type: 'decimal',
                text: 'How strong?',
                extension: [
                  control('slider'),
                  { url: `${hl7}minValue`, valueInteger: 0 },
                  { url: `${hl7}maxValue`, valueInteger: 5 },
                  { url: `${hl7}questionnaire-sliderStepValue`, valueDecimal: 0.5 },
                ],
              },
              {
                linkId: 'since',
                type: 'date',
                text: 'Since when?',
                _text: { extension: [{ url: `${hl7}rendering-markdown`, valueMarkdown: 'Since **when**?' }] },
                extension: [{ url: `${hl7}entryFormat`, valueString: 'DD/MM/YYYY' }],
              },
              {
                linkId: 'sure',
                type: 'choice',
                text: 'Are you sure?',
                answerValueSet: 'http://hl7.org/fhir/ValueSet/yesnodontknow',
              },
            ],
          },
          {
            linkId: 'g2',
            type: 'group',
            text: 'Table',
            extension: [control('gtable')],
            item: ['am', 'pm'].map((linkId) => ({
              linkId,
              type: 'open-choice',
              repeats: true,
              text: linkId,
              answerOption: [coding('s', 'pill', 'Pill'), coding('s', 'walk', 'Walk')],
            })),
          },
          {
            linkId: 'g3',
            type: 'group',
            text: 'Mixed',
            extension: [control('grid')],
            item: [
              { linkId: 'm1', type: 'boolean', text: 'Fever?' },
              {
                linkId: 'm2',
                type: 'string',
                text: 'Since?',
                _text: { extension: [{ url: `${hl7}rendering-xhtml`, valueString: '<b>Since?</b>' }] },
              },
            ],
          },
          {
            linkId: 'id',
            type: 'string',
            text: 'Record',
            extension: [
              hidden,
              {
                url: `${sdc}initialExpression`,
                valueExpression: { language: 'text/fhirpath', expression: '%patient.id' },
              },
            ],
            enableWhen: [{ question: 'where', operator: 'exists', answerBoolean: true }],
          },
          {
            linkId: 'note',
            type: 'display',
            text: 'Only for staff',
            extension: [hidden, { url: `${hl7}designNote`, valueMarkdown: 'Not for print' }],
          },
        ],
      },
    ],
  },
  becomes: {
    items: [
      header,
      header,
      header,
      radio,
      'SliderQuestion',
      'DateQuestion',
      radio,
      'QuestionMatrixGrouping',
      'MultiSelectionQuestion',
      'MultiSelectionQuestion',
      header,
      'BooleanQuestion',
      'TextQuestion',
    ],
    scores: [],
    notes: [
      'item[0].item[0].item[3] (linkId "since"): its example of how to write an answer',
      'item[0].item[2] (linkId "g3"): its questions do not have the same options',
      'item[0].item[3] (linkId "id"): it is hidden',
    ],
  },
};

/** A Bundle from a search, with the value set beside the questionnaires and an option of every kind. */
const searched: Tried = {
  name: 'a Bundle with its value sets',
  file: {
    resourceType: 'Bundle',
    type: 'searchset',
    total: 1,
    link: [{ relation: 'self', url: 'https://forms.example/fhir/Questionnaire?title=week' }],
    entry: [
      {
        fullUrl: 'https://forms.example/fhir/Questionnaire/week',
        search: { mode: 'match' },
        resource: {
          resourceType: 'Questionnaire',
          id: 'week',
          url: 'https://forms.example/fhir/Questionnaire/week',
          version: '7',
          status: 'active',
          title: 'A week',
          item: [
            {
              linkId: 'day',
              type: 'choice',
              text: 'A day',
              answerValueSet: 'https://forms.example/fhir/ValueSet/days|1.0',
            },
            {
              linkId: 'date',
              type: 'choice',
              text: 'A date',
              answerOption: [{ valueDate: '2026-12-24' }, { valueDate: '2026-12-31' }],
            },
            {
              linkId: 'count',
              type: 'choice',
              text: 'A number',
              repeats: true,
              answerOption: [{ valueInteger: 7 }, { valueInteger: 30 }],
            },
            {
              linkId: 'hour',
              type: 'choice',
              text: 'An hour',
              answerOption: [{ valueTime: '08:00:00' }, { valueTime: '20:00:00' }],
            },
          ],
        },
      },
      {
        fullUrl: 'https://forms.example/fhir/ValueSet/days',
        search: { mode: 'include' },
        resource: {
          resourceType: 'ValueSet',
          url: 'https://forms.example/fhir/ValueSet/days',
          version: '1.0',
          status: 'active',
          compose: {
            include: [
              { system: 'https://forms.example/days', concept: [{ code: 'mo', display: 'Monday' }, { code: 'tu' }] },
            ],
          },
        },
      },
      { resource: { resourceType: 'OperationOutcome', issue: [] } },
    ],
  },
  becomes: { items: [radio, radio, 'MultiSelectionQuestion', radio], scores: [], notes: [] },
};

/** One group around everything, which has the only title; questions below questions, free text below an option. */
const nested: Tried = {
  name: 'a group around everything, questions under questions',
  file: {
    resourceType: 'Questionnaire',
    status: 'draft',
    url: 'https://instruments.example/Questionnaire/nested',
    item: [
      {
        linkId: '/g',
        type: 'group',
        code: [{ system: loinc, code: '90100-0', display: 'Travel history' }],
        text: 'Travel history',
        required: false,
        item: [
          {
            linkId: '/g/1',
            type: 'boolean',
            text: 'Were you abroad?',
            item: [
              { linkId: '/g/1/1', type: 'string', text: 'In which country?' },
              {
                linkId: '/g/1/2',
                type: 'group',
                text: 'The journey',
                item: [
                  {
                    linkId: '/g/1/2/1',
                    type: 'quantity',
                    text: 'How long?',
                    initial: [{ valueQuantity: { unit: 'days', system: ucum, code: 'd' } }],
                  },
                ],
              },
            ],
          },
          {
            linkId: '/g/2',
            type: 'choice',
            text: 'By which means?',
            answerOption: [coding('s', 'rail', 'By rail'), coding('s', 'else', 'Something else')],
            item: [
              {
                linkId: '/g/2/else',
                type: 'string',
                text: 'Which?',
                enableWhen: [{ question: '/g/2', operator: '=', answerCoding: { system: 's', code: 'else' } }],
              },
            ],
          },
        ],
      },
    ],
  },
  becomes: {
    items: [header, 'BooleanQuestion', 'TextQuestion', header, number, radio],
    scores: [],
    notes: [
      'Questionnaire: it has neither a title nor a name; it is called "Travel history"',
      'item[0].item[1].item[0] (linkId "/g/2/else"): it is asked beside the option',
    ],
  },
};

/** Parts of a form for staff that a patient's questionnaire cannot have. */
const staff: Tried = {
  name: 'a form for staff, with rules of its own',
  file: {
    resourceType: 'Questionnaire',
    url: 'https://instruments.example/Questionnaire/staff',
    title: 'Ward round',
    status: 'active',
    subjectType: ['Encounter'],
    extension: [
      {
        url: `${hl7}questionnaire-constraint`,
        extension: [
          { url: 'key', valueId: 'c-1' },
          { url: 'expression', valueString: 'true' },
        ],
      },
      { url: `${hl7}questionnaire-signatureRequired`, valueCodeableConcept: {} },
    ],
    item: [
      {
        linkId: 'bmi',
        type: 'decimal',
        text: 'BMI',
        extension: [calculated('(%weight / (%height * %height)).round(1)')],
      },
      {
        linkId: 'half',
        type: 'integer',
        text: 'Half',
        extension: [calculated("%resource.item.where(linkId='n').answer.value / 2")],
      },
      { linkId: 'n', type: 'integer', text: 'N' },
      { linkId: 'scan', type: 'choice', text: 'Scan', answerValueSet: '#gone' },
      { linkId: 'all', type: 'choice', text: 'All of it', answerValueSet: '#snomed' },
      {
        linkId: 'two',
        type: 'choice',
        text: 'Exactly two',
        repeats: true,
        extension: [
          { url: `${hl7}questionnaire-minOccurs`, valueInteger: 2 },
          { url: `${hl7}questionnaire-maxOccurs`, valueInteger: 2 },
        ],
        answerOption: [{ valueString: 'a' }, { valueString: 'b' }, { valueString: 'c' }],
      },
      {
        linkId: 'pic',
        type: 'display',
        text: 'Look',
        extension: [{ url: `${sdc}itemMedia`, valueAttachment: { url: 'https://x.example/a.png' } }],
      },
      {
        linkId: 'sub',
        type: 'display',
        text: 'Part',
        extension: [{ url: `${sdc}subQuestionnaire`, valueCanonical: 'https://x.example/part' }],
      },
      {
        linkId: 'old',
        type: 'group',
        text: 'Filled in already',
        readOnly: true,
        item: [{ linkId: 'old.1', type: 'string', text: 'Bed' }],
      },
      {
        linkId: 'odd',
        type: 'boolean',
        text: 'Odd',
        extension: { url: `${hl7}questionnaire-hidden`, valueBoolean: true },
        required: 'yes',
      },
      { linkId: 'r5', type: 'coding', text: 'Of another version', answerConstraint: 'optionsOnly' },
    ],
    contained: [
      {
        resourceType: 'ValueSet',
        id: 'snomed',
        compose: {
          include: [{ system: 'http://snomed.info/sct', filter: [{ property: 'concept', op: 'is-a', value: '1' }] }],
        },
      },
    ],
  },
  becomes: {
    refused: [
      "Questionnaire: its subject is Encounter, not a patient; --accept-subject takes it as a patient's",
      'item[3] (linkId "scan"): its options are in #gone, which is not in the file; a file of this value set beside it, or among the facility\'s value sets, gives them; with --answer-in-words it is asked in the person\'s own words',
      'item[4] (linkId "all"): its value set filters a code system, which needs a terminology server; with --answer-in-words it is asked in the person\'s own words',
      'item[7] (linkId "sub"): a part that is in another questionnaire cannot be carried; assemble it first',
      'item[9] (linkId "odd"): its required is not true or false',
      'item[9] (linkId "odd"): its extension is not a list of objects',
      'item[10] (linkId "r5"): it has no options; with --answer-in-words it is asked in the person\'s own words',
    ],
  },
};

export const instruments: readonly Tried[] = [
  restlessWeek,
  kettle,
  wholeHealth,
  thermometer,
  needs,
  intake,
  rendered,
  searched,
  nested,
  staff,
  ...furtherInstruments,
];
