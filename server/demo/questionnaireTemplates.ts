import type { ItemDraft, OptionDraft, TemplateDraft } from '../questionnaires/draft.ts';

/** Options from their texts; with `scores`, each is worth its place from 0. */
const options = (texts: readonly string[], scores = false): OptionDraft[] =>
  texts.map((text, place) => ({ key: `o${String(place + 1)}`, text, ...(scores ? { score: place } : {}) }));
const other: OptionDraft = { key: 'other', text: 'Something else', isOther: true };

const often = ['Never', 'Some days', 'Most days', 'Every day'];
const bother = ['Not at all', 'A little', 'Quite a bit', 'Very much'];

const radio = (key: string, html: string, texts: readonly string[], isRequired = false, scores = false): ItemDraft => ({
  key,
  type: 'SingleSelectionRadioButtonQuestion',
  html,
  isRequired,
  options: options(texts, scores),
});

/** Every kind of item once, required and not, with each rule that an answer can break. */
export const howAreYouDoing: TemplateDraft = {
  language: 'en',
  sourceKey: 'urn:vestibule:template:how-are-you-doing',
  title: 'How are you doing?',
  description: 'A few questions so that your care team knows how you are before you meet.',
  instructions: 'It takes about ten minutes. You can stop at any time and continue later.',
  defaultMessage: 'Thank you. Your care team will look at your answers before your visit.',
  items: [
    { key: 'start', type: 'SectionHeader', html: '<strong>How you feel</strong>' },
    radio(
      'overall',
      'How do you feel overall today?',
      ['Very well', 'Well', 'So-so', 'Not well', 'Not at all well'],
      true,
    ),
    {
      key: 'fever',
      type: 'BooleanQuestion',
      html: 'Have you had a temperature above 38 °C (100.4 °F) in the last week?',
      isRequired: true,
    },
    {
      key: 'energy',
      type: 'SliderQuestion',
      html: 'How much energy do you have today?',
      isRequired: true,
      minValue: 0,
      maxValue: 10,
      step: 1,
      minLabel: 'None at all',
      maxLabel: 'As much as ever',
    },
    {
      key: 'weight',
      type: 'NumberQuestion',
      html: 'What do you weigh?',
      minValue: 20,
      maxValue: 300,
      decimals: 1,
      unit: 'kg',
    },
    {
      key: 'steps',
      type: 'NumberQuestion',
      html: 'How many glasses of water did you drink yesterday?',
      isRequired: true,
      minValue: 0,
      maxValue: 30,
      decimals: 0,
      unit: 'glasses',
    },
    { key: 'symptoms', type: 'SectionHeader', html: '<strong>Your symptoms</strong>' },
    {
      key: 'where',
      type: 'MultiSelectionQuestion',
      html: 'Where does it hurt? Choose all that apply.',
      options: [...options(['Nowhere', 'Head', 'Chest', 'Belly', 'Back', 'Arms or legs']), other],
    },
    { key: 'since', type: 'DateQuestion', html: 'When did it start?' },
    {
      key: 'bothers',
      type: 'QuestionMatrixGrouping',
      html: 'In the last week, how much were you bothered by …',
      matrix: 'bothers',
    },
    ...['Feeling sick', 'Tiredness', 'Trouble sleeping', 'Pain'].map((text, place): ItemDraft => ({
      key: `bothers-${String(place + 1)}`,
      type: 'SingleSelectionRadioButtonQuestion',
      html: text,
      isRequired: place < 2,
      matrix: 'bothers',
      options: options(bother),
    })),
    {
      key: 'when',
      type: 'QuestionMatrixGrouping',
      html: 'At what time of day do you have these? Choose all that apply.',
      matrix: 'when',
    },
    ...['Pain', 'Feeling sick', 'Being short of breath'].map((text, place): ItemDraft => ({
      key: `when-${String(place + 1)}`,
      type: 'MultiSelectionQuestion',
      html: text,
      matrix: 'when',
      options: options(['Morning', 'Afternoon', 'Evening', 'Night']),
    })),
    { key: 'life', type: 'SectionHeader', html: '<strong>Your days</strong>' },
    {
      key: 'lives',
      type: 'SingleSelectionDropdownQuestion',
      html: 'Who do you live with?',
      isRequired: true,
      options: [
        ...options(['On my own', 'With my partner', 'With my family', 'With friends', 'In a care home']),
        other,
      ],
    },
    { key: 'helper', type: 'TextQuestion', html: 'Who helps you at home?', isMultiline: false, maxLength: 100 },
    { key: 'visit', type: 'DateQuestion', html: 'When did you last see your family doctor?', isRequired: true },
    {
      key: 'worries',
      type: 'TextQuestion',
      html: 'What would you most like to talk about at your next visit?',
      isRequired: true,
      isMultiline: true,
      maxLength: 2000,
    },
    {
      key: 'anything',
      type: 'TextQuestion',
      html: 'Is there anything else we should know?',
      isMultiline: true,
      maxLength: 2000,
    },
  ],
};

