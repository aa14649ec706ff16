import { type Answer, ListAnswerId, QuestionnaireItemId, formOf, submittedAnswers } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { alertMessagesOf, metRules, resolvedAlerts } from './metAlerts.ts';
import { saved } from '../../tests/server/fhirForms.ts';
import { htmlOfAlertText } from '../html/markdown.ts';
import type { TemplateDraft } from './draft.ts';
import { scoresOf } from './scoring.ts';
import { QuestionnaireSettings, SettingsFault, withoutSettings, withSettings } from './settings.ts';
import { smallTemplate } from '../../tests/server/questionnaires.ts';
import { translated } from './texts.ts';

const levels = [0, 1, 2, 3];
const places = ['head', 'back', 'knee'];
const draft: TemplateDraft = {
  ...smallTemplate,
  items: [
    {
      key: 'low',
      type: 'SingleSelectionRadioButtonQuestion',
      html: 'How low?',
      options: levels.map((score) => ({
        key: `coding:urn:x|L${String(score)}`,
        text: `Level ${String(score)}`,
        score,
      })),
    },
    {
      key: 'where',
      type: 'MultiSelectionQuestion',
      html: 'Where?',
      options: places.map((key) => ({ key, text: key })),
    },
    { key: 'many', type: 'NumberQuestion', html: 'How many?', minValue: 0, maxValue: 10, decimals: 1, unit: null },
    { key: 'safe', type: 'BooleanQuestion', html: 'Are you safe?' },
    { key: 'words', type: 'TextQuestion', html: 'Words', isMultiline: false, maxLength: 20 },
  ],
  scores: [{ key: 'total', name: 'Total', terms: [{ itemKey: 'low', weight: 2 }] }],
};
const { content, itemKeys, optionKeys, ids } = saved(draft);
const idOf = new Map([...itemKeys].map(([id, key]) => [key, v.parse(QuestionnaireItemId, id)]));
const item = (key: string) => v.parse(QuestionnaireItemId, ids.item(key));
const option = (of: string, key: string) => v.parse(ListAnswerId, ids.option(of, key));
const known = new Set(optionKeys.values());
const apply = (alerts: readonly unknown[], more: object = {}) =>
  withSettings(content, v.parse(QuestionnaireSettings, { alerts, ...more }), {
    item: (key) => idOf.get(key),
    option: (of, key) => [key, `coding:urn:x|${key}`].filter((one) => known.has(one)).map((one) => option(of, one))[0],
  });

interface Said {
  readonly low: number | null;
  readonly where: readonly string[];
  readonly many: number | null;
  readonly safe: boolean | null;
}
const sheetOf = ({ low, where, many, safe }: Said): Answer[] => [
  ...(low === null
    ? []
    : [{ questionnaireItemId: item('low'), listAnswerId: option('low', `coding:urn:x|L${String(low)}`) }]),
  ...where.map((one) => ({ questionnaireItemId: item('where'), listAnswerId: option('where', one), isChecked: true })),
  ...(many === null ? [] : [{ questionnaireItemId: item('many'), numberAnswer: many }]),
  ...(safe === null ? [] : [{ questionnaireItemId: item('safe'), isChecked: safe }]),
];
const answeredIn = ({ items, scores }: typeof content, said: Said) => {
  const answers = submittedAnswers(
    formOf({ questionnaireItems: items, templateTitle: '', patientInstructions: null }),
    sheetOf(said),
  );
  return { answers, scores: scoresOf(items, scores, answers) };
};
const met = (revision: typeof content, said: Said, before: Said | null = null) => {
  const { answers, scores } = answeredIn(revision, said);
  const resolved = resolvedAlerts(revision, before && answeredIn(revision, before));
  return metRules(resolved, answers, scores).map((one) => one.alertKey);
};

const said: fc.Arbitrary<Said> = fc.record({
  low: fc.option(fc.constantFrom(...levels)),
  where: fc.subarray(places),
  many: fc.option(fc.integer({ min: 0, max: 100 }).map((tenths) => tenths / 10)),
  safe: fc.option(fc.boolean()),
});
const range = fc
  .tuple(fc.option(fc.integer({ min: 0, max: 10 })), fc.option(fc.integer({ min: 0, max: 10 })))
  .filter(([from, to]) => (from !== null || to !== null) && (from === null || to === null || from <= to));
const within = (value: number | null, [from, to]: readonly [number | null, number | null]) =>
  value !== null && value >= (from ?? -1) && value <= (to ?? 1000);
