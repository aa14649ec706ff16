import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { QuestionnaireItemId } from '@portal/api';
import { parseFhirPath } from './fhir/fhirPath.ts';
import { saved } from '../../tests/server/fhirForms.ts';
import type { TemplateDraft } from './draft.ts';
import { highestScore, scoresOf, shownScores } from './scoring.ts';
import { QuestionnaireSettings, SettingsFault, withoutSettings, withSettings } from './settings.ts';
import { smallTemplate } from '../../tests/server/questionnaires.ts';
import { translated } from './texts.ts';

const levels = [0, 1, 2, 3].map((score) => ({ key: `l${String(score)}`, text: String(score), score }));
const draft: TemplateDraft = {
  ...smallTemplate,
  items: [
    ...['pain', 'sleep', 'mood'].map((key) => ({
      key,
      type: 'SingleSelectionRadioButtonQuestion' as const,
      html: key,
      options: levels,
    })),
    { key: 'words', type: 'TextQuestion', html: 'Words', isMultiline: false, maxLength: 20 },
  ],
  scores: [{ key: 'own', name: 'Its own', terms: [{ itemKey: 'mood' }] }],
};
const { content, itemKeys } = saved(draft);
const ids = new Map([...itemKeys].map(([id, key]) => [key, v.parse(QuestionnaireItemId, id)]));
const apply = (settings: unknown, revision = content) =>
  withSettings(revision, v.parse(QuestionnaireSettings, settings), {
    item: (key) => ids.get(key),
    option: () => undefined,
  });
const faultsOf = (settings: unknown): readonly string[] => {
  try {
    apply(settings);
    return [];
  } catch (error) {
    if (error instanceof SettingsFault) return error.faults;
    throw error;
  }
};
const answers = (values: Readonly<Record<string, number>>) =>
  Object.entries(values).flatMap(([key, value]) => {
    const item = content.items.find((one) => one.questionnaireItemId === ids.get(key));
    const option = item && 'listAnswers' in item ? item.listAnswers.find((one) => one.score === value) : undefined;
    return item && option ? [{ questionnaireItemId: item.questionnaireItemId, listAnswerId: option.listAnswerId }] : [];
  });

const full = {
  title: 'Pain and sleep',
  instructions: '**Two** minutes',
  messageWithoutRange: 'Thank you.',
  totals: [
    {
      key: 'burden',
      name: 'Burden',
      items: ['pain', { item: 'sleep', weight: 2 }],
      messages: [
        { from: 0, to: 4, text: 'Good' },
        { from: 5, text: '*Call us*', texts: { es: 'Llame' } },
      ],
    },
    { key: 'own', name: 'Mood' },
  ],
};

