import {
  type EntryValue,
  type FactName,
  type HealthEntry,
  type HealthListKey,
  healthListKeys,
  readSourceDate,
} from '@portal/api';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDocument } from '../../record/ccda/document/readDocument.ts';
import { entriesOf } from '../../record/ccda/entries/entries.ts';
import type { SummaryContent } from './content.ts';
import { summaryXml } from './document.ts';
import { entryWith } from './content.ts';
import { juniper } from '../../../tests/server/juniper.ts';
import { date, kept, nobody } from '../../../tests/server/ccdaWriting.ts';

const read = (content: SummaryContent) => {
  const { tree, root } = readDocument(Buffer.from(summaryXml(content)));
  const rows = entriesOf(root, tree.header);
  const of = (list: HealthListKey) =>
    rows.flatMap((row) => (row.listKey === list && row.kind === 'entry' ? [row.entry] : []));
  return { tree, of };
};

/** Facts that C-CDA has a place for, by list; the others come back as comments, and how often something is taken as instructions. */
const placed: Readonly<Partial<Record<HealthListKey, readonly FactName[]>>> = {
  problems: ['side', 'bodySite', 'comment'],
  medications: ['dose', 'route', 'instructions', 'prescriber', 'reason', 'bodySite', 'comment'],
  allergies: ['reaction', 'severity', 'criticality', 'comment'],
  immunizations: ['lot', 'manufacturer', 'doseNumber', 'performer', 'reason', 'route', 'bodySite', 'comment'],
  vitals: ['interpretation', 'referenceRange', 'method', 'performer', 'bodySite', 'comment'],
  results: ['interpretation', 'referenceRange', 'method', 'performer', 'bodySite', 'comment'],
  procedures: ['bodySite', 'side', 'performer', 'place', 'reason', 'method', 'comment'],
  encounters: ['performer', 'place', 'diagnosis', 'comment'],
  socialHistory: ['comment'],
  goals: ['comment'],
  carePlans: ['performer', 'place', 'comment'],
};
const isAmount = (text: string) => /^\d+(\.\d+)?( [A-Za-z%[\]{}][A-Za-z%[\]{}./*\d]*)?$/.test(text);
function returned(list: HealthListKey, { name, value }: HealthEntry['facts'][number]): string {
  if (list === 'medications' && name === 'frequency')
    return /^\d+ (h|d|wk)$/.test(value) ? `frequency ${value}` : `instructions ${value}`;
  if (name === 'dose' && (list === 'medications' || list === 'immunizations'))
    return `${isAmount(value) ? 'dose' : 'comment'} ${value}`;
  return `${placed[list]?.includes(name) === true ? name : 'comment'} ${value}`;
}

/** What must come back of an entry: its names, codes, dates, values with their digits, negation, and every word of its facts. */
const said = (list: HealthListKey, entry: HealthEntry, isRead: boolean) => ({
  name: entry.name,
  codes: entry.codes.map(({ system, code }) => `${system ?? ''} ${code}`).toSorted(),
  negation: entry.negation,
  start: entry.start,
  end: entry.end,
  values: entry.values.map(({ codes, ...value }) => ({ ...value, codes: codes.map(({ code }) => code) })),
  facts: [
    ...new Set(entry.facts.map((fact) => (isRead ? `${fact.name} ${fact.value}` : returned(list, fact)))),
  ].toSorted(),
});

test('our own document is read back as the entries that it was made of', () => {
  const { of } = read(juniper);
  for (const list of healthListKeys) {
    const made =
      list === 'results'
        ? juniper.results.flatMap(({ entries }) => entries.map(({ entry }) => entry))
        : juniper.entries[list].map(({ entry }) => entry);
    const back = of(list);
    // That there are no food allergies is said by C-CDA's own codes.
    const isSame = ({ negation }: HealthEntry) => negation !== 'none';
    expect(
      back.filter(isSame).map((one) => said(list, one, true)),
      list,
    ).toEqual(made.filter(isSame).map((one) => said(list, one, false)));
    expect(back.filter(({ negation }) => negation === 'none').length).toBe(
      made.filter(({ negation }) => negation === 'none').length,
    );
  }
  expect(of('allergies')[1]).toMatchObject({
    negation: 'none',
    name: 'No known food allergy',
    codes: [{ code: '414285001' }],
  });
});

test('how things stand comes back', () => {
  const statuses = (list: HealthListKey) =>
    read(juniper)
      .of(list)
      .map(({ status }) => status);
  expect(statuses('problems')).toEqual(['active', 'resolved', null]);
  expect(statuses('medications')).toEqual(['active', 'completed', 'stopped']);
  expect(statuses('immunizations')).toEqual(['completed', 'declined']);
  expect(statuses('procedures')).toEqual(['completed']);
  expect(statuses('encounters')).toEqual(['completed']);
  expect(statuses('carePlans')).toEqual(['planned']);
});

test('the header comes back', () => {
  const { header } = read(juniper).tree;
  expect(header).toMatchObject({
    title: 'Health summary',
    typeCode: '34133-9',
    language: 'en-US',
    date: '2026-11-23T15:00:00+00:00',
    periodStart: '2025-11-23',
    periodEnd: '2026-11-23',
    patient: {
      name: 'Juniper Marsh',
      birthDate: '1974-05-17',
      gender: 'Female',
      ids: [{ root: juniper.facility.root, extension: 'NL-1001' }],
    },
    authors: [{ name: 'Vestibule', organization: 'Northlight Cancer Centre' }],
    custodian: { organization: 'Northlight Cancer Centre', telecoms: ['(555)-010-0142'] },
    careTeam: [{ name: 'Dr. Ottoline Fernbrook', role: 'Oncologist' }],
  });
  expect(header.participants).toEqual([]);
});

// Words with one space between them, as readers make them.
const word = fc.stringMatching(/^[A-Za-zÀ-ÿ0-9"'&<>\]一-龥‏-]{1,12}$/);
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((all) => all.join(' '));
const days = fc
  .date({ min: new Date('1930-01-01'), max: new Date('2029-01-01'), noInvalidDate: true })
  .map((at) => at.toISOString());
const someDate = fc.oneof(
  days.map((text) => readSourceDate(text)),
  days.map((text) => date(text.slice(0, 10))),
  days.map((text) => date(text.slice(0, 7))),
  days.map((text) => date(text.slice(0, 4))),
);
const code = fc.record({
  system: fc.constantFrom(
    'http://loinc.org',
    'http://snomed.info/sct',
    'http://hl7.org/fhir/sid/icd-10-cm',
    'urn:oid:1.2.3.4',
  ),
  code: fc.stringMatching(/^[A-Z0-9.-]{2,8}x$/),
  display: fc.option(words),
});
const codes = fc.uniqueArray(code, { maxLength: 3, selector: (one) => `${one.system} ${one.code}` });
const missingReasons = ['unknown', 'notAsked', 'askedUnknown', 'masked', 'notApplicable', 'other'] as const;
const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,5})(\.\d{1,4})?$/);
const value: fc.Arbitrary<EntryValue> = fc.oneof<fc.Arbitrary<EntryValue>[]>(
  fc.record({
    name: fc.constant(null),
    codes: fc.constant<EntryValue['codes']>([]),
    comparator: fc.constantFrom(null, '<', '<=', '>', '>='),
    value: digits,
    unit: fc.constantFrom(null, 'mg/dL', 'mm[Hg]', '%', '10*3/uL'),
    isNumber: fc.constant(true),
    missing: fc.constant(null),
  }),
  fc.record({
    name: fc.constant(null),
    codes: fc.constant<EntryValue['codes']>([]),
    comparator: fc.constant(null),
    value: words,
    unit: fc.constant(null),
    isNumber: fc.constant(false),
    missing: fc.constant(null),
  }),
  fc.constantFrom(...missingReasons).map((missing) => ({
    name: null,
    codes: [],
    comparator: null,
    value: null,
    unit: null,
    isNumber: false,
    missing,
  })),
);
const measured: readonly HealthListKey[] = ['vitals', 'results', 'socialHistory'];
const entry = (list: HealthListKey) =>
  fc
    .record({
      name: words,
      codes,
      start: fc.option(someDate),
      values: measured.includes(list) ? fc.array(value, { minLength: 1, maxLength: 1 }) : fc.constant<EntryValue[]>([]),
      facts: fc.uniqueArray(fc.record({ name: fc.constantFrom(...(placed[list] ?? [])), value: words }), {
        maxLength: 5,
        selector: ({ name }) => name,
      }),
      negation: fc.constantFrom(null, null, 'negated' as const),
    })
    .filter(
      ({ facts }) => !facts.some(({ name }) => name === 'severity') || facts.some(({ name }) => name === 'reaction'),
    )
    .filter(({ facts }) => !facts.some(({ name }) => name === 'doseNumber'))
    .map((some) =>
      entryWith({
        ...some,
        negation: list === 'encounters' || (some.codes.length === 0 && inWords.has(list)) ? null : some.negation,
      }),
    );
// Without a code the narrative alone says that it is not so.
const inWords: ReadonlySet<HealthListKey> = new Set(['problems', 'procedures', 'goals', 'carePlans']);

const only = (list: HealthListKey, entries: readonly HealthEntry[]): SummaryContent =>
  list === 'results'
    ? {
        ...nobody,
        results: [
          {
            id: 'b5ad4c11-0000-8000-a000-000000000000',
            name: 'Panel',
            codes: [],
            date: null,
            isReport: true,
            status: 'final',
            labName: null,
            conclusion: null,
            entries: kept(list, entries),
          },
        ],
      }
    : { ...nobody, entries: { ...nobody.entries, [list]: kept(list, entries) } };

test.each(healthListKeys)('any entries of %s come back whole', (list) => {
  fc.assert(
    fc.property(fc.array(entry(list), { minLength: 1, maxLength: 4 }), (entries) => {
      const back = read(only(list, entries)).of(list);
      expect(back.map((one) => said(list, one, true))).toEqual(entries.map((one) => said(list, one, false)));
    }),
    { numRuns: 20 },
  );
});
