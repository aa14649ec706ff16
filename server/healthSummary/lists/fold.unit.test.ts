import { CcdaId, type HealthCode, type HealthEntry, IfSystemId, readRecordDate } from '@portal/api';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { fold, type SourcedEntry } from './fold.ts';
import { differ, ordered } from './order.ts';

const sct = 'http://snomed.info/sct';
const icd = 'http://hl7.org/fhir/sid/icd-10-cm';
const code = (system: string | null, value: string): HealthCode => ({ system, code: value, display: null });
const date = (text: string) => readRecordDate(text);
const entryOf = (known: Partial<HealthEntry>): HealthEntry => ({
  name: 'Asthma',
  missing: null,
  codes: [code(sct, '195967001')],
  negation: null,
  status: 'active',
  start: date('2014-05'),
  end: null,
  recorded: null,
  values: [],
  facts: [],
  language: null,
  ...known,
});
let rows = 0;
function toldBy(
  document: number,
  known: Partial<HealthEntry> = {},
  clinic = document,
  listKey: SourcedEntry['listKey'] = 'problems',
): SourcedEntry {
  rows += 1;
  const [ifSystemId, ccdaId] = [v.parse(IfSystemId, clinic), v.parse(CcdaId, document)];
  return {
    id: rows,
    listKey,
    entry: entryOf(known),
    source: { name: `Clinic ${String(clinic)}`, date: null, document: { ifSystemId, ccdaId, title: 'Summary' } },
    resourceId: document,
    clinic: `system ${String(clinic)}`,
    sourceAt: `20${String(10 + document)}-01-01T00:00:00.000Z`,
  };
}
const count = (...told: readonly SourcedEntry[]) => fold(told).length;

describe('entries of several clinics', () => {
  it('are one where code and beginning are the same, with the words of the newest and all sources', () => {
    const [one, ...others] = fold([
      toldBy(1, { name: 'ASTHMA', facts: [{ name: 'comment', value: 'since school' }] }),
      toldBy(2, { name: 'Asthma', codes: [code(sct, '195967001'), code(icd, 'J45.9')] }),
    ]);
    expect(others).toEqual([]);
    expect(one?.entry).toMatchObject({ name: 'Asthma', facts: [{ name: 'comment', value: 'since school' }] });
    expect(one?.entry.codes.map((each) => each.code)).toEqual(['195967001', 'J45.9']);
    expect(one?.all.map(({ resourceId }) => resourceId)).toEqual([2, 1]);
  });

  it.each<readonly [string, Partial<HealthEntry>]>([
    ['the same words, another code', { codes: [code(sct, '304527002')] }],
    ['the same words, no code', { codes: [] }],
    ['the same code of another system', { codes: [code(icd, '195967001')] }],
    ['the same code of no system', { codes: [code(null, '195967001')] }],
    ['another beginning', { start: date('2014-06') }],
    ['a beginning that is less exact', { start: date('2014') }],
    ['no beginning', { start: null }],
    ['another status', { status: 'resolved' }],
    ['what is denied', { negation: 'negated' }],
    ['another end', { end: date('2016') }],
    ['another side', { facts: [{ name: 'side', value: 'Left' }] }],
  ])('stay apart: %s', (_, known) => {
    const right = { facts: [{ name: 'side', value: 'Right' }] } satisfies Partial<HealthEntry>;
    expect(count(toldBy(1, right), toldBy(2, { ...right, ...known }))).toBe(2);
  });

  it('without any beginning stay apart, though they say the same', () => {
    expect(count(toldBy(1, { start: null }), toldBy(2, { start: null }))).toBe(2);
  });

  it('with another value stay apart', () => {
    const value = (text: string) => ({
      values: [{ name: null, codes: [], comparator: null, value: text, unit: 'kg', isNumber: true, missing: null }],
    });
    expect(count(toldBy(1, value('64.2')), toldBy(2, value('64.2')))).toBe(1);
    expect(count(toldBy(1, value('64.2')), toldBy(2, value('64.20')))).toBe(2);
  });

  it('are one where they name the same part differently, and stay apart where they flag it differently', () => {
    const pressure = (part: string, flag: string): Partial<HealthEntry> => ({
      values: [
        {
          name: part,
          codes: [code('http://loinc.org', '8480-6')],
          comparator: null,
          value: '128',
          unit: 'mmHg',
          isNumber: true,
          missing: null,
        },
      ],
      facts: [{ name: 'interpretation', value: `${part}: ${flag}` }],
    });
    expect(count(toldBy(1, pressure('Systolic', 'H')), toldBy(2, pressure('Systolic blood pressure', 'H')))).toBe(1);
    expect(count(toldBy(1, pressure('Systolic', 'H')), toldBy(2, pressure('Systolic blood pressure', 'N')))).toBe(2);
  });

  it('are not joined by a third that has the codes of both', () => {
    const first = toldBy(1, { codes: [code(sct, 'a')] });
    const other = toldBy(2, { codes: [code(sct, 'b')] });
    expect(count(first, other, toldBy(3, { codes: [code(sct, 'a'), code(sct, 'b')] }))).toBe(3);
  });
});

