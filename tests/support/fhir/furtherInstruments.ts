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
  type Json,
  ordinal,
  radio,
  sdc,
  translated,
  type Tried,
  ucum,
  unit,
  variable,
} from './parts.ts';

/**
 * Small instruments with wording of the project's own. Each has one construct in the form in which public ones write it: forms of clinics,
 * trials, registries and form tools.
 */
const tried = (
  name: string,
  item: readonly Json[],
  items: readonly string[],
  {
    notes = [],
    scores = [],
    ...root
  }: {
    readonly notes?: readonly string[];
    readonly scores?: readonly string[];
    readonly [element: string]: unknown;
  } = {},
): Tried => ({
  name,
  file: {
    resourceType: 'Questionnaire',
    url: `https://instruments.example/Questionnaire/${name.replace(/\W+/g, '-')}`,
    title: name,
    status: 'active',
    ...root,
    item,
  },
  becomes: { items, scores, notes },
});

const [text, number, yesNo, date, many] = [
  'TextQuestion',
  'NumberQuestion',
  'BooleanQuestion',
  'DateQuestion',
  'MultiSelectionQuestion',
];
const group = 'QuestionGroup';
const s = 'https://instruments.example/codes';
const yes = coding(s, 'y', 'Yes');
const no = coding(s, 'n', 'No');
const asked = (linkId: string, type: string, words: string, more: Json = {}): Json => ({
  linkId,
  type,
  text: words,
  ...more,
});
const when = (question: string, operator: string, answer: Json): Json => ({
  enableWhen: [{ question, operator, ...answer }],
});
const expression = (name: string, text: string): Json => ({
  url: `${sdc}${name}`,
  valueExpression: { language: 'text/fhirpath', expression: text },
});
const under = (linkId: string) => `%resource.descendants().where(linkId='${linkId}').answer.value`;
const extended = (...extension: readonly Json[]): Json => ({ extension });
const units = (...codes: readonly string[]): Json[] =>
  codes.map((code) => ({
    url: `${hl7}questionnaire-unitOption`,
    valueCoding: { system: ucum, code, display: code },
  }));
const integer = (address: string, valueInteger: number): Json => ({ url: address, valueInteger });
const minOccurs = (count: number) => integer(`${hl7}questionnaire-minOccurs`, count);
const maxOccurs = (count: number) => integer(`${hl7}questionnaire-maxOccurs`, count);
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const concepts = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ code: `c${String(at)}`, display: `Plant ${String(at)}` }));
const setOf = (count: number): Json => ({
  resourceType: 'ValueSet',
  id: 'plants',
  compose: { include: [{ system: s, concept: concepts(count) }] },
});

