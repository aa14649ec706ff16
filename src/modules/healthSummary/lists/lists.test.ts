import { parse } from 'icu-parser';
import { type HealthList, HealthLists, type LanguageCode, languageCodes, type ListedEntry } from '@portal/api';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { allTexts, catalogs } from '../../../../tests/apps/allTexts.ts';
import { formatMessage } from '../../../words/intl.ts';
import { localeOf } from '../../../words/index.ts';
import { headWords } from './counts.ts';
import { factsOf, saidFacts } from './facts.ts';
import { clinicsOf, ofClinic } from './narrowing.ts';
import { negationText, statusText, titleOf } from './sentences.ts';
import { sorted } from './sorting.ts';
import { distinctSources, sourceText } from './sourceText.ts';
import type { Telling } from './telling.ts';
import { trendSentences } from './trendSentences.ts';
import { unitText } from './units.ts';
import { vitalsOf, vitalTrend } from './vitals.ts';

const telling = (language: LanguageCode = 'en', isOwn = true): Telling => {
  const locale = localeOf(language, []);
  return {
    t: (key, values = {}) => formatMessage(locale, parse(allTexts.get(key)?.[language] ?? key), values),
    locale,
    timeZone: 'America/New_York',
    isOwn,
  };
};
const en = telling();

const tidewillow = {
  name: 'Tidewillow Health',
  date: '2026-11-12',
  document: { ifSystemId: 1, ccdaId: 7, title: 'CCD' },
};
const otterBay = { name: 'Otter Bay Hospital', date: '2025-03-09', document: null };
let made = 0;
const raw = (more: Readonly<Record<string, unknown>> = {}) => ({
  key: `e${String((made += 1))}`,
  name: 'Something',
  missing: null,
  codes: [],
  negation: null,
  status: null,
  start: null,
  end: null,
  recorded: null,
  values: [],
  facts: [],
  language: null,
  sources: [tidewillow],
  ...more,
});
/** One list as the server sends it. */
function list(
  key: HealthList['key'],
  entries: readonly Readonly<Record<string, unknown>>[],
  differ = false,
): HealthList {
  const answer = v.parse(HealthLists, {
    documents: 1,
    clinics: 1,
    lists: [{ key, entries: entries.map(raw), narratives: [], differ, isSilent: entries.length === 0 }],
  });
  const [only] = answer.lists;
  if (only === undefined) throw new Error('no list');
  return only;
}
function entry(key: HealthList['key'], more: Readonly<Record<string, unknown>>): ListedEntry {
  const [only] = list(key, [more]).entries;
  if (only === undefined) throw new Error('no entry');
  return only;
}
const head = (key: HealthList['key'], entries: readonly Readonly<Record<string, unknown>>[], language?: LanguageCode) =>
  headWords(telling(language), list(key, entries));

describe('what stands beside a head', () => {
  const problems = [{ status: 'active' }, { status: 'active' }, { status: 'resolved' }];
  test.each([
    ['en', '2 active, 1 past'],
    ['es', '2 actuales, 1 anterior'],
    ['fr', '2 en cours, 1 dans le passé'],
    ['pt', '2 atuais, 1 anterior'],
    ['zh', '目前 2 项，过去 1 项'],
  ] as const)('counts in words in %s', (language, words) => {
    expect(head('problems', problems, language)).toBe(words);
  });
  test('counts nothing that is said not to be, and claims no time that no source gives', () => {
    expect(head('problems', [{ status: 'active' }, { negation: 'none', name: null }])).toBe('1 active');
    expect(head('allergies', [{ negation: 'none', name: null }])).toBe('');
    expect(head('medications', [{}, {}])).toBe('2 entries');
    expect(head('medications', [{ status: 'active' }, { status: 'onHold' }])).toBe('1 taken now, 1 other');
  });
  test('says since when vital signs are, and that clinics differ before all else', () => {
    expect(head('vitals', [{ start: '2026-02-19' }, { start: '2025-11-18' }])).toBe('from Nov 18, 2025');
    expect(headWords(en, list('allergies', [{}], true))).toBe('your clinics differ');
  });
});