const moodItems = [
  'Felt down or sad',
  'Enjoyed little of what you usually like',
  'Slept badly',
  'Felt tired',
  'Worried a lot',
  'Found it hard to think clearly',
].map((text, place): ItemDraft =>
  radio(
    `mood-${String(place + 1)}`,
    `In the last week, how often have you … ${text.charAt(0).toLowerCase()}${text.slice(1)}?`,
    often,
    true,
    true,
  ),
);

/** Two scores, with messages by range in every language. */
export const moodThisWeek: TemplateDraft = {
  language: 'en',
  sourceKey: 'urn:vestibule:template:mood-this-week',
  title: 'Your mood this week',
  description: 'Six short questions about the last seven days.',
  instructions: 'There are no right or wrong answers.',
  items: moodItems,
  scores: [
    {
      key: 'total',
      name: 'Mood',
      terms: moodItems.map((item) => ({ itemKey: item.key })),
      messages: [
        {
          from: 0,
          to: 5,
          text: 'Your answers suggest that you are coping well. If that changes, tell us.',
          texts: {
            es: 'Sus respuestas indican que se encuentra bien. Si algo cambia, díganos.',
            fr: 'Vos réponses montrent que vous allez plutôt bien. Si cela change, dites-le-nous.',
            pt: 'Suas respostas indicam que você está bem. Se isso mudar, avise-nos.',
            zh: '您的回答表明您目前状态不错。如有变化，请告诉我们。',
          },
        },
        {
          from: 6,
          to: 11,
          text: 'This week seems to have been hard. Your care team will talk with you about it at your next visit.',
          texts: {
            es: 'Parece que esta semana ha sido difícil. Su equipo de atención hablará con usted en su próxima cita.',
            fr: 'Cette semaine semble avoir été difficile. Votre équipe de soins en parlera avec vous à votre prochain rendez-vous.',
            pt: 'Parece que esta semana foi difícil. Sua equipe de cuidados vai conversar com você na próxima consulta.',
            zh: '这一周对您来说似乎不容易。您的医护团队会在下次就诊时与您谈谈。',
          },
        },
        {
          from: 12,
          to: null,
          text: 'You are going through a lot. Please call your care team today; you do not have to wait for your visit.',
          texts: {
            es: 'Está pasando por mucho. Llame hoy a su equipo de atención; no tiene que esperar a su cita.',
            fr: 'Vous traversez une période éprouvante. Appelez votre équipe de soins aujourd’hui; n’attendez pas votre rendez-vous.',
            pt: 'Você está passando por muita coisa. Ligue hoje para sua equipe de cuidados; não precisa esperar a consulta.',
            zh: '您正承受很多。请今天就联系您的医护团队，不必等到就诊时。',
          },
        },
      ],
    },
    { key: 'sleep', name: 'Sleep and energy', terms: [{ itemKey: 'mood-3' }, { itemKey: 'mood-4' }] },
  ],
};

export const tenQuestions: TemplateDraft = {
  language: 'en',
  sourceKey: 'urn:vestibule:template:ten-questions',
  title: 'Ten questions about your week',
  description: 'How eating, moving and sleeping went this week.',
  defaultMessage: 'Thank you. Your answers are with your care team.',
  items: [
    radio('appetite', 'How was your appetite?', ['As usual', 'Less than usual', 'Hardly any'], true),
    radio('meals', 'How many meals do you eat on most days?', ['One', 'Two', 'Three or more']),
    { key: 'lost', type: 'BooleanQuestion', html: 'Have you lost weight without meaning to?', isRequired: true },
    {
      key: 'walk',
      type: 'NumberQuestion',
      html: 'For how many minutes did you walk yesterday?',
      minValue: 0,
      maxValue: 600,
      decimals: 0,
      unit: 'minutes',
    },
    {
      key: 'sleep',
      type: 'SliderQuestion',
      html: 'How well did you sleep this week?',
      minValue: 0,
      maxValue: 10,
      step: 1,
      minLabel: 'Very badly',
      maxLabel: 'Very well',
    },
    {
      key: 'wake',
      type: 'SingleSelectionDropdownQuestion',
      html: 'What woke you up most often?',
      options: [...options(['Nothing', 'Pain', 'Worry', 'Noise', 'Going to the toilet']), other],
    },
    {
      key: 'did',
      type: 'MultiSelectionQuestion',
      html: 'What did you do this week? Choose all that apply.',
      options: options([
        'Met friends or family',
        'Went outside',
        'Read or listened to music',
        'Worked',
        'None of these',
      ]),
    },
    { key: 'last', type: 'DateQuestion', html: 'On which day did you feel best?' },
    {
      key: 'best',
      type: 'TextQuestion',
      html: 'What was the best moment of your week?',
      isMultiline: true,
      maxLength: 500,
    },
    radio(
      'next',
      'How do you look at the coming week?',
      ['With joy', 'Calmly', 'With some worry', 'With much worry'],
      true,
    ),
  ],
};

