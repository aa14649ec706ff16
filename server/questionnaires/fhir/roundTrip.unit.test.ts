import { faultsOf } from '@portal/api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { responseFaults } from '../../../tests/support/fhir/check.ts';
import type { ResponseItem } from './export.ts';
import { isObject } from './json.ts';
import { answersOf, draftOf, respond, type Said, saved } from '../../../tests/server/fhirForms.ts';

type Values = readonly Readonly<Record<string, unknown>>[];
/** A question of any supported kind: its element without linkId, the answer to it, and what the response must contain. */
interface Part {
  readonly element: Readonly<Record<string, unknown>>;
  readonly say?: (linkId: string, optionKeys: readonly string[]) => Said[string] | null;
  readonly expected?: Values;
  readonly children?: readonly Part[];
}

const hl7 = 'http://hl7.org/fhir/StructureDefinition/';
const control = (code: string) => ({
  url: `${hl7}questionnaire-itemControl`,
  valueCodeableConcept: { coding: [{ code }] },
});
const words = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .filter((text) => text.trim() !== '' && !/\p{Cc}|\p{Cs}/u.test(text));
const text = fc.record({ text: words, prefix: fc.option(words, { nil: undefined }), required: fc.boolean() });
/** Whether a question is answered. A required question always is. */
const maybe = fc.boolean();

const plain = <T>(
  type: string,
  answers: fc.Arbitrary<T>,
  say: (answer: T) => Said[string],
  value: (answer: T) => Readonly<Record<string, unknown>>,
  extra: Readonly<Record<string, unknown>> = {},
): fc.Arbitrary<Part> =>
  fc.record({ about: text, answer: answers, isSaid: maybe }).map(({ about, answer, isSaid }) => {
    const given = isSaid || about.required;
    return {
      element: { ...about, ...extra, type },
      say: () => (given ? say(answer) : null),
      expected: given ? [value(answer)] : [],
    };
  });

const unit = {
  url: `${hl7}questionnaire-unit`,
  valueCoding: { system: 'http://unitsofmeasure.org', code: 'kg', display: 'kg' },
};
const decimals = fc
  .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 0, max: 6 }))
  .map(([digits, places]) => digits / 10 ** places);
const slider = fc
  .record({
    about: text,
    low: fc.integer({ min: -20, max: 20 }),
    steps: fc.integer({ min: 1, max: 100 }),
    step: fc.integer({ min: 1, max: 7 }),
    at: fc.nat(),
  })
  .map(({ about, low, steps, step, at }): Part => {
    const value = low + (at % (steps + 1)) * step;
    return {
      element: {
        ...about,
        type: 'integer',
        extension: [
          control('slider'),
          { url: `${hl7}minValue`, valueInteger: low },
          { url: `${hl7}maxValue`, valueInteger: low + steps * step },
          { url: `${hl7}questionnaire-sliderStepValue`, valueInteger: step },
        ],
      },
      say: () => ({ number: value }),
      expected: [{ valueInteger: value }],
    };
  });

const code = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9./|-]{0,10}$/);
const option = fc.oneof(
  fc.record({
    valueCoding: fc.record({
      system: fc.option(fc.constantFrom('http://loinc.org', 'urn:oid:1.2.3', 'https://a.example/b'), {
        nil: undefined,
      }),
      version: fc.option(fc.constantFrom('1', '2.81'), { nil: undefined }),
      code,
      display: fc.option(words, { nil: undefined }),
    }),
  }),
  fc.record({ valueString: words }),
  fc.record({ valueInteger: fc.integer({ min: -99, max: 99 }) }),
  fc.record({ valueDate: fc.constantFrom('2026-12-24', '2027-01', '2028') }),
);
const isSame = (one: object) => {
  const coding: unknown = 'valueCoding' in one ? one.valueCoding : null;
  return isObject(coding)
    ? `${typeof coding.system === 'string' ? coding.system : ''}|${String(coding.code)}`
    : JSON.stringify(one);
};
const optionLists = fc.uniqueArray(option, { minLength: 1, maxLength: 13, selector: isSame });
/** An object after a round trip through JSON. */
const written = (value: object): Readonly<Record<string, unknown>> =>
  JSON.parse(JSON.stringify(value)) as Readonly<Record<string, unknown>>;