describe('the order of a list', () => {
  const names = (key: HealthList['key'], entries: readonly Readonly<Record<string, unknown>>[]) =>
    sorted(key, list(key, entries).entries, 'UTC').map(({ name }) => name);
  test('has the present first, then the newest, and last what has no date', () => {
    expect(
      names('problems', [
        { name: 'past', status: 'resolved', start: '2019' },
        { name: 'undated', status: 'active' },
        { name: 'old', status: 'active', start: '2014' },
        { name: 'new', status: 'active', start: '2025-02-11' },
      ]),
    ).toEqual(['new', 'old', 'undated', 'past']);
  });
  test('has what is known before what is said not to be; a vaccine that was not given stays in its time', () => {
    expect(names('allergies', [{ name: 'none', negation: 'none' }, { name: 'Penicillin' }])).toEqual([
      'Penicillin',
      'none',
    ]);
    expect(
      names('immunizations', [
        { name: 'old', start: '2019-07' },
        { name: 'declined', start: '2025-10-02', negation: 'negated' },
        { name: 'new', start: '2026-10-06' },
      ]),
    ).toEqual(['new', 'declined', 'old']);
  });
});

describe('what is not so, in words', () => {
  const none = (more: Readonly<Record<string, unknown>>) =>
    titleOf(en, 'allergies', entry('allergies', { negation: 'none', ...more })).text;
  const code = (value: string) => [{ system: 'http://snomed.info/sct', code: value, display: null }];
  test('no known allergies: of all, of a kind by its code, of a thing by its name', () => {
    expect(none({ name: null })).toBe('No known allergies');
    expect(none({ name: 'Allergy to substance', codes: code('419199007') })).toBe('No known allergies');
    expect(none({ name: 'Allergy to drug', codes: code('416098002') })).toBe('No known allergies to medicines');
    expect(none({ name: 'latex' })).toBe('None known: latex');
    const food = { name: 'No known food allergies', codes: code('no-known-food-allergies') };
    expect(none(food)).toBe('No known allergies to food');
    expect(titleOf(telling('es'), 'allergies', entry('allergies', { negation: 'none', ...food })).text).toBe(
      'Sin alergias conocidas a alimentos',
    );
    const medicines = { name: 'No known medications', codes: code('no-known-medications') };
    expect(titleOf(en, 'medications', entry('medications', { negation: 'none', ...medicines })).text).toBe(
      en.t('healthSummary.none_medications'),
    );
  });
  test('a vaccine that was not given says by whose wish and why, as far as it is known', () => {
    const said = (more: Readonly<Record<string, unknown>>, to = en) =>
      negationText(to, 'immunizations', entry('immunizations', { negation: 'negated', ...more }));
    expect(said({ status: 'declined', start: '2025-10-02' })).toBe('Not given. You declined it on Oct 2, 2025.');
    expect(said({ status: 'declined', start: '2025-10-02' }, telling('en', false))).toBe(
      'Not given. It was declined on Oct 2, 2025.',
    );
    expect(said({ status: 'notDone' })).toBe('Not given.');
    expect(said({ start: '2025', facts: [{ name: 'reason', value: 'Out of stock' }] })).toBe(
      'Not given on 2025. Reason: Out of stock',
    );
    expect(negationText(en, 'immunizations', entry('immunizations', {}))).toBeNull();
  });
  test('a problem that is denied is not shown as one', () => {
    const denied = entry('problems', { negation: 'negated', status: 'active' });
    expect(statusText(en, 'problems', denied)).toBeNull();
    expect(negationText(en, 'problems', denied)).toBe('Recorded as not present');
  });
});