/** Items that are asked only on a condition. */
const conditions: readonly Tried[] = [
  tried(
    'tobacco habits',
    [
      asked('1', 'boolean', 'Do you smoke?'),
      asked('2', 'integer', 'How many a day?', when('1', '=', { answerBoolean: true })),
    ],
    [yesNo, number],
  ),
  tried(
    'a fall at home',
    [
      asked('1', 'choice', 'Did you fall?', { answerOption: [yes, no] }),
      asked('2', 'group', 'About the fall', {
        ...when('1', '=', { answerCoding: { code: 'y' } }),
        item: [asked('2.1', 'date', 'When?'), asked('2.2', 'text', 'How?')],
      }),
    ],
    [radio, header, date, text],
  ),
  tried(
    'a condition on a number',
    [
      asked('1', 'integer', 'Cups of coffee a day'),
      asked('2', 'boolean', 'Trouble sleeping?', when('1', '>', { answerInteger: 3 })),
    ],
    [number, yesNo],
  ),
  tried(
    'either of two reasons',
    [
      asked('1', 'boolean', 'Fever?'),
      asked('2', 'boolean', 'Cough?'),
      asked('3', 'date', 'Since when?', {
        enableWhen: ['1', '2'].map((question) => ({ question, operator: '=', answerBoolean: true })),
        enableBehavior: 'any',
      }),
    ],
    [yesNo, yesNo, date],
  ),
  tried(
    'both of two reasons',
    [
      asked('1', 'boolean', 'Do you drive?'),
      asked('2', 'boolean', 'Do you feel dizzy?'),
      display('3', 'Please do not drive today.'),
      asked('4', 'boolean', 'Can somebody fetch you?', {
        enableWhen: ['1', '2'].map((question) => ({ question, operator: '=', answerBoolean: true })),
        enableBehavior: 'all',
      }),
    ],
    [yesNo, yesNo, header, yesNo],
  ),
  tried(
    'an advice that appears',
    [
      asked('1', 'choice', 'How is the wound?', { answerOption: [coding(s, 'dry', 'Dry'), coding(s, 'wet', 'Wet')] }),
      { ...display('2', 'Please call the ward.'), ...when('1', '!=', { answerCoding: { system: s, code: 'dry' } }) },
    ],
    [radio, header],
  ),
  tried(
    'asked where nothing was said',
    [
      asked('1', 'string', 'Your doctor'),
      asked('2', 'string', 'Who referred you?', when('1', 'exists', { answerBoolean: false })),
    ],
    [text, text],
  ),
  tried(
    'a condition by expression',
    [
      asked('1', 'integer', 'Steps before noon'),
      asked('2', 'integer', 'Steps after noon'),
      asked(
        '3',
        'boolean',
        'Was it a good day?',
        extended(expression('enableWhenExpression', `${under('1')} + ${under('2')} > 5000`)),
      ),
    ],
    [number, number, yesNo],
  ),
  tried(
    'a condition on a group without a name',
    [
      asked('1', 'boolean', 'Any allergy?'),
      {
        linkId: '2',
        type: 'group',
        ...when('1', '=', { answerBoolean: true }),
        item: [asked('2.1', 'string', 'To what?')],
      },
    ],
    [yesNo, group, text],
  ),
  tried(
    'questions under an answer',
    [
      asked('1', 'choice', 'Do you live alone?', {
        answerOption: [yes, no],
        item: [asked('1.1', 'string', 'With whom?', when('1', '=', { answerCoding: { system: s, code: 'n' } }))],
      }),
    ],
    [radio],
    { notes: ['item[0].item[0] (linkId "1.1"): it is asked beside the option it belongs to'] },
  ),
  tried(
    'a condition on a day',
    [
      asked('1', 'date', 'Day of the operation'),
      asked('2', 'boolean', 'Was it with the new device?', when('1', '>=', { answerDate: '2026-01-01' })),
    ],
    [date, yesNo],
  ),
];

/** Repeating groups and questions. */
const repeats: readonly Tried[] = [
  tried(
    'medicines at home',
    [
      asked('1', 'group', 'Medicine', {
        repeats: true,
        item: [
          asked('1.1', 'string', 'Name', { required: true }),
          asked('1.2', 'quantity', 'Dose', extended(...units('mg', 'g'))),
        ],
      }),
    ],
    [group, text, 'QuantityQuestion'],
  ),
  tried(
    'children and their visits',
    [
      asked('1', 'group', 'Child', {
        repeats: true,
        ...extended(minOccurs(1), maxOccurs(4)),
        item: [
          asked('1.1', 'string', 'Name'),
          asked('1.2', 'group', 'Visit', {
            repeats: true,
            item: [asked('1.2.1', 'date', 'Day'), asked('1.2.2', 'text', 'Why?')],
          }),
        ],
      }),
    ],
    [group, text, group, date, text],
  ),
  tried(
    'a diary as a table',
    [
      asked('1', 'group', 'Meals', {
        repeats: true,
        ...extended(control('gtable')),
        item: [asked('1.1', 'time', 'At'), asked('1.2', 'string', 'What')],
      }),
    ],
    [group, 'TimeQuestion', text],
  ),
  tried(
    'a table of pains by side',
    [
      asked('1', 'group', 'Pain', {
        ...extended(control('grid')),
        item: ['left', 'right'].map((side) =>
          asked(side, 'group', `On the ${side}`, {
            item: [asked(`${side}.1`, 'integer', 'How strong?'), asked(`${side}.2`, 'string', 'What helps?')],
          }),
        ),
      }),
    ],
    [group, group, number, text, group, number, text],
  ),
  tried(
    'names of helpers',
    [asked('1', 'string', 'Who helps you?', { repeats: true, ...extended(maxOccurs(3)) })],
    [text],
  ),
  tried('days without sleep', [asked('1', 'date', 'Nights without sleep', { repeats: true })], [date]),
  tried(
    'at most two of them',
    [
      asked('1', 'choice', 'What matters most?', {
        repeats: true,
        ...extended(minOccurs(1), maxOccurs(2)),
        answerOption: ['sleep', 'food', 'friends'].map((code) => coding(s, code, code)),
      }),
    ],
    [many],
  ),
  tried(
    'a condition inside a row',
    [
      asked('1', 'group', 'Operation', {
        repeats: true,
        item: [
          asked('1.1', 'boolean', 'In this house?'),
          asked('1.2', 'string', 'Where else?', when('1.1', '=', { answerBoolean: false })),
        ],
      }),
    ],
    [group, yesNo, text],
  ),
  tried(
    'aids and how often each is used',
    [
      asked('1', 'choice', 'Which aids do you use?', {
        repeats: true,
        ...extended(maxOccurs(2)),
        answerOption: ['cane', 'chair', 'rail'].map((code) => coding(s, code, code)),
        item: [
          asked('1.1', 'integer', 'Times a day'),
          asked('1.2', 'string', 'Where?', {
            repeats: true,
            item: [asked('1.2.1', 'boolean', 'Alone?')],
          }),
        ],
      }),
    ],
    [group, 'SingleSelectionRadioButtonQuestion', number, group, text, yesNo],
  ),
];