export const beforeYourVisit: TemplateDraft = {
  language: 'en',
  sourceKey: 'urn:vestibule:template:before-your-visit',
  title: 'Before your visit',
  description: 'Three questions, one minute.',
  defaultMessage: 'Thank you. Please return the tablet to the desk, or just close this page at home.',
  items: [
    radio(
      'change',
      'Has anything changed since your last visit?',
      ['No, nothing', 'I feel better', 'I feel worse'],
      true,
    ),
    { key: 'medicines', type: 'BooleanQuestion', html: 'Have you started or stopped a medicine?', isRequired: true },
    { key: 'ask', type: 'TextQuestion', html: 'What would you like to ask today?', isMultiline: true, maxLength: 500 },
  ],
};

export const painAndMedicines: TemplateDraft = {
  language: 'en',
  sourceKey: 'urn:vestibule:template:pain-and-medicines',
  title: 'Pain and medicines',
  description: 'How your pain is today and what helps.',
  items: [
    {
      key: 'pain',
      type: 'SliderQuestion',
      html: 'How strong is your pain right now?',
      isRequired: true,
      minValue: 0,
      maxValue: 10,
      step: 1,
      minLabel: 'No pain',
      maxLabel: 'The worst there is',
    },
    radio(
      'relief',
      'How much do your medicines help?',
      ['Not at all', 'A little', 'Well', 'Completely', 'I take none'],
      true,
    ),
    {
      key: 'effects',
      type: 'MultiSelectionQuestion',
      html: 'Did you notice any of these? Choose all that apply.',
      options: [...options(['Tiredness', 'Feeling sick', 'Dizziness', 'None of these']), other],
    },
  ],
};

export const gettingHere: TemplateDraft = {
  language: 'en',
  sourceKey: 'urn:vestibule:template:getting-here',
  title: 'Getting here and parking',
  description: 'How you travel to us, so that we can make it easier.',
  items: [
    radio('how', 'How do you usually come to us?', ['On foot', 'By bus or train', 'By car', 'Someone brings me'], true),
  ],
};

export const sleepDiary: TemplateDraft = {
  language: 'en',
  sourceKey: 'urn:vestibule:template:sleep-diary',
  title: 'Sleep diary',
  description: 'One night, four questions.',
  items: [
    {
      key: 'hours',
      type: 'NumberQuestion',
      html: 'How many hours did you sleep?',
      isRequired: true,
      minValue: 0,
      maxValue: 24,
      decimals: 1,
      unit: 'hours',
    },
    { key: 'rested', type: 'BooleanQuestion', html: 'Did you feel rested in the morning?' },
    radio('often', 'How often were you awake?', ['Not at all', 'Once', 'Twice', 'More often']),
    { key: 'note', type: 'TextQuestion', html: 'What kept you awake?', isMultiline: false, maxLength: 200 },
  ],
};