describe('a medicine of which only the day of the order is known', () => {
  test.each([
    [{ recorded: '2024-05-02' }, ['Recorded on']],
    [{ recorded: '2024-05-02', end: '2024-06-02' }, ['Until', 'Recorded on']],
    [{ recorded: '2024-05-02', start: '2024-05-03' }, ['Started']],
  ])('%j', (dates, labels) => {
    const facts = factsOf(en, 'medications', entry('medications', { ...dates, facts: [{ name: 'dose', value: '1' }] }));
    expect(facts.map(({ label }) => label)).toEqual([expect.any(String), ...labels]);
  });
});

describe('what is missing, in words', () => {
  test.each([
    ['notAsked', 'Name: not asked'],
    ['unknown', 'Name: not known'],
    ['masked', 'Name: not shown, to protect privacy'],
    [null, 'Name: not given'],
  ])('a name for %s', (missing, words) => {
    expect(titleOf(en, 'problems', entry('problems', { name: null, missing })).text).toBe(words);
  });
  test.each([
    ['en', 'Hospital stay'],
    ['es', 'Hospitalización'],
    ['fr', 'Séjour à l’hôpital'],
    ['pt', 'Internação no hospital'],
    ['zh', '住院'],
  ] as const)('the class of a visit in %s', (language, words) => {
    const codes = [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'IMP', display: null }];
    const stay = entry('encounters', { name: null, missing: 'other', codes });
    expect(titleOf(telling(language), 'encounters', stay)).toEqual({ text: words, isOfSource: false });
    const others = entry('encounters', { name: null, missing: 'other', codes: [{ ...codes[0], system: null }] });
    expect(titleOf(en, 'encounters', others).text).toBe('Name: not given');
  });
  test('what was said of a measurement: its rating in words, how it was taken, and a comment of both values once', () => {
    const value = { codes: [], comparator: null, value: '150', unit: 'mm[Hg]', isNumber: true, missing: null };
    const half = (name: string, code: string) =>
      entry('vitals', {
        name,
        codes: [{ system: 'http://loinc.org', code, display: null }],
        start: '2026-02-19',
        values: [{ ...value, name: null }],
        facts: [
          { name: 'interpretation', value: code === '8480-6' ? 'H' : 'N' },
          { name: 'method', value: 'Sitting' },
          { name: 'comment', value: 'After climbing stairs' },
        ],
      });
    const { vitals } = vitalsOf([half('Systolic', '8480-6'), half('Diastolic', '8462-4')]);
    const said = saidFacts(telling('es'), vitals[0]?.measures[0]?.entries ?? []);
    expect(said.map(({ label, value: words, isOfSource }) => [label, words, isOfSource])).toEqual([
      ['Valoración', 'Systolic: Alto', false],
      ['Método', 'Sitting', true],
      ['Comentario', 'After climbing stairs', true],
      ['Valoración', 'Diastolic: Dentro de los valores', false],
    ]);
    const rated = (words: string) =>
      saidFacts(en, [entry('vitals', { facts: [{ name: 'interpretation', value: words }] })])[0]?.value;
    expect(rated('Systolic: HH')).toBe('Systolic: Critical, high');
    expect(rated('Within the goal')).toBe('Within the goal');
    for (const own of ['Not critical', 'Critical, repeat in 1 h']) expect(rated(own)).toBe(own);
  });
  test('a value, and how to take a medicine', () => {
    const facts = (key: HealthList['key'], more: Readonly<Record<string, unknown>>) =>
      factsOf(en, key, entry(key, more)).map(({ label, value }) => `${label}: ${value}`);
    const value = { name: null, codes: [], comparator: null, value: null, unit: null, isNumber: false };
    expect(facts('socialHistory', { values: [{ ...value, missing: 'notAsked' }] })).toEqual(['Value: not asked']);
    expect(facts('medications', { start: '2026-10-05' })).toEqual([
      'How to take it: Not given in the document',
      'Started: Oct 5, 2026',
    ]);
    expect(facts('medications', { sources: [otterBay] })).toEqual(['How to take it: not given']);
    expect(facts('medications', { facts: [{ name: 'dose', value: '5 mg' }] })).toEqual(['Dose: 5 mg']);
  });
});

