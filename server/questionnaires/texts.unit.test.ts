import { Answer, faultsOf, submittedAnswers } from '@portal/api';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { scoresOf, shownScores } from './scoring.ts';
import { TemplateRevision, textKey } from './template.ts';
import { readersLanguages, translated } from './texts.ts';

const revision = v.parse(TemplateRevision, {
  title: 'Pain',
  language: 'en',
  description: '<p>About pain</p>',
  instructions: null,
  defaultMessage: '<p>Thank you.</p>',
  items: [
    {
      questionnaireItemId: 1,
      questionnaireItemType: 'SingleSelectionRadioButtonQuestion',
      sortOrder: 1,
      questionMatrixGuid: null,
      formattedText: 'How often?',
      isRequired: true,
      listAnswers: [
        { listAnswerId: 11, answerText: 'Never', sortOrder: 1, isOtherOption: false, score: 0 },
        { listAnswerId: 12, answerText: 'Often', sortOrder: 2, isOtherOption: false, score: 3 },
      ],
    },
    {
      questionnaireItemId: 2,
      questionnaireItemType: 'SliderQuestion',
      sortOrder: 2,
      questionMatrixGuid: null,
      formattedText: 'How strong?',
      isRequired: false,
      minValue: 0,
      maxValue: 10,
      step: 1,
      minLabel: 'Not at all',
      maxLabel: 'Very',
      constraints: [{ key: 'c', expression: { kind: 'literal', value: true }, message: 'Look again' }],
    },
    {
      questionnaireItemId: 3,
      questionnaireItemType: 'TextQuestion',
      sortOrder: 3,
      questionMatrixGuid: null,
      formattedText: 'Your number',
      isRequired: false,
      isMultiline: false,
      maxLength: 20,
      entryFormat: 'nnn',
    },
  ],
  scores: [
    {
      scoreKey: 'total',
      name: 'Total',
      constant: 0,
      terms: [{ questionnaireItemId: 1, weight: 1 }],
      needs: [],
      messages: [{ from: 1, to: null, text: 'Please call us.', texts: { es: 'Llámenos.', pt: 'Ligue.' } }],
      isShown: true,
    },
  ],
  source: null,
  translations: {
    'es-MX': {
      title: 'Dolor',
      description: '<p>Sobre el dolor</p>',
      'item/1': '¿Con qué frecuencia?',
      'item/2': '¿Qué tan fuerte?<script>alert(1)</script>',
      'item/1/option/11': 'Nunca',
      'item/1/option/12': 'A menudo',
      'item/2/minLabel': 'Nada',
      'item/2/constraint/c': 'Revise',
    },
    fr: { title: 'Douleur', 'item/1': 'À quelle fréquence?' },
  },
});
const [often, strong, number] = revision.items;
if (!often || !strong || !number) throw new Error('three items');