const span = ([from, to]: readonly [number | null, number | null]) => ({
  ...(from === null ? {} : { from }),
  ...(to === null ? {} : { to }),
});
/** A rule as an operator writes it, and whether it should be met by given answers. */
const rule: fc.Arbitrary<readonly [object, (one: Said) => boolean]> = fc.oneof(
  fc
    .subarray(levels, { minLength: 1 })
    .chain((some) => fc.constantFrom('Level ', 'L', 'coding:urn:x|L').map((name) => [some, name] as const))
    .map(
      ([some, name]) =>
        [
          { item: 'low', options: some.map((one) => `${name}${String(one)}`) },
          ({ low }: Said) => low !== null && some.includes(low),
        ] as const,
    ),
  fc
    .subarray(places, { minLength: 1 })
    .map(
      (some) =>
        [{ item: 'where', options: some }, ({ where }: Said) => some.some((one) => where.includes(one))] as const,
    ),
  fc
    .constantFrom('yes', 'no')
    .map((answer) => [{ item: 'safe', answer }, ({ safe }: Said) => safe === (answer === 'yes')] as const),
  range.map((of) => [{ item: 'many', ...span(of) }, ({ many }: Said) => within(many, of)] as const),
  range.map((of) => [{ item: 'low', ...span(of) }, ({ low }: Said) => within(low, of)] as const),
  range.map(
    (of) => [{ total: 'total', ...span(of) }, ({ low }: Said) => within(low === null ? null : 2 * low, of)] as const,
  ),
);