/** Further kinds of questions. */
const kinds: readonly Tried[] = [
  tried(
    'a moment and a time',
    [asked('1', 'dateTime', 'When did it start?'), asked('2', 'time', 'You go to bed at')],
    ['DateTimeQuestion', 'TimeQuestion'],
  ),
  tried('a page', [asked('1', 'url', 'Page of your practice')], ['UrlQuestion']),
  tried(
    'a photo of the wound',
    [
      asked(
        '1',
        'attachment',
        'Photo',
        extended({ url: `${hl7}mimeType`, valueCode: 'image/jpeg' }, { url: `${hl7}maxSize`, valueDecimal: 500_000 }),
      ),
    ],
    ['AttachmentQuestion'],
  ),
  tried('a doctor by name', [asked('1', 'reference', 'Your doctor')], [text], {
    notes: ['item[0] (linkId "1"): what it refers to is asked as a text'],
  }),
  tried(
    'weight in two units',
    [
      asked(
        '1',
        'quantity',
        'Weight',
        extended(...units('kg', '[lb_av]'), { url: `${sdc}minQuantity`, valueQuantity: { value: 1, code: 'kg' } }),
      ),
    ],
    ['QuantityQuestion'],
    { notes: ['item[0] (linkId "1"): its bound is in kg and is not checked'] },
  ),
  tried(
    'length in units of a set',
    [
      asked(
        '1',
        'quantity',
        'Length',
        extended({ url: `${hl7}questionnaire-unitValueSet`, valueCanonical: '#lengths' }),
      ),
    ],
    ['QuantityQuestion'],
    {
      contained: [
        {
          resourceType: 'ValueSet',
          id: 'lengths',
          compose: {
            include: [
              {
                system: ucum,
                concept: [
                  { code: 'cm', display: 'cm' },
                  { code: '[in_i]', display: 'inch' },
                ],
              },
            ],
          },
        },
      ],
    },
  ),
  tried('a figure without a unit', [asked('1', 'quantity', 'Peak flow')], [number], {
    notes: ['item[0] (linkId "1"): it names no unit'],
  }),
  tried(
    'plants by search',
    [asked('1', 'choice', 'Which plant?', { answerValueSet: '#plants', ...extended(control('autocomplete')) })],
    ['LookupQuestion'],
    { contained: [setOf(40)] },
  ),
  tried(
    'a very long list',
    [asked('1', 'open-choice', 'Which plants?', { repeats: true, answerValueSet: '#plants' })],
    ['LookupQuestion'],
    {
      contained: [setOf(250)],
    },
  ),
  tried(
    'an open choice whose options are elsewhere',
    [asked('1', 'open-choice', 'Which drug?', { answerValueSet: 'https://elsewhere.example/ValueSet/drugs' })],
    [text],
    { notes: ['item[0] (linkId "1"): it is asked as a text'] },
  ),
  tried(
    'none of these',
    [
      asked('1', 'choice', 'Which of these have you had?', {
        repeats: true,
        answerOption: [
          coding(s, 'a', 'Asthma'),
          coding(s, 'g', 'Gout'),
          {
            ...coding(s, 'none', 'None of these'),
            extension: [{ url: `${hl7}questionnaire-optionExclusive`, valueBoolean: true }],
          },
        ],
      }),
    ],
    [many],
  ),
  tried(
    'rules for texts',
    [
      asked(
        '1',
        'string',
        'Postal code',
        extended({ url: `${hl7}regex`, valueString: '[0-9]{5}' }, { url: `${hl7}entryFormat`, valueString: 'nnnnn' }),
      ),
      asked('2', 'text', 'Tell us more', { maxLength: 300, ...extended(integer(`${hl7}minLength`, 10)) }),
    ],
    [text, text],
  ),
  tried(
    'days within bounds',
    [
      asked(
        '1',
        'date',
        'Last period',
        extended(
          { url: `${hl7}minValue`, valueDate: '2025-01' },
          {
            url: `${hl7}maxValue`,
            _valueDate: {
              extension: [
                {
                  url: `${hl7}cqf-calculatedValue`,
                  valueExpression: { language: 'text/fhirpath', expression: 'today()' },
                },
              ],
            },
          },
        ),
      ),
      asked(
        '2',
        'date',
        'Born',
        extended({
          url: `${hl7}maxValue`,
          _valueDate: {
            extension: [
              {
                url: `${hl7}cqf-calculatedValue`,
                valueExpression: { language: 'text/fhirpath', expression: 'today() - 18 years' },
              },
            ],
          },
        }),
      ),
    ],
    [date, date],
  ),
];