test('a code that HL7 has for a fact is said in words; whatever else a source writes stays as it is', () => {
  const said = (name: string, value: string, language: LanguageCode = 'en') =>
    factsOf(
      telling(language),
      'medications',
      entry('medications', {
        facts: [
          { name: 'dose', value: '5 mg' },
          { name, value },
        ],
      }),
    )
      .filter(({ label }) => label !== telling(language).t('healthSummary.fact_dose'))
      .map(({ value: words, isOfSource }) => `${words}${isOfSource ? ' (source)' : ''}`);
  expect(said('frequency', 'QD')).toEqual(['Once a day']);
  expect(said('frequency', 'Q8H')).toEqual(['Every 8 hours']);
  expect(said('frequency', '12 h', 'es')).toEqual(['Cada 12 horas']);
  expect(said('frequency', 'BID, PRN')).toEqual(['Twice a day, only when needed']);
  expect(said('frequency', '2 / 1 d', 'es')).toEqual(['Dos veces al día']);
  expect(said('frequency', '1 / 8 h')).toEqual(['Every 8 hours']);
  expect(said('frequency', '1 / 4–6 h, PRN')).toEqual(['Every 4 to 6 hours, only when needed']);
  expect(said('frequency', '2 / 1 d, CM, CV')).toEqual(['Twice a day, with breakfast, with dinner']);
  expect(said('frequency', '1 / 1 d, ACM (30 min)', 'es')).toEqual(['Una vez al día, antes del desayuno (30 min)']);
  expect(said('frequency', '1 / 1 wk, mon, thu', 'fr')).toEqual(['Une fois par semaine, le lundi, le jeudi']);
  expect(said('frequency', '08:00, 20:30')).toEqual(['08:00, 20:30']);
  expect(said('frequency', '× 10 days')).toEqual(['For 10 days']);
  expect(said('frequency', '≤ 4 g / 24 h', 'pt')).toEqual(['No máximo 4 g em 24 horas']);
  expect(said('frequency', '≤ 10 mg/kg / 1 wk')).toEqual(['At most 10 mg/kg in 1 week']);
  expect(said('frequency', 'BID, with food')).toEqual(['BID, with food (source)']);
  expect(said('frequency', 'weekly')).toEqual(['weekly (source)']);
  expect(said('frequency', 'constructor')).toEqual(['constructor (source)']);
  expect(said('severity', 'Moderate', 'fr')).toEqual(['Modérée']);
  expect(said('criticality', 'unable-to-assess')).toEqual(['Cannot be told']);
  expect(said('comment', 'mild')).toEqual(['mild (source)']);
  const value = { name: null, codes: [], comparator: null, value: 'true', unit: null, isNumber: false, missing: null };
  expect(factsOf(en, 'socialHistory', entry('socialHistory', { values: [value] }))).toMatchObject([
    { value: 'Yes', isOfSource: false },
  ]);
});

test('dates of a problem say since when, or from when to when', () => {
  const facts = (more: Readonly<Record<string, unknown>>) =>
    factsOf(en, 'problems', entry('problems', more)).map(({ label, value }) => `${label} ${value}`);
  expect(facts({ status: 'active', start: '2014' })).toEqual(['Since 2014']);
  expect(facts({ status: 'resolved', start: '2019', end: '2020' })).toEqual(['From 2019', 'To 2020']);
  expect(facts({ recorded: '2025-03-09' })).toEqual(['Recorded on Mar 9, 2025']);
  expect(facts({ start: '2001', facts: [{ name: 'unreadDate', value: '20013021' }] })).toEqual([
    'Since 2001',
    'Date we could not read 20013021',
  ]);
});