describe('a revision in a language', () => {
  it('has all its texts that are translated, and the others as they are', () => {
    const shown = translated(revision, ['es', 'en']);
    expect(shown).toMatchObject({
      language: 'es',
      title: 'Dolor',
      description: '<p>Sobre el dolor</p>',
      defaultMessage: '<p>Thank you.</p>',
      items: [
        { formattedText: '¿Con qué frecuencia?', listAnswers: [{ answerText: 'Nunca' }, { answerText: 'A menudo' }] },
        { formattedText: '¿Qué tan fuerte?', minLabel: 'Nada', maxLabel: 'Very', constraints: [{ message: 'Revise' }] },
        { formattedText: 'Your number', entryFormat: 'nnn' },
      ],
      scores: [{ name: 'Total', messages: [{ text: 'Llámenos.' }] }],
    });
    expect(shown.isFallbackLanguage).toBeUndefined();
  });

  it('is its own for whoever reads that, whatever the country', () => {
    expect(translated(revision, ['en-GB', 'es'])).toMatchObject({ language: 'en', title: 'Pain' });
    expect(translated(revision, ['en-GB']).isFallbackLanguage).toBeUndefined();
  });

  it('falls back to the next language of the reader, and says so', () => {
    expect(translated(revision, ['zh', 'es'])).toMatchObject({ language: 'es', isFallbackLanguage: true });
    expect(translated(revision, ['zh'])).toMatchObject({ language: 'en', isFallbackLanguage: true });
  });

  it('is not called a language in which only some of its questions are, though its messages may be', () => {
    expect(translated(revision, ['fr'])).toMatchObject({ language: 'en', title: 'Pain', isFallbackLanguage: true });
    expect(translated(revision, ['pt'])).toMatchObject({
      isFallbackLanguage: true,
      scores: [{ messages: [{ text: 'Ligue.' }] }],
    });
  });

  it("has the facility's texts over those of the file, and also where the file has none", () => {
    const own = {
      [textKey.title]: 'Mi dolor',
      [textKey.item(number.questionnaireItemId)]: 'Su número',
      [textKey.entryFormat(number.questionnaireItemId)]: 'ddd',
      [textKey.score('total')]: 'Suma',
    };
    expect(translated(revision, ['es'], { es: own })).toMatchObject({
      title: 'Mi dolor',
      items: [{ formattedText: '¿Con qué frecuencia?' }, {}, { formattedText: 'Su número', entryFormat: 'ddd' }],
      scores: [{ name: 'Suma' }],
    });
    const vietnamese = { 'item/1': 'Một', 'item/2': 'Hai' };
    expect(translated(revision, ['vi', 'en'], { vi: vietnamese })).toMatchObject({ language: 'vi', title: 'Pain' });
  });

  it('says nothing of a language where the file says none', () => {
    const { language: _, ...unknown } = revision;
    const shown = translated(unknown, ['zh']);
    expect([shown.language, shown.isFallbackLanguage]).toEqual([undefined, undefined]);
    expect(translated(unknown, ['zh', 'es']).title).toBe('Pain');
    expect(translated(unknown, ['es']).title).toBe('Dolor');
  });

  it('asks, takes, adds and sends the same', () => {
    const answers = v.parse(v.array(Answer), [
      { questionnaireItemId: 1, listAnswerId: 12 },
      { questionnaireItemId: 2, numberAnswer: 4 },
    ]);
    const spanish = translated(revision, ['es']);
    expect(faultsOf(spanish, answers)).toEqual(faultsOf(revision, answers));
    expect(submittedAnswers(spanish, answers)).toEqual(submittedAnswers(revision, answers));
    const valuesOf = ({ items, scores }: Pick<TemplateRevision, 'items' | 'scores'>) =>
      scoresOf(items, scores, answers).map(({ scoreKey, scoreValue }) => [scoreKey, scoreValue]);
    expect(valuesOf(spanish)).toEqual(valuesOf(revision));
    const stored = scoresOf(revision.items, revision.scores, answers);
    expect(shownScores(stored, { ...revision, ...spanish })).toMatchObject([
      { scoreValue: 3, patientMessageOnCompletion: 'Llámenos.' },
    ]);
  });
});

describe('what somebody wants to read', () => {
  it("is the page's language, then the account's", () => {
    expect(readersLanguages('patient', 'es', 'en')).toEqual(['es', 'en']);
    expect(readersLanguages('patient', undefined, 'pt')).toEqual(['pt']);
    expect(readersLanguages('patient', 'en', null)).toEqual(['en']);
    expect(readersLanguages('patient', 'en', 'not a tag')).toEqual(['en']);
  });
  it("is the account's where no page could be in it, except where the page's was chosen for others", () => {
    expect(readersLanguages('patient', 'en', 'vi')).toEqual(['vi', 'en']);
    expect(readersLanguages('kioskPatient', 'en', 'vi')).toEqual(['en', 'vi']);
    expect(readersLanguages('representative', 'es', 'vi')).toEqual(['es', 'vi']);
  });
});