describe('alert rules', () => {
  it('are met by a sheet exactly where their words say so', () => {
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 4 }), said, (rules, one) => {
        const revision = apply(rules.map(([written], at) => ({ key: String(at), ...written })));
        expect(met(revision, one)).toEqual(rules.flatMap(([, says], at) => (says(one) ? [String(at)] : [])));
      }),
      { numRuns: 500 },
    );
  });

  it('compare the sum of chosen values as people add them', () => {
    const tenths = [0.1, 0.7].map((score) => ({ key: String(score), text: String(score), score }));
    const { content: sums, ids: of } = saved({
      ...draft,
      scores: [],
      items: [{ key: 'signs', type: 'MultiSelectionQuestion', html: 'Which?', options: tenths }],
    });
    const questionnaireItemId = v.parse(QuestionnaireItemId, of.item('signs'));
    const revision = withSettings(
      sums,
      v.parse(QuestionnaireSettings, { alerts: [{ key: 'high', item: 'signs', from: 0.8 }] }),
      { item: () => questionnaireItemId, option: () => undefined },
    );
    const answers = tenths.map(({ key }) => ({
      questionnaireItemId,
      listAnswerId: v.parse(ListAnswerId, of.option('signs', key)),
      isChecked: true,
    }));
    expect(metRules(revision, answers, []).map(({ alertKey }) => alertKey)).toEqual(['high']);
  });

  it('about change are met exactly where the answers that were sent before say so', () => {
    const by = fc.integer({ min: 1, max: 40 }).map((tenths) => tenths / 10);
    const changed = fc.oneof(
      fc
        .tuple(fc.constantFrom('low', 'many', 'total'), fc.constantFrom('risesBy', 'fallsBy'), by, fc.option(range))
        .map(([of, way, by, also]) => {
          const written = {
            ...(of === 'total' ? { total: of } : { item: of }),
            [way]: by,
            ...(also ? span(also) : {}),
          };
          const numberOf = ({ low, many }: Said) =>
            of === 'many' ? many : low === null ? null : of === 'low' ? low : 2 * low;
          const says = (one: Said, before: Said | null) => {
            const [now, then] = [numberOf(one), before && numberOf(before)];
            if (now === null || then === null) return false;
            const rise = Math.round((now - then) * 10) / 10;
            return (way === 'risesBy' ? rise >= by : -rise >= by) && (also === null || within(now, also));
          };
          return [written, says] as const;
        }),
      rule.map(([written, says]) => {
        const twice = (one: Said, before: Said | null) => says(one) && before !== null && says(before);
        return [{ ...written, again: true }, twice] as const;
      }),
    );
    fc.assert(
      fc.property(fc.array(changed, { minLength: 1, maxLength: 4 }), said, fc.option(said), (rules, one, before) => {
        const revision = apply(rules.map(([written], at) => ({ key: String(at), ...written })));
        expect(met(revision, one, before)).toEqual(
          rules.flatMap(([, says], at) => (says(one, before) ? [String(at)] : [])),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('look at each row of a group by itself, at each answer of a question that repeats, and at nothing that is not stored', () => {
    const revision = apply([{ key: 'a', item: 'many', from: 5 }]);
    const id = item('many');
    expect(metRules(revision, [{ questionnaireItemId: id, rowPath: [1], numberAnswer: 3 }], [])).toEqual([]);
    const rows = [3, 7].map((numberAnswer, at) => ({ questionnaireItemId: id, rowPath: [at + 1], numberAnswer }));
    expect(metRules(revision, rows, [])).toHaveLength(1);
    const several = [3, 7].map((numberAnswer) => ({ questionnaireItemId: id, numberAnswer }));
    expect(metRules(revision, several, [])).toHaveLength(1);
    expect(metRules(revision, [], [])).toEqual([]);
  });

  it("speak in the reader's language where it was written, and say the same text once", () => {
    const text = { text: 'Call **now**: [988](tel:988).', texts: { es: 'Llame al [988](tel:988).' } };
    const revision = apply([
      { key: 'a', item: 'low', from: 1, ...text },
      { key: 'b', item: 'low', from: 2, ...text },
      { key: 'c', item: 'low', from: 2 },
    ]);
    const messages = (low: number, ...languages: readonly string[]) =>
      alertMessagesOf(translated(revision, languages), sheetOf({ low, where: [], many: null, safe: null }), []);
    const spanish = ['Llame al <a href="tel:988">988</a>.'];
    expect(messages(0, 'es')).toEqual([]);
    expect(messages(3, 'es', 'en')).toEqual(spanish);
    expect(messages(3, 'fr-CA', 'es-MX')).toEqual(spanish);
    expect(messages(3, 'fr')).toEqual(['Call <strong>now</strong>: <a href="tel:988">988</a>.']);
  });

  it('are not there in a revision without them, and go with the settings', () => {
    const revision = apply([
      { key: 'a', item: 'safe', answer: 'no', tell: 'nurse@clinic.example', remindAfterHours: null },
    ]);
    expect(revision.alerts).toMatchObject([
      { tellAddress: 'nurse@clinic.example', remindAfterHours: null, text: null },
    ]);
    expect(withoutSettings(revision)).toEqual(content);
    expect(Object.keys(apply([], { title: 'Other' }))).not.toContain('alerts');
  });

  it('say what does not fit the questionnaire, place by place', () => {
    const faults = (alerts: readonly unknown[]): readonly string[] => {
      try {
        apply(alerts);
        return [];
      } catch (error) {
        if (error instanceof SettingsFault) return error.faults;
        throw error;
      }
    };
    expect(
      faults([
        { key: 'a', item: 'low', options: ['Level 1', 'Level 9'] },
        { key: 'a', item: 'gone', from: 1 },
        { key: 'b', item: 'words', from: 1 },
        { key: 'c', item: 'low', answer: 'yes' },
        { key: 'd', total: 'sum', from: 1 },
        { key: 'e', item: 'many', options: ['3'] },
      ]),
    ).toEqual([
      'alerts[0] ("a"): "low" has no option "Level 9"; it has "Level 0", "Level 1", "Level 2", "Level 3"',
      'alerts[1] ("a"): another alert has this key',
      'alerts[1] ("a"): there is no item "gone"',
      'alerts[2] ("b"): the answers to "words" have no value that could be compared',
      'alerts[3] ("c"): "low" is not answered with yes or no',
      'alerts[4] ("d"): there is no total "sum" (there are: "total")',
      'alerts[5] ("e"): "many" has no options',
    ]);
  });

  it.each([
    [{ key: 'a' }, 'it needs "item" or "total", and not both'],
    [{ key: 'a', item: 'low', total: 'total', from: 1 }, 'it needs "item" or "total", and not both'],
    [{ key: 'a', item: 'low' }, 'its item needs one of'],
    [{ key: 'a', item: 'low', options: ['x'], from: 1 }, 'its item needs one of'],
    [{ key: 'a', total: 'total', answer: 'yes' }, 'its total needs'],
    [{ key: 'a', item: 'low', from: 3, to: 1 }, '"from" is higher than "to"'],
    [{ key: 'a', item: 'safe', answer: 'no', risesBy: 1 }, 'its item needs one of'],
    [{ key: 'a', item: 'low', risesBy: 1, again: true }, 'only one of'],
    [{ key: 'a', item: 'low', fallsBy: 0 }, 'Invalid value'],
    [{ key: 'a', item: 'low', from: 1, tell: 'nobody' }, 'it is not an email address'],
    [{ key: 'a', item: 'low', from: 1, texts: { es: 'x' } }, '"texts" are translations'],
    [{ key: 'a', item: 'low', from: 1, colour: 1 }, 'Invalid key'],
  ])('refuse what is not meant: %j', (alert, reason) => {
    const parsed = v.safeParse(QuestionnaireSettings, { alerts: [alert] });
    expect(parsed.issues?.map(({ message }) => message).join('\n')).toContain(reason);
  });

  it.each([
    [
      'Call [the line](tel:+1-800-555-0100) now',
      'Call the line (<a href="tel:+1-800-555-0100">+1-800-555-0100</a>) now',
    ],
    ['[1 800 555 0100](tel:+18005550100)', '<a href="tel:+18005550100">1 800 555 0100</a>'],
    ['<tel:988>', '<a href="tel:988">988</a>'],
    ['[us](https://x.example)', 'us (https://x.example)'],
    [
      '<a href="https://x.example">x</a> [x](javascript:alert(1))',
      '&lt;a href="https://x.example"&gt;x&lt;/a&gt; [x](javascript:alert(1))',
    ],
  ])('texts dial telephone numbers and lead nowhere else: %s', (text, html) => {
    expect(htmlOfAlertText(text)).toBe(html);
  });
});