/** Initial values and computed values. */
const given: readonly Tried[] = [
  tried(
    'first answers of every kind',
    [
      asked('1', 'boolean', 'Reminders?', { initial: [{ valueBoolean: true }] }),
      asked('2', 'integer', 'Days', { initial: [{ valueInteger: 7 }] }),
      asked('3', 'string', 'Country', { initial: [{ valueString: 'Here' }] }),
      asked('4', 'date', 'From', { initial: [{ valueDate: '2026-05-01' }] }),
      asked('5', 'time', 'At', { initial: [{ valueTime: '08:00:00' }] }),
      asked('6', 'choice', 'How?', { initial: [{ valueCoding: { system: s, code: 'y' } }], answerOption: [yes, no] }),
      asked('7', 'choice', 'Which?', { answerOption: [{ ...yes, initialSelected: true }, no] }),
    ],
    [yesNo, number, text, date, 'TimeQuestion', radio, radio],
  ),
  tried(
    'what the profile knows',
    [
      asked(
        '1',
        'string',
        'Name',
        extended(
          expression('initialExpression', "%patient.name.first().given.first() + ' ' + %patient.name.first().family"),
        ),
      ),
      asked('2', 'date', 'Born', extended(expression('initialExpression', '%patient.birthDate'))),
      asked(
        '3',
        'string',
        'Last weight',
        extended(expression('initialExpression', '%weights.entry.first().resource.value')),
      ),
    ],
    [text, date, text],
    {
      notes: [
        'item[2] (linkId "3"): what it would begin with (initialExpression) is left empty: %weights is not known here',
      ],
    },
  ),
  tried(
    'a fixed study number',
    [
      asked('1', 'string', 'Study', { readOnly: true, initial: [{ valueString: 'GREEN-7' }] }),
      asked('2', 'string', 'Version', { initial: [{ valueString: '2' }], ...extended(hidden) }),
      asked('3', 'boolean', 'Do you agree?'),
    ],
    [text, text, yesNo],
  ),
  tried(
    'body mass',
    [
      asked('w', 'decimal', 'Weight', extended(unit('kg', 'kg'))),
      asked('h', 'decimal', 'Height', extended(unit('m', 'm'))),
      asked('bmi', 'decimal', 'Body mass index', {
        readOnly: true,
        ...extended(calculated('(%w / (%h * %h)).round(1)')),
      }),
    ],
    [number, number, number],
    { extension: [variable('w', under('w')), variable('h', under('h'))] },
  ),
  tried(
    'a verdict in words',
    [
      asked('1', 'integer', 'Pain from 0 to 10'),
      asked('2', 'string', 'That is', {
        readOnly: true,
        ...extended(calculated(`iif(${under('1')} > 6, 'strong', 'mild')`)),
      }),
    ],
    [number, text],
  ),
  tried(
    'hidden and worked out',
    [
      asked('1', 'boolean', 'Chest pain?'),
      asked('2', 'boolean', 'Urgent', extended(hidden, calculated(`${under('1')} = true`))),
      { ...display('3', 'Please call us today.'), ...when('2', '=', { answerBoolean: true }) },
    ],
    [yesNo, yesNo, header],
  ),
  tried(
    'a total that decides',
    [
      ...['1', '2'].map((linkId) =>
        asked(linkId, 'choice', `Question ${linkId}`, {
          answerOption: [coding(s, '0', 'Never', ordinal(0)), coding(s, '1', 'Often', ordinal(3))],
        }),
      ),
      asked('t', 'integer', 'Sum', {
        readOnly: true,
        ...extended(calculated(`${under('1')}.ordinal() + ${under('2')}.ordinal()`)),
      }),
      asked('3', 'text', 'Since when?', when('t', '>=', { answerInteger: 3 })),
    ],
    [radio, radio, number, text],
    { scores: ['Sum'] },
  ),
  tried(
    'read-only without a value',
    [asked('1', 'string', 'Bed', { readOnly: true }), asked('2', 'boolean', 'Comfortable?')],
    [yesNo],
    { notes: ['item[0] (linkId "1"): it is read-only, and nothing here fills it in'] },
  ),
  tried(
    'one total of two parts',
    [
      asked('g', 'group', 'Week', {
        item: ['a', 'b'].map((linkId) =>
          asked(linkId, 'choice', `Day ${linkId}`, {
            answerOption: [coding(s, '0', 'Bad', itemWeight(0)), coding(s, '1', 'Good', itemWeight(1))],
          }),
        ),
      }),
      asked(
        't',
        'decimal',
        'Good days',
        extended(calculated("%resource.descendants().where(linkId='a' or linkId='b').answer.value.weight().sum()")),
      ),
    ],
    [header, radio, radio, number],
    { scores: ['Good days'] },
  ),
  tried(
    'from and to',
    [
      asked('1', 'group', 'Stay', {
        ...extended({
          url: `${hl7}targetConstraint`,
          extension: [
            { url: 'key', valueId: 'order' },
            { url: 'severity', valueCode: 'error' },
            {
              url: 'expression',
              valueExpression: { language: 'text/fhirpath', expression: `${under('1.1')} <= ${under('1.2')}` },
            },
            { url: 'human', valueString: 'The first day has to be before the last.' },
          ],
        }),
        item: [asked('1.1', 'date', 'From'), asked('1.2', 'date', 'To')],
      }),
    ],
    [header, date, date],
  ),
];