describe('the same clinic', () => {
  it('says the very same again in a later document, without any date: one', () => {
    expect(count(toldBy(1, { start: null }, 7), toldBy(2, { start: null }, 7))).toBe(1);
  });
  it('ordered a medicine twice: two, where no beginning is known', () => {
    const ordered = (document: number, day: string) => {
      const told = toldBy(document, { start: null, recorded: date(day) }, 7, 'medications');
      return { ...told, source: { ...told.source, document: null } };
    };
    expect(count(ordered(1, '2024-05-02'), ordered(2, '2025-01-09'))).toBe(2);
    expect(count(ordered(1, '2024-05-02'), ordered(2, '2024-05-02'))).toBe(1);
  });
  it('says it in words alone: one within a document, two of two documents', () => {
    const words = { codes: [], start: null };
    expect(count(toldBy(1, words, 7), toldBy(1, words, 7))).toBe(1);
    expect(count(toldBy(1, words, 7), toldBy(2, words, 7))).toBe(2);
  });
});

describe('sources that differ', () => {
  const none: Partial<HealthEntry> = {
    negation: 'none',
    codes: [code(sct, '716186003')],
    start: null,
    name: null,
    status: null,
  };
  it('one says none, another tells something', () => {
    expect(differ(fold([toldBy(1, none), toldBy(2)]))).toBe(true);
    expect(differ(fold([toldBy(1, none), toldBy(2, none)]))).toBe(false);
  });
  it('not where what is told is over or denied, or the same document tells both', () => {
    expect(differ(fold([toldBy(1, none), toldBy(2, { status: 'resolved' })]))).toBe(false);
    expect(differ(fold([toldBy(1, none), toldBy(2, { negation: 'negated' })]))).toBe(false);
    expect(differ(fold([toldBy(1, none), toldBy(1)]))).toBe(false);
  });
});

describe('the order of a list', () => {
  it('problems: none, then active ones, then what does not say, then what is over; the newest first', () => {
    const told = [
      toldBy(1, { name: 'over', status: 'resolved', start: date('2020') }),
      toldBy(1, { name: 'old', start: date('2001') }),
      toldBy(1, { name: 'silent', status: null, start: date('2020') }),
      toldBy(1, { name: 'new', start: date('2019') }),
      toldBy(1, { name: 'none', negation: 'none' }),
    ];
    expect(ordered(fold(told)).map(({ entry }) => entry.name)).toEqual(['none', 'new', 'old', 'silent', 'over']);
  });
  it('vital signs: the newest first, whatever their status', () => {
    const told = ['2012', '2014', '2013'].map((year) =>
      toldBy(1, { name: year, start: date(year), status: null }, 1, 'vitals'),
    );
    expect(ordered(fold(told)).map(({ entry }) => entry.name)).toEqual(['2014', '2013', '2012']);
  });
});

describe('whatever is told', () => {
  const told = fc.record({
    document: fc.integer({ min: 1, max: 4 }),
    codes: fc.uniqueArray(
      fc.constantFrom(code(sct, 'a'), code(sct, 'b'), code(icd, 'x'), code(icd, 'y'), code(null, 'a')),
      { maxLength: 3 },
    ),
    start: fc.constantFrom(null, date('2014'), date('2014-05'), date('2015')),
    status: fc.constantFrom('active', 'resolved', null),
    negation: fc.constantFrom('negated', null),
    name: fc.constantFrom('Asthma', 'asthma'),
    facts: fc.constantFrom<HealthEntry['facts']>(
      [],
      [{ name: 'side', value: 'Left' }],
      [{ name: 'side', value: 'Right' }],
      [{ name: 'comment', value: 'c' }],
    ),
  });
  const all = fc
    .array(told, { maxLength: 14 })
    .map((list) => list.map(({ document, ...known }) => toldBy(document, known, 1 + (document % 2))));
  const idsOf = (entries: readonly SourcedEntry[]) =>
    fold(entries).map((one) => one.all.map(({ id }) => id).toSorted((a, b) => a - b));

  it('each entry is in exactly one', () => {
    fc.assert(
      fc.property(all, (entries) => {
        expect(
          idsOf(entries)
            .flat()
            .toSorted((a, b) => a - b),
        ).toEqual(entries.map(({ id }) => id));
      }),
    );
  });
  it('the order in which documents were read does not matter', () => {
    fc.assert(
      fc.property(all, fc.infiniteStream(fc.nat()), (entries, random) => {
        const shuffled = entries
          .map((entry) => ({ entry, at: random.next().value ?? 0 }))
          .toSorted((one, other) => one.at - other.at)
          .map(({ entry }) => entry);
        const sorted = (groups: readonly number[][]) => groups.map((ids) => ids.join()).toSorted();
        expect(sorted(idsOf(shuffled))).toEqual(sorted(idsOf(entries)));
      }),
    );
  });
  it('never two dates, two sides, or codes of one system that have none in common', () => {
    fc.assert(
      fc.property(all, (entries) => {
        for (const { all: together } of fold(entries))
          for (const { entry: one } of together)
            for (const { entry: other } of together) {
              expect([one.start, one.status, one.negation]).toEqual([other.start, other.status, other.negation]);
              const sides = new Set(
                [...one.facts, ...other.facts].flatMap(({ name, value }) => (name === 'side' ? [value] : [])),
              );
              expect(sides.size).toBeLessThan(2);
              for (const system of [sct, icd]) {
                const [mine, theirs] = [one, other].map(({ codes }) =>
                  codes.filter((each) => each.system === system).map((each) => each.code),
                );
                if (mine?.length && theirs?.length) expect(mine.some((each) => theirs.includes(each))).toBe(true);
              }
            }
      }),
    );
  });
});