describe('the settings of a questionnaire', () => {
  it('lay title, texts, totals and messages over what the file says', () => {
    const set = apply(full);
    expect([set.title, set.instructions, set.defaultMessage]).toEqual([
      'Pain and sleep',
      '<strong>Two</strong> minutes',
      'Thank you.',
    ]);
    expect(scoresOf(set.items, translated(set, ['es']).scores, answers({ pain: 1, sleep: 3, mood: 2 }))).toMatchObject([
      { scoreName: 'Mood', scoreValue: 2 },
      { scoreName: 'Burden', scoreValue: 7, patientMessageOnCompletion: 'Llame' },
    ]);
    const [, burden] = set.scores;
    expect(burden && highestScore(set.items, burden)).toBe(9);
  });

  it('a total of a part of its questions is not given, unless the operator says how many will do', () => {
    const value = (atLeast?: number) =>
      scoresOf(
        content.items,
        apply({ totals: [{ key: 't', items: ['pain', 'sleep'], ...(atLeast ? { atLeast } : {}) }] }).scores,
        answers({ pain: 3 }),
      ).find((score) => score.scoreKey === 't')?.scoreValue;
    expect([value(), value(1)]).toEqual([undefined, 3]);
  });

  it('whether numbers are shown: the message alone stays, and without one nothing', () => {
    const { items, scores } = apply({ ...full, showNumbers: false });
    const revision = { ...content, scores };
    const stored = scoresOf(items, scores, answers({ pain: 1, sleep: 3, mood: 2 }));
    expect(stored.map((score) => score.scoreValue)).toEqual([2, 7]);
    expect(shownScores(stored, revision)).toEqual([
      {
        scoreName: 'Burden',
        scoreValue: null,
        scoreMaximum: null,
        patientMessageOnCompletion: '<em>Call us</em>',
      },
    ]);
  });

  it('a total that the form shows while it is filled in is left out of it where its number is not for patients, or is another', () => {
    const shown = saved({
      ...draft,
      items: [
        ...draft.items,
        {
          key: 'own',
          type: 'NumberQuestion',
          html: 'Its own',
          minValue: null,
          maxValue: null,
          decimals: 0,
          unit: null,
          calculated: parseFhirPath('1'),
        },
      ],
    });
    const idOf = (key: string) => {
      const found = [...shown.itemKeys].find(([, one]) => one === key);
      return found && v.parse(QuestionnaireItemId, found[0]);
    };
    const set = (settings: unknown) =>
      withSettings(shown.content, v.parse(QuestionnaireSettings, settings), { item: idOf, option: () => undefined });
    const isShown = (settings: unknown) =>
      set(settings).items.find((item) => item.questionnaireItemId === idOf('own'))?.isHidden !== true;
    expect(isShown({ title: 'Another' })).toBe(true);
    expect(isShown({ totals: [{ key: 'own', name: 'Mood' }] })).toBe(true);
    for (const settings of [
      { showNumbers: false },
      { totals: [{ key: 'own', shown: false }] },
      { totals: [{ key: 'own', items: ['pain'] }] },
    ]) {
      expect(isShown(settings)).toBe(false);
      expect(withoutSettings(set(settings))).toEqual(shown.content);
    }
  });

  it('are taken off without a trace, and put on twice they say the same', () => {
    expect(withoutSettings(apply(full))).toEqual(content);
    expect(apply(full, apply({ title: 'Before', showNumbers: false }))).toEqual(apply(full));
    expect(apply({ questionnaire: 'Small' }, apply(full))).toEqual(content);
  });

  it.each([
    [
      { totals: [{ key: 't' }] },
      ['totals[0] ("t"): the file has no such total (it has "own"); say which items it adds'],
    ],
    [{ totals: [{ key: 't', items: ['no'] }] }, ['totals[0] ("t"): there is no item "no"']],
    [
      { totals: [{ key: 't', items: ['words'] }] },
      ['totals[0] ("t"): the answers to "words" have no value that could be added'],
    ],
    [{ totals: [{ key: 't', items: ['pain', 'pain'] }] }, ['totals[0] ("t"): an item stands in it twice']],
    [{ totals: [{ key: 't', items: ['pain'], atLeast: 2 }] }, ['totals[0] ("t"): it cannot need 2 answers of 1 items']],
    [{ totals: [{ key: 'own' }, { key: 'own' }] }, ['totals[1] ("own"): another total has this key']],
  ])('that do not fit are refused with the place: %j', (settings, faults) => {
    expect(faultsOf(settings)).toEqual(faults);
  });

  it('two messages for one value are refused, others are found by their range', () => {
    const end = fc.option(fc.integer({ min: 0, max: 20 }), { nil: null });
    fc.assert(
      fc.property(fc.array(fc.record({ from: end, to: end }), { maxLength: 4 }), (ranges) => {
        fc.pre(ranges.every(({ from, to }) => from === null || to === null || from <= to));
        const holds = (value: number) =>
          ranges.filter(({ from, to }) => (from === null || value >= from) && (to === null || value <= to)).length;
        const shares = Array.from({ length: 25 }, (_, at) => at - 2).some((value) => holds(value) > 1);
        const messages = ranges.map((range, at) => ({ ...range, text: `Message ${String(at)}` }));
        expect(faultsOf({ totals: [{ key: 'own', messages }] }).length > 0).toBe(shares);
      }),
    );
  });
});