test('a source is told once, with its day', () => {
  const { sources } = entry('problems', { sources: [otterBay, tidewillow, otterBay] });
  expect(distinctSources(sources).map((one) => sourceText(en, one))).toEqual([
    'Otter Bay Hospital, Mar 9, 2025',
    'Tidewillow Health, Nov 12, 2026',
  ]);
});

describe('vital signs', () => {
  const loinc = (code: string) => [{ system: 'http://loinc.org', code, display: null }];
  const number = (value: string, unit: string | null, code: string | null = null, name: string | null = null) => ({
    name,
    codes: code === null ? [] : loinc(code),
    comparator: null,
    value,
    unit,
    isNumber: true,
    missing: null,
  });
  const weight = (start: string | null, value: string, unit = 'kg') => ({
    name: 'Weight',
    codes: loinc('29463-7'),
    start,
    values: [number(value, unit)],
  });
  const pressure = (start: string, upper: string, lower: string) => ({
    name: 'Blood pressure panel',
    codes: loinc('85354-9'),
    start,
    values: [number(upper, 'mm[Hg]', '8480-6', 'Systolic'), number(lower, 'mm[Hg]', '8462-4', 'Diastolic')],
  });
  const one = (entries: readonly Readonly<Record<string, unknown>>[]) => {
    const { vitals } = vitalsOf(list('vitals', entries).entries);
    const [vital] = vitals;
    if (vital === undefined || vitals.length !== 1) throw new Error(`${String(vitals.length)} signs`);
    const trend = vitalTrend(en, vital);
    return { vital, trend, words: trendSentences(en, vital, trend).join(' ') };
  };

  test('are drawn from 3 values on, the oldest first', () => {
    const three = one([weight('2026-11-12', '64.2'), weight('2025-11-18', '66.8'), weight('2026-05-30', '65.1')]);
    expect(three.trend.drawing?.points.map(({ text }) => text)).toEqual(['66.8', '65.1', '64.2']);
    expect(three.words).toBe('3 values, from 66.8 kg on Nov 18, 2025, to 64.2 kg on Nov 12, 2026.');
    const two = one([weight('2026-11-12', '72'), weight('2026-05-30', '76')]);
    expect(two.trend.drawing).toBeNull();
    expect(two.words).toBe('2 values: 76 on May 30, 2026, and 72. A line is drawn from 3 values on.');
  });

  test('keep "less than" and "more than" in their history', () => {
    const saturation = (start: string, value: string, comparator: '>' | '<=' | null = null) => ({
      name: 'Saturation',
      codes: loinc('59408-5'),
      start,
      values: [{ ...number(value, '%'), comparator }],
    });
    const three = one([
      saturation('2026-11-12', '90', '<='),
      saturation('2026-05-30', '97'),
      saturation('2025-11-18', '99', '>'),
    ]);
    expect(three.trend.drawing?.points.map(({ text }) => text)).toEqual(['> 99', '97', '≤ 90']);
    expect(three.words).toBe('3 values, from > 99 % on Nov 18, 2025, to ≤ 90 % on Nov 12, 2026.');
  });

  test('know the entries that they are from, of which a change is told', () => {
    const { vital } = one([pressure('2026-11-12', '120', '80'), pressure('2026-05-30', '130', '85')]);
    expect(vital.measures.map(({ entries }) => entries.map(({ values }) => values.map(({ value }) => value)))).toEqual([
      [['120', '80']],
      [['130', '85']],
    ]);
  });

  test('units that differ are never on one line, and what is no number or has no date is in the table alone', () => {
    const { trend, words } = one([
      weight('2026-11-12', '64.2'),
      weight('2026-10-12', '142', '[lb_av]'),
      weight('2026-09-12', '65'),
      weight('2026-08-12', '66'),
      weight(null, '67'),
      {
        ...weight('2026-07-12', ''),
        values: [{ ...number('', 'kg'), value: null, isNumber: false, missing: 'notAsked' }],
      },
    ]);
    expect(trend.first.map(({ text }) => text)).toEqual(['66', '65', '64.2']);
    expect(trend.leftOut).toBe(3);
    expect(words).toContain('3 values, from 66 kg');
    expect(words).toContain('3 values are not in the picture');
  });

  test('blood pressure has two lines, of one entry or of two of the same moment', () => {
    const apart = (start: string, code: string, value: string) => ({
      name: 'BP',
      codes: loinc(code),
      start,
      values: [number(value, 'mmHg')],
    });
    const { vital, trend, words } = one([
      pressure('2025-11-18', '124', '78'),
      pressure('2026-02-19', '131', '84'),
      apart('2026-05-30', '8480-6', '126'),
      apart('2026-05-30', '8462-4', '80'),
    ]);
    expect(vital.measures.map(({ first, second }) => [first?.value, second?.value])).toEqual([
      ['126', '80'],
      ['131', '84'],
      ['124', '78'],
    ]);
    expect(trend.drawing?.lines).toHaveLength(1);
    expect(trend.drawing?.secondLines).toHaveLength(1);
    expect(words).toBe(
      '3 values. The upper one was between 124 and 131, the lower between 78 and 84. The dashed line is the lower value.',
    );
  });

  test('two measurings of one day are not paired by guess', () => {
    const apart = (code: string, value: string) => ({
      name: 'BP',
      codes: loinc(code),
      start: '2026-05-30',
      values: [number(value, 'mmHg')],
    });
    const { vital } = one([apart('8480-6', '126'), apart('8480-6', '140'), apart('8462-4', '80')]);
    expect(vital.measures.filter(({ first, second }) => first !== null && second !== null)).toEqual([]);
    expect(vital.measures).toHaveLength(3);
  });

  test('without a code, two clinics’ words are two signs', () => {
    const named = (source: object) => ({
      name: 'Pain',
      start: '2026-05-30',
      values: [number('3', null)],
      sources: [source],
    });
    expect(vitalsOf(list('vitals', [named(tidewillow), named(otterBay)]).entries).vitals).toHaveLength(2);
  });

  test('what measured nothing is told as it is', () => {
    const { vitals, others } = vitalsOf(list('vitals', [{ name: 'Height', negation: 'negated' }]).entries);
    expect([vitals.length, others.length]).toEqual([0, 1]);
  });

  test.each([
    ['mm[Hg]', 'mmHg'],
    ['{beats}/min', 'per minute'],
    ['/min', 'per minute'],
    ['Cel', '°C'],
    ['{score}', null],
    ['breaths a minute', 'breaths a minute'],
  ])('the unit %s reads %s', (unit, words) => {
    expect(unitText(en, unit)).toBe(words);
  });
});

test('every sentence can be made in every language', () => {
  for (const language of languageCodes)
    for (const [key, text] of Object.entries(catalogs.healthSummary?.texts ?? {}))
      expect(formatMessage(localeOf(language, []), parse(text[language]), { count: 2, documents: 1 }), key).not.toBe(
        '',
      );
});

describe('narrowed to one clinic', () => {
  const both = list('allergies', [
    { name: 'Penicillin', sources: [tidewillow, otterBay] },
    { name: 'Latex', sources: [otterBay] },
  ]);

  test('the clinics that say something, each once', () => {
    expect(clinicsOf([both], 'en-US')).toEqual(['Otter Bay Hospital', 'Tidewillow Health']);
  });

  test('what one says, by its name alone, contradicting nobody', () => {
    const [narrowed] = ofClinic([{ ...both, differ: true }], 'Tidewillow Health');
    expect(narrowed?.entries.map(({ name, sources }) => [name, sources.map((source) => source.name)])).toEqual([
      ['Penicillin', ['Tidewillow Health']],
    ]);
    expect(narrowed?.differ).toBe(false);
    expect(ofClinic([both], 'Elsewhere')).toEqual([]);
  });
});