const withDisplay = (one: object): Readonly<Record<string, unknown>> => {
  const bare = written(one);
  const coding = bare.valueCoding;
  return isObject(coding) ? { valueCoding: coding } : bare;
};
const choices = (isRow: boolean) =>
  fc
    .record({
      about: text,
      options: optionLists,
      isOpen: fc.boolean(),
      repeats: fc.boolean(),
      picks: fc.array(fc.nat(), { maxLength: 4 }),
      other: words,
      wantsOther: fc.boolean(),
      hint: fc.constantFrom(null, 'drop-down', 'radio-button', 'check-box'),
    })
    .map(({ about, options, isOpen, repeats, picks, other, wantsOther, hint }): Part => {
      const chosen = [...new Set(picks.map((pick) => pick % options.length))]
        .sort((a, b) => a - b)
        .slice(0, repeats ? undefined : 1);
      const takesOther = isOpen && wantsOther && (repeats || chosen.length === 0);
      const needs = about.required && chosen.length === 0 && !takesOther;
      const final = needs ? [0] : chosen;
      const expected: Values = [
        ...final.map((at) => withDisplay(options[at] ?? {})),
        ...(takesOther ? [{ valueString: other.trim() }] : []),
      ];
      return {
        element: {
          ...about,
          type: isOpen ? 'open-choice' : 'choice',
          repeats,
          answerOption: options,
          ...(hint === null || isRow ? {} : { extension: [control(hint)] }),
        },
        say: (_, keys) =>
          expected.length === 0
            ? null
            : {
                options: [...final.map((at) => keys[at] ?? ''), ...(takesOther ? [keys.at(-1) ?? ''] : [])],
                ...(takesOther ? { other } : {}),
              },
        expected,
      };
    });

const question: fc.Arbitrary<Part> = fc.oneof(
  plain(
    'boolean',
    fc.boolean(),
    (yes) => ({ yes }),
    (valueBoolean) => ({ valueBoolean }),
  ),
  plain(
    'integer',
    fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }),
    (number) => ({ number }),
    (valueInteger) => ({ valueInteger }),
  ),
  plain(
    'decimal',
    decimals,
    (number) => ({ number }),
    (valueDecimal) => ({ valueDecimal }),
    { extension: [unit] },
  ),
  plain(
    'quantity',
    decimals,
    (number) => ({ number }),
    (value) => ({ valueQuantity: { value, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' } }),
    { extension: [unit] },
  ),
  plain(
    'date',
    fc
      .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10)),
    (date) => ({ date }),
    (valueDate) => ({ valueDate }),
  ),
  plain(
    'string',
    words,
    (one) => ({ text: one }),
    (valueString) => ({ valueString }),
    { maxLength: 200 },
  ),
  plain(
    'text',
    fc.tuple(words, words).map((lines) => lines.join('\n')),
    (one) => ({ text: one }),
    (valueString) => ({ valueString }),
  ),
  slider,
  choices(false),
);
const heading: fc.Arbitrary<Part> = text.map(({ text: one, prefix }) => ({
  element: { type: 'display', text: one, prefix },
}));
/** Rows of a table share their options. */
const table: fc.Arbitrary<Part> = fc
  .record({
    title: words,
    row: choices(true),
    rows: fc.integer({ min: 1, max: 4 }),
    kind: fc.constantFrom('table', 'htable', 'gtable', 'grid'),
  })
  .map(({ title, row, rows, kind }) => ({
    element: { type: 'group', text: title, extension: [control(kind)] },
    children: Array.from({ length: rows }, () => row),
  }));