/** Elements around questions. */
const around: readonly Tried[] = [
  tried(
    'a picture of a scale',
    [
      asked(
        '1',
        'integer',
        'Where are you on the scale?',
        extended({
          url: `${sdc}itemMedia`,
          valueAttachment: { contentType: 'image/png', data: dot, title: 'A ladder' },
        }),
      ),
    ],
    [number],
  ),
  tried(
    'faces to choose from',
    [
      asked('1', 'choice', 'How do you feel?', {
        answerOption: ['good', 'bad'].map((code) => ({
          ...coding(s, code, code),
          extension: [{ url: `${sdc}itemAnswerMedia`, valueAttachment: { contentType: 'image/png', data: dot } }],
        })),
      }),
    ],
    [radio],
  ),
  tried(
    'a picture elsewhere',
    [
      asked(
        '1',
        'boolean',
        'Like this?',
        extended({
          url: `${sdc}itemMedia`,
          valueAttachment: { contentType: 'image/png', url: 'https://pictures.example/1.png' },
        }),
      ),
    ],
    [yesNo],
    { notes: ['item[0] (linkId "1"): what it shows is at https://pictures.example/1.png, not in the file'] },
  ),
  tried(
    'in two languages',
    [
      asked('1', 'choice', 'Did it hurt?', {
        _text: translated('es', '¿Le dolió?'),
        answerOption: [
          { valueCoding: { system: s, code: 'y', display: 'Yes', _display: translated('es', 'Sí') } },
          { valueCoding: { system: s, code: 'n', display: 'No', _display: translated('es', 'No') } },
        ],
      }),
    ],
    [radio],
    { language: 'en', _title: translated('es', 'En dos idiomas') },
  ),
  tried(
    'a letter to read',
    [display('1', 'Please come with an empty stomach.'), display('2', 'Bring your card.')],
    [header, header],
    { notes: ['Questionnaire: it asks nothing; it only shows'] },
  ),
  tried(
    'a name from the group',
    [asked('1', 'group', 'Your phone number', { item: [{ linkId: '1.1', type: 'string' }] })],
    [header, text],
    { notes: ['item[0].item[0] (linkId "1.1"): it has no text; that of the group around it stands for it'] },
  ),
  tried(
    'words beside the box',
    [{ linkId: '1', type: 'string', item: [display('1.1', 'Anything else?', control('flyover'))] }],
    [text],
  ),
  tried('an empty part', [{ linkId: '1', type: 'group' }, asked('2', 'boolean', 'Well?')], [yesNo], {
    notes: ['item[0] (linkId "1"): it is an empty group and is left out'],
  }),
  tried(
    'questions with numbers before them',
    [asked('1', 'group', 'Sleep', { prefix: 'A', item: [asked('1.1', 'boolean', 'Rested?', { prefix: 'A.1' })] })],
    [header, yesNo],
  ),
  tried(
    'extensions of a vendor',
    [asked('1', 'boolean', 'Well?', extended({ url: 'https://vendor.example/colour', valueString: 'red' }))],
    [yesNo],
    { notes: ['item[0] (linkId "1"): the extension https://vendor.example/colour is not known and not read'] },
  ),
  tried(
    'answers seen only afterwards',
    [
      asked('1', 'boolean', 'Well?'),
      asked('2', 'string', 'Checked by', extended({ url: `${hl7}questionnaire-usageMode`, valueCode: 'display' })),
    ],
    [yesNo],
    { notes: ['item[1] (linkId "2"): it is for display of answers only'] },
  ),
];