/** The kinds of question that the others do without, in a group with rows among them. */
export const atHome: TemplateDraft = {
  language: 'en',
  sourceKey: 'urn:vestibule:template:at-home',
  title: 'Since you went home',
  description: 'What you measured, what you take and what you see.',
  valueSets: [
    {
      key: 'places',
      concepts: ['Arm', 'Back', 'Belly', 'Chest', 'Foot', 'Hand', 'Head', 'Leg', 'Neck', 'Shoulder'].map((display) => ({
        system: null,
        code: display.toLowerCase(),
        display,
      })),
    },
  ],
  items: [
    { key: 'fell', type: 'DateTimeQuestion', html: 'When did you come home?', latest: { fromToday: 0, unit: 'days' } },
    { key: 'bed', type: 'TimeQuestion', html: 'When do you usually go to bed?' },
    {
      key: 'weight',
      type: 'QuantityQuestion',
      html: 'How much do you weigh?',
      isRequired: true,
      minValue: 0,
      maxValue: 1000,
      decimals: 1,
      units: [
        { key: 'kg', label: 'kg' },
        { key: 'lb', label: 'lb' },
      ],
    },
    {
      key: 'signs',
      type: 'MultiSelectionQuestion',
      html: 'Which of these did you notice?',
      options: [
        { key: 'fever', text: 'Fever' },
        { key: 'swelling', text: 'Swelling' },
        { key: 'bleeding', text: 'Bleeding' },
        { key: 'none', text: 'None of these', isExclusive: true },
      ],
    },
    {
      key: 'called',
      type: 'TextQuestion',
      html: 'Whom did you call?',
      isMultiline: false,
      maxLength: 100,
      occurs: { least: 0, most: 3 },
    },
    {
      key: 'photo',
      type: 'AttachmentQuestion',
      html: 'A photo of your wound, if you have one',
      contentTypes: ['image/*', 'application/pdf'],
      maxSize: 6_000_000,
    },
    { key: 'page', type: 'UrlQuestion', html: 'A web page that helped you' },
    {
      key: 'place',
      type: 'LookupQuestion',
      html: 'Where does it hurt?',
      valueSetKey: 'places',
      isMultiple: false,
      isOpen: true,
    },
    { key: 'medicine', type: 'QuestionGroup', html: 'Your medicines', occurs: { least: 0, most: 5 }, layout: 'list' },
    {
      key: 'name',
      type: 'TextQuestion',
      html: 'Name of the medicine',
      isMultiline: false,
      maxLength: 100,
      parentKey: 'medicine',
    },
    { key: 'taken', type: 'TimeQuestion', html: 'When do you take it?', parentKey: 'medicine' },
    {
      key: 'hospital',
      type: 'TextQuestion',
      html: 'Your hospital',
      isMultiline: false,
      maxLength: 100,
      isReadOnly: true,
      initial: [{ textAnswer: 'Harbor Light Cancer Center' }],
    },
  ],
};

/** 200 items: twenty sections of a heading and nine questions, every kind among them. */
export const yearlyReview: TemplateDraft = {
  language: 'en',
  sourceKey: 'urn:vestibule:template:yearly-review',
  title: 'Yearly health review',
  description: 'A thorough look at the last twelve months. You can fill it in over several days.',
  instructions: 'Your answers are saved as you go.',
  defaultMessage: 'Thank you for taking the time. We will go through it with you.',
  items: [
    'Your heart',
    'Your breathing',
    'Your skin',
    'Your eyes',
    'Your ears',
    'Your teeth',
    'Your stomach',
    'Your joints',
    'Your back',
    'Your feet',
    'Your sleep',
    'Your food',
    'Your drinks',
    'Your moving',
    'Your work',
    'Your family',
    'Your home',
    'Your memory',
    'Your mood',
    'Your plans',
  ].flatMap((section, at): ItemDraft[] => {
    const key = (name: string) => `s${String(at + 1)}-${name}`;
    const about = section.replace('Your', 'your');
    return [
      { key: key('head'), type: 'SectionHeader', html: `<strong>${section}</strong>` },
      radio(
        key('general'),
        `In general, how content are you with ${about}?`,
        ['Very content', 'Content', 'Neither', 'Not content', 'Not at all content'],
        at % 4 === 0,
      ),
      {
        key: key('changed'),
        type: 'BooleanQuestion',
        html: `Has anything about ${about} changed in the last twelve months?`,
      },
      {
        key: key('bother'),
        type: 'SliderQuestion',
        html: `How much does ${about} bother you today?`,
        minValue: 0,
        maxValue: 10,
        step: 1,
        minLabel: 'Not at all',
        maxLabel: 'Very much',
      },
      { key: key('since'), type: 'DateQuestion', html: `When did you last talk with someone about ${about}?` },
      {
        key: key('times'),
        type: 'NumberQuestion',
        html: `On how many days of the last month did you think about ${about}?`,
        minValue: 0,
        maxValue: 31,
        decimals: 0,
        unit: 'days',
      },
      {
        key: key('who'),
        type: 'SingleSelectionDropdownQuestion',
        html: `Who helps you with ${about}?`,
        options: [...options(['Nobody', 'My partner', 'My family', 'My doctor', 'A nurse']), other],
      },
      {
        key: key('what'),
        type: 'MultiSelectionQuestion',
        html: `What have you tried for ${about}? Choose all that apply.`,
        options: [...options(['Rest', 'Exercise', 'Medicines', 'Nothing yet']), other],
      },
      radio(key('often'), `How often do you need help with ${about}?`, often),
      {
        key: key('words'),
        type: 'TextQuestion',
        html: `What else should we know about ${about}?`,
        isMultiline: true,
        maxLength: 2000,
      },
    ];
  }),
};

export const demoTemplates = [
  howAreYouDoing,
  moodThisWeek,
  tenQuestions,
  beforeYourVisit,
  painAndMedicines,
  gettingHere,
  sleepDiary,
  yearlyReview,
  atHome,
] as const;