const { part } = fc.letrec<{ part: Part }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'part' },
    {
      weight: 6,
      arbitrary: fc.oneof(
        { weight: 8, arbitrary: question },
        { weight: 1, arbitrary: heading },
        { weight: 2, arbitrary: table },
      ),
    },
    {
      weight: 2,
      arbitrary: fc
        .record({
          title: fc.option(words, { nil: undefined }),
          children: fc.array(tie('part'), { minLength: 1, maxLength: 4 }),
        })
        .map(({ title, children }): Part => ({ element: { type: 'group', text: title }, children })),
    },
    {
      weight: 1,
      arbitrary: fc
        .record({
          one: question.filter((under) => under.element.repeats !== true),
          children: fc.array(tie('part'), { minLength: 1, maxLength: 3 }),
        })
        .map(({ one, children }): Part => ({ ...one, children })),
    },
  ),
}));

/** Parts as the items of a questionnaire, with linkIds of all kinds, and what is expected for each. */
function build(parts: readonly Part[], names: readonly string[]) {
  const asked = new Map<string, Part>();
  let count = 0;
  const walk = (some: readonly Part[]): object[] =>
    some.map((one) => {
      count += 1;
      const linkId = `${names[count % names.length] ?? ''}${String(count)}`;
      asked.set(linkId, one);
      const children = walk(one.children ?? []);
      return { linkId, ...one.element, ...(children.length === 0 ? {} : { item: children }) };
    });
  return { item: walk(parts), asked };
}

/** All answers of a response by linkId, without the items under them. */
const answersIn = (items: readonly ResponseItem[] | undefined): [string, Values][] =>
  (items ?? []).flatMap((item): [string, Values][] => {
    const answers = item.answer ?? [];
    const values = answers.map(({ item: _under, ...value }) => value).filter((value) => Object.keys(value).length > 0);
    const under = answers.flatMap((one): readonly ResponseItem[] => (Array.isArray(one['item']) ? one['item'] : []));
    return [
      ...(values.length === 0 ? [] : [[item.linkId, values] satisfies [string, Values]]),
      ...answersIn(item.item),
      ...answersIn(under),
    ];
  });

describe('any questionnaire of parts that can be carried', () => {
  it('goes in, is answered and comes out with each answer as it was given, in the words of its source', () => {
    let said = 0;
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 6 }),
        fc.array(fc.constantFrom('', 'a.', '/1-', 'é ', '|#', '::'), { minLength: 1 }),
        (parts, names) => {
          const { item, asked } = build(parts, names);
          const questionnaire = {
            resourceType: 'Questionnaire',
            status: 'active',
            url: 'https://any.example/q',
            version: '3',
            title: 'Any',
            item,
          };
          const isAsked = [...asked.values()].some((one) => one.say !== undefined);
          fc.pre(isAsked);
          const draft = draftOf(written(questionnaire));
          const keys = new Map(
            draft.items.map((one) => [one.key, 'options' in one ? one.options.map((each) => each.key) : []]),
          );
          const sheet: Said = Object.fromEntries(
            [...asked].flatMap(([linkId, one]) => {
              const answer = one.say?.(linkId, keys.get(linkId) ?? []) ?? null;
              return answer === null ? [] : [[linkId, answer]];
            }),
          );
          const { content, ids } = saved(draft);
          expect(faultsOf(content, answersOf(ids, sheet))).toEqual([]);
          const response = respond(draft, sheet);
          expect(responseFaults(response, written(questionnaire))).toEqual([]);
          expect(response.questionnaire).toBe('https://any.example/q|3');
          const expected = [...asked].flatMap(([linkId, one]): [string, Values][] =>
            (one.expected ?? []).length === 0 ? [] : [[linkId, one.expected ?? []]],
          );
          expect(new Map(answersIn(response.item))).toEqual(new Map(expected));
          said += expected.length;
        },
      ),
      { numRuns: 150 },
    );
    expect(said).toBeGreaterThan(250);
  }, 60_000);
});