/** Files of other FHIR versions. */
const versions: readonly Tried[] = [
  tried(
    'as STU3 wrote it',
    [
      {
        linkId: '1',
        type: 'choice',
        text: 'Do you work?',
        option: [
          { valueCoding: { system: s, code: 'y', display: 'Yes' } },
          { valueCoding: { system: s, code: 'n', display: 'No' } },
        ],
      },
      {
        linkId: '2',
        type: 'string',
        text: 'As what?',
        enableWhen: [{ question: '1', answerCoding: { system: s, code: 'y' } }],
      },
      {
        linkId: '3',
        type: 'string',
        text: 'What else?',
        initialString: 'Nothing',
        enableWhen: [{ question: '1', hasAnswer: true }],
      },
    ],
    [radio, text, text],
  ),
  tried(
    'as R5 writes it',
    [
      { linkId: '1', type: 'coding', text: 'Which side?', answerConstraint: 'optionsOnly', answerOption: [yes, no] },
      {
        linkId: '2',
        type: 'coding',
        text: 'Which plant?',
        answerConstraint: 'optionsOrString',
        answerOption: [yes, no],
      },
      {
        linkId: '3',
        type: 'boolean',
        text: 'Sure?',
        disabledDisplay: 'protected',
        ...when('1', 'exists', { answerBoolean: true }),
      },
    ],
    [radio, radio, yesNo],
    { notes: ['linkId "3": while it is not asked it is hidden, not shown greyed'] },
  ),
  tried(
    'many codes to open',
    [
      asked('1', 'choice', 'Month', {
        answerOption: concepts(12).map(({ code, display: words }) => coding(s, code, words)),
      }),
    ],
    [dropdown],
  ),
];

export const furtherInstruments: readonly Tried[] = [
  ...conditions,
  ...repeats,
  ...kinds,
  ...given,
  ...around,
  ...versions,
];
