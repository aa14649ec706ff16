import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  codedFactText,
  type FactName,
  type EntryStatus,
  type EntryValue,
  FacilityId,
  type HealthEntry,
  type HealthListKey,
  healthListKeys,
} from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { bundleOf as exportOf } from '../../personalData/fhir.ts';
import { fhirJson } from '../../subject/fhirParts.ts';
import { isObject, type JsonObject } from '../../questionnaires/fhir/json.ts';
import { parseKeepingDecimals } from '../../record/fhir/decimals.ts';
import type { Content } from '../../record/map/mapped.ts';
import { mapResource } from '../../record/map/resource.ts';
import { readDocument } from '../../record/ccda/document/readDocument.ts';
import { entriesOf } from '../../record/ccda/entries/entries.ts';
import { entryWith, type SummaryContent } from './content.ts';
import { summaryXml } from './document.ts';
import type { HeldEntry, HeldGroup } from './fromRecord.ts';
import { internationalOf } from './international.ts';
import { factTellingIn } from './words.ts';
import { date, nobody } from '../../../tests/server/ccdaWriting.ts';

/**
 * What leaves says the same facts as what is held: read again by our own readers, each entry and each result has the kind, codes, words, value,
 * unit, date, status and negation that it had, through the FHIR export, the International Patient Summary and the C-CDA document.
 */

type Entries = readonly { readonly list: HealthListKey; readonly entry: HealthEntry }[];

/** Content and the data of an export that hold the same entries. */
function holding(entries: Entries) {
  const held = entries.map(({ list, entry }, index): HeldEntry => ({
    id: `entry-${String(index)}`,
    list,
    entry,
    resource: index,
    source: 'test',
  }));
  const of = (list: HealthListKey) => held.filter((one) => one.list === list);
  const groups = of('results').map((one): HeldGroup => ({
    id: `group-${one.id}`,
    isReport: true,
    resource: one.resource,
    name: one.entry.name ?? '',
    codes: one.entry.codes,
    date: one.entry.start,
    status: 'final',
    labName: null,
    conclusion: null,
    entries: [one],
  }));
  const { results: _, ...lists } = v.parse(
    v.record(v.picklist(healthListKeys), v.array(v.custom<HeldEntry>(isObject))),
    Object.fromEntries(healthListKeys.map((list) => [list, of(list)])),
  );
  const content: SummaryContent = { ...nobody, entries: { ...nobody.entries, ...lists }, results: groups };
  const { patient, facility, scope } = nobody;
  const text = fhirJson(
    exportOf({
      patientId: scope.patientId,
      facilityId: v.parse(FacilityId, 1),
      notificationSettings: null,
      closedIds: [],
      results: [],
      madeAt: scope.now.toISOString(),
      facility,
      name: patient,
      registration: patient,
      treatment: { groups: [], sources: new Map() },
      entries: held.filter(({ list }) => list !== 'results'),
      groups,
      reportDocuments: new Map(),
      visits: [],
      plans: [],
      parts: [],
    }),
  );
  return { content, text };
}

const Bundle = v.object({
  entry: v.array(v.object({ resource: v.custom<JsonObject>((one) => isObject(one) && 'resourceType' in one) })),
});
/** A result as an entry: laboratories' are in no list. */
function resultIn({ observation, values = [] }: Content): Entries {
  if (observation === undefined) return [];
  const [own] = values;
  const comparator = (['<', '<=', '>', '>='] as const).find((one) => one === own?.comparator) ?? null;
  return [
    {
      list: 'results',
      entry: entryWith({
        name: observation.name,
        codes: observation.codings.map(({ system, code, display }) => ({ system, code, display })),
        start: observation.effective === null ? null : date(observation.effective),
        values:
          own === undefined
            ? []
            : [
                {
                  name: null,
                  codes: [],
                  comparator,
                  value: own.value,
                  unit: own.unit,
                  isNumber: own.kind === 'quantity',
                  missing: own.value === null ? 'unknown' : null,
                },
              ],
        facts: [
          ...(typeof own?.abnormalFlag !== 'string'
            ? []
            : [{ name: 'interpretation' as const, value: own.abnormalFlag }]),
          ...(typeof own?.referenceRange !== 'string'
            ? []
            : [{ name: 'referenceRange' as const, value: own.referenceRange }]),
          ...(observation.comment === null ? [] : [{ name: 'comment' as const, value: observation.comment }]),
        ],
      }),
    },
  ];
}
/** What our import reads in a Bundle. */
function readBundle(text: string, isWhole = true): Entries {
  const { entry } = v.parse(Bundle, parseKeepingDecimals(text));
  const context = {
    keyOf: (reference: string) => (reference.startsWith('urn:') ? 'Patient/patient' : reference),
    entry: () => null,
  };
  return entry.flatMap(({ resource }) => {
    const type = String(resource['resourceType']);
    if (['Patient', 'DiagnosticReport', 'DocumentReference', 'Composition', 'Organization'].includes(type)) return [];
    const mapped = mapResource(resource, context);
    if (mapped.kind !== 'row' && isWhole) throw new Error(`${JSON.stringify(mapped)} ${JSON.stringify(resource)}`);
    if (mapped.kind !== 'row' || mapped.isHidden) return [];
    const rows = (mapped.content.entries ?? []).flatMap((row) =>
      row.kind === 'entry' ? [{ list: row.listKey, entry: row.entry }] : [],
    );
    return rows.length > 0 ? rows : resultIn(mapped.content);
  });
}
function readCcd(content: SummaryContent): Entries {
  const { tree, root } = readDocument(Buffer.from(summaryXml(content)));
  return entriesOf(root, tree.header).flatMap((row) =>
    row.kind === 'entry' ? [{ list: row.listKey, entry: row.entry }] : [],
  );
}

const ipsCodes = 'http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips';
/** The facts of an entry that stand by themselves; that there is none of something is one of them, by whatever code. */
function factsOf({ list, entry }: Entries[number]): string[] {
  const { name, codes, negation, status, start, end, values } = entry;
  if (negation === 'none') return [`${list} none`];
  const about = `${list} ${name ?? ''}`;
  const fact = (what: string, value: string | null) => (value === null ? [] : [`${about} | ${what} ${value}`]);
  return [
    about,
    ...codes
      .filter(({ system }) => system !== ipsCodes)
      .flatMap(({ system, code }) => fact('code', `${system ?? ''}|${code}`)),
    ...fact('negation', negation),
    ...fact('status', status),
    ...fact('start', start === null ? null : instantOf(start)),
    ...fact('end', end === null ? null : instantOf(end)),
    ...values.flatMap((one) => [
      ...fact(`value ${one.name ?? ''}`, one.value === null ? null : `${one.comparator ?? ''}${one.value}`),
      ...fact(`unit ${one.name ?? ''}`, one.unit),
      ...fact(`missing ${one.name ?? ''}`, one.value === null && one.codes.length === 0 ? 'it is' : null),
      ...(one.name === null ? one.codes.flatMap(({ code }) => fact('value code', code)) : []),
    ]),
  ];
}
const instantOf = (text: string): string => (text.includes('T') ? new Date(text).toISOString() : text);
/** Words that an entry says beside these, wherever they came to stand; codes in the words that `inForm` has for them. */
function lostWords(held: Entries, back: Entries, inForm: (fact: HealthEntry['facts'][number]) => string): string[] {
  const all = back.flatMap(({ entry }) => entry.facts.map(({ value }) => value)).join('\n');
  return held.flatMap(({ entry }) => entry.facts.map(inForm).filter((words) => !all.includes(words)));
}
/** A document tells codes of a few facts in its language. */
function inDocument({ name, value }: HealthEntry['facts'][number]): string {
  return codedFactText(name, value, factTellingIn('en')) ?? value;
}
/** In a Bundle that is how much and how often alone; of the others FHIR knows the codes. */
const inBundle = (fact: HealthEntry['facts'][number]): string =>
  fact.name === 'dose' || fact.name === 'frequency' ? inDocument(fact) : fact.value;

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, one) => sum + one, 0);
const forms = ['FHIR export', 'International Patient Summary', 'C-CDA document'] as const;
/** C-CDA has no place for the panel of a blood pressure: its two values are read together under the usual code. */
const asPanel = ({ list, entry }: Entries[number]): Entries[number] =>
  entry.codes.some(({ code }) => code === '55284-4')
    ? {
        list,
        entry: {
          ...entry,
          name: 'Blood pressure',
          codes: [{ system: 'http://loinc.org', code: '85354-9', display: null }],
        },
      }
    : { list, entry };
/** Each fact once through each form; returns how many there were. */
function compareAll(entries: Entries): number {
  const { content, text } = holding(entries);
  const expected = entries.flatMap(factsOf).toSorted();
  const back = {
    'FHIR export': readBundle(text),
    'International Patient Summary': readBundle(fhirJson(internationalOf(content))),
    'C-CDA document': readCcd(content),
  };
  for (const form of forms) {
    const isCcd = form === 'C-CDA document';
    expect(back[form].flatMap(factsOf).toSorted(), form).toEqual(
      isCcd ? entries.map(asPanel).flatMap(factsOf).toSorted() : expected,
    );
    expect(lostWords(entries, back[form], isCcd ? inDocument : inBundle), form).toEqual([]);
  }
  return expected.length + entries.reduce((sum, { entry }) => sum + entry.facts.length, 0);
}

const word = fc.stringMatching(/^[A-Za-zÀ-ÿ0-9]{2,12}$/);
const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((all) => all.join(' '));
const moments = fc
  .date({ min: new Date('1930-01-01'), max: new Date('2029-01-01'), noInvalidDate: true })
  .map((at) => at.toISOString());
const day = moments.map((text) => date(text.slice(0, 10)));
const someDate = fc.oneof(
  moments.map((text) => date(text)),
  day,
  moments.map((text) => date(text.slice(0, 7))),
  moments.map((text) => date(text.slice(0, 4))),
);
const codes = fc.uniqueArray(
  fc.record({
    system: fc.constantFrom(
      'http://loinc.org',
      'http://snomed.info/sct',
      'http://hl7.org/fhir/sid/icd-10-cm',
      'urn:oid:1.2.3.4',
    ),
    code: fc.stringMatching(/^[A-Z0-9]{2,6}x$/),
    display: words,
  }),
  { minLength: 1, maxLength: 3, selector: ({ system, code }) => `${system} ${code}` },
);
const plain = { name: null, codes: [], comparator: null, unit: null, isNumber: false, missing: null };
const value: fc.Arbitrary<EntryValue> = fc.oneof(
  fc
    .record({
      ...Object.fromEntries(Object.entries(plain).map(([name, one]) => [name, fc.constant(one)])),
      comparator: fc.constantFrom(null, null, '<' as const, '>=' as const),
      value: fc.stringMatching(/^-?(0|[1-9]\d{0,5})(\.\d{1,4})?$/),
      unit: fc.constantFrom(null, 'mg/dL', 'mmHg', '%', 'x10E3/uL', 'lbs'),
    })
    .map((one) => ({ ...plain, ...one, isNumber: true })),
  words.map((text) => ({ ...plain, value: text })),
  fc.constant({ ...plain, value: null, missing: 'unknown' as const }),
);
const statuses: Readonly<Record<HealthListKey, readonly (EntryStatus | null)[]>> = {
  problems: ['active', 'inactive', 'resolved', null],
  medications: ['active', 'completed', 'stopped', 'onHold', null],
  allergies: ['active', 'inactive', 'resolved', null],
  immunizations: ['completed'],
  vitals: [null],
  results: [null],
  procedures: ['completed', 'active', 'stopped', 'onHold', null],
  encounters: ['completed', 'active', null],
  socialHistory: [null],
  goals: ['planned', 'active', 'onHold', 'completed', 'stopped', null],
  carePlans: ['planned', 'active', 'onHold', 'completed', 'stopped', null],
};
const undone: Readonly<Partial<Record<HealthListKey, readonly EntryStatus[]>>> = {
  problems: ['refuted'],
  allergies: ['refuted'],
  medications: ['notDone', 'declined'],
  immunizations: ['notDone', 'declined'],
  procedures: ['notDone', 'declined'],
};
const measured: readonly HealthListKey[] = ['vitals', 'results', 'socialHistory'];
const spans: readonly HealthListKey[] = ['procedures', 'encounters', 'carePlans', 'goals'];
const entryOf = (list: HealthListKey) =>
  fc
    .record({
      name: words,
      codes,
      status: fc.constantFrom(...statuses[list]),
      negated: fc.constantFrom(null, null, null, ...(undone[list] ?? [])),
      start: list === 'goals' ? fc.option(day) : fc.option(someDate),
      lasts: fc.option(fc.integer({ min: 1, max: 90 })),
      values: measured.includes(list) ? fc.array(value, { minLength: 1, maxLength: 1 }) : fc.constant<EntryValue[]>([]),
      comment: fc.option(words),
    })
    .map(({ negated, lasts, comment, ...one }) => {
      const isTimed =
        spans.includes(list) && negated === null && lasts !== null && one.start !== null && one.start.length >= 10;
      const end = isTimed ? new Date(Date.parse(one.start ?? '') + lasts * 86_400_000).toISOString() : null;
      return {
        list,
        entry: entryWith({
          ...one,
          ...(negated === null ? {} : { status: negated, negation: 'negated' as const }),
          end: end === null ? null : date(end.slice(0, one.start?.length)),
          facts: comment === null ? [] : [{ name: 'comment' as const, value: comment }],
        }),
      };
    });
const patient = fc
  .tuple(...healthListKeys.map((list) => fc.array(entryOf(list), { minLength: 1, maxLength: 4 })))
  .map((lists) => lists.flat());

describe('what leaves says the same facts', () => {
  test('of twenty invented patients', () => {
    const counts = fc.sample(patient, { numRuns: 20, seed: 20261126 }).map(compareAll);
    expect(counts).toHaveLength(20);
    process.stdout.write(`facts of invented patients through each of three forms: ${String(sumOf(counts))}\n`);
    expect(sumOf(counts)).toBeGreaterThan(2000);
  }, 30_000);

  test('a flag and a range of one value of a pressure stay with that value', () => {
    const part = (name: string, code: string, number: string) => ({
      ...plain,
      name,
      codes: [{ system: 'http://loinc.org', code, display: null }],
      value: number,
      unit: 'mmHg',
      isNumber: true,
    });
    const facts = [
      { name: 'interpretation' as const, value: 'Diastolic blood pressure: H' },
      { name: 'referenceRange' as const, value: 'Systolic blood pressure: 90 – 120' },
      { name: 'referenceRange' as const, value: 'Diastolic blood pressure: 60 – 80' },
    ];
    const entry = entryWith({
      name: 'Blood pressure',
      codes: [{ system: 'http://loinc.org', code: '85354-9', display: null }],
      start: date('2026-11-12'),
      values: [part('Systolic blood pressure', '8480-6', '118'), part('Diastolic blood pressure', '8462-4', '92')],
      facts,
    });
    const { content, text } = holding([{ list: 'vitals', entry }]);
    for (const back of [readBundle(text), readBundle(fhirJson(internationalOf(content))), readCcd(content)])
      expect(
        back
          .flatMap((one) => one.entry.facts)
          .map(({ name, value: words }) => `${name} ${words}`)
          .toSorted(),
      ).toEqual(facts.map(({ name, value: words }) => `${name} ${words}`).toSorted());
    expect(summaryXml(content).toString()).toContain('>Diastolic blood pressure: High<');
  });

  test('that there is none of something is no condition, medicine, allergy or procedure that somebody has', () => {
    const none = (list: HealthListKey, code: string) => ({
      list,
      entry: entryWith({
        negation: 'none',
        name: 'None is known',
        codes: [{ system: 'http://snomed.info/sct', code, display: null }],
      }),
    });
    const all = [
      none('problems', '160245001'),
      none('medications', '787481004'),
      none('allergies', '716186003'),
      none('procedures', '416128008'),
    ];
    expect(compareAll(all)).toBe(4);
    const { text } = holding(all);
    for (const code of ['no-known-problems', 'no-known-medications', 'no-known-allergies', 'no-known-procedures'])
      expect(text).toContain(`"code": "${code}"`);
    expect(text).not.toContain('"code": "active"');
    expect(text).not.toContain('"status": "completed"');
  });

  test('that there is none of a kind is not that there is none at all', () => {
    const ips = 'http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips';
    const codes = [{ system: ips, code: 'no-known-food-allergies', display: null }];
    const { text } = holding([
      { list: 'allergies', entry: entryWith({ negation: 'none', name: 'No known food allergies', codes }) },
    ]);
    expect(text).toContain('"code": "no-known-food-allergies"');
    expect(text).not.toContain('"no-known-allergies"');
  });

  test('codes of how often, how severe and how dangerous are told in the language of the document', () => {
    const fact = (name: FactName, value: string) => ({ name, value });
    const { content } = holding([
      { list: 'medications', entry: entryWith({ name: 'Ibuprofen', facts: [fact('frequency', 'BID, PRN')] }) },
      {
        list: 'medications',
        entry: entryWith({
          name: 'Iron',
          facts: [fact('frequency', '1 / 1 d, ACM'), fact('frequency', '≤ 200 mg / 24 h')],
        }),
      },
      {
        list: 'allergies',
        entry: entryWith({ name: 'Nuts', facts: [fact('severity', 'severe'), fact('criticality', 'high')] }),
      },
    ]);
    const xml = summaryXml({ ...content, scope: { ...content.scope, language: 'es' } }).toString();
    for (const words of [
      'Dos veces al día, solo cuando haga falta',
      'Una vez al día, antes del desayuno',
      'Como máximo 200 mg en 24 horas',
      '>Grave<',
      '>Alto<',
    ])
      expect(xml).toContain(words);
  });

  test('how often a medicine is taken is in words for whoever reads the export or the summary', () => {
    const { content, text } = holding([
      {
        list: 'medications',
        entry: entryWith({
          name: 'Ibuprofen',
          facts: [
            { name: 'dose', value: '200 mg' },
            { name: 'frequency', value: '1 / 8 h, PRN' },
          ],
        }),
      },
    ]);
    expect(text).toContain('"text": "200 mg, Every 8 hours, only when needed"');
    const inSpanish = { ...content, scope: { ...content.scope, language: 'es' as const } };
    expect(fhirJson(internationalOf(inSpanish))).toContain('"text": "200 mg, Cada 8 horas, solo cuando haga falta"');
    expect(summaryXml(inSpanish).toString()).toContain('>Cada 8 horas, solo cuando haga falta<');
  });

  test('true and false are yes and no in a document, and a finding of unknown state is not told as final', () => {
    const value = { ...plain, value: 'true' };
    const entry = entryWith({ name: 'Pregnant', values: [value] });
    const { content } = holding([{ list: 'socialHistory', entry }]);
    const inSpanish = { ...content, scope: { ...content.scope, language: 'es' as const } };
    expect(summaryXml(inSpanish).toString()).toContain('<td>Sí</td>');
    const entries = { ...content.entries, socialHistory: [{ id: 'one', entry, resultStatus: 'unknown' }] };
    expect(fhirJson(internationalOf({ ...content, entries }))).toMatch(
      /"Observation",\s+"id": "one",\s+"status": "unknown"/,
    );
  });

  test('a visit of which only its class came is told in the language of the document', () => {
    const v3 = 'http://terminology.hl7.org/CodeSystem/v3-ActCode';
    const { content } = holding([
      {
        list: 'encounters',
        entry: entryWith({ name: null, missing: 'other', codes: [{ system: v3, code: 'EMER', display: null }] }),
      },
    ]);
    const xml = summaryXml({ ...content, scope: { ...content.scope, language: 'es' } }).toString();
    expect(xml).toContain('Visita a urgencias');
    expect(xml).toContain('code="EMER"');
  });
});

const samples =
  process.env['RECORD_SAMPLES'] ?? fileURLToPath(new URL('../../../../shared/data/synthea', import.meta.url));
const files = (() => {
  try {
    return readdirSync(samples).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
})();
const Coded = v.object({
  coding: v.optional(v.array(v.object({ system: v.optional(v.string()), code: v.optional(v.string()) })), []),
});
const Clinical = v.object({
  resourceType: v.string(),
  status: v.optional(v.string()),
  clinicalStatus: v.optional(Coded),
  code: v.optional(Coded),
  vaccineCode: v.optional(Coded),
  medicationCodeableConcept: v.optional(Coded),
  type: v.optional(v.union([v.string(), v.array(Coded)])),
  onsetDateTime: v.optional(v.string()),
  performedDateTime: v.optional(v.string()),
  performedPeriod: v.optional(v.object({ start: v.string(), end: v.optional(v.string()) })),
  occurrenceDateTime: v.optional(v.string()),
  effectiveDateTime: v.optional(v.string()),
  effectivePeriod: v.optional(v.object({ start: v.string() })),
  authoredOn: v.optional(v.string()),
  dateAsserted: v.optional(v.string()),
  period: v.optional(v.object({ start: v.optional(v.string()), end: v.optional(v.string()) })),
  valueQuantity: v.optional(v.object({ value: v.union([v.number(), v.string()]), unit: v.optional(v.string()) })),
});
const kinds = new Map([
  ['Condition', 'Condition'],
  ['AllergyIntolerance', 'AllergyIntolerance'],
  ['MedicationRequest', 'MedicationStatement'],
  ['MedicationStatement', 'MedicationStatement'],
  ['Immunization', 'Immunization'],
  ['Procedure', 'Procedure'],
  ['Observation', 'Observation'],
  ['Encounter', 'Encounter'],
]);
/** What resources themselves say, without any reader of ours: kind, codes, date, day of the order, end, status, value, unit. */
function tuplesIn(text: string): string[] {
  const { entry } = v.parse(Bundle, parseKeepingDecimals(text));
  return entry
    .flatMap(({ resource }) => {
      const one = v.safeParse(Clinical, resource);
      const kind = kinds.get(String(resource['resourceType']));
      if (kind === undefined) return [];
      if (!one.success) throw new Error(JSON.stringify(one.issues));
      const { output } = one;
      const types = Array.isArray(output.type) ? output.type : [];
      const coded = [output.code, output.vaccineCode, output.medicationCodeableConcept, ...types];
      const moment =
        output.onsetDateTime ??
        output.performedDateTime ??
        output.performedPeriod?.start ??
        output.occurrenceDateTime ??
        output.effectiveDateTime ??
        output.effectivePeriod?.start ??
        output.period?.start;
      const ordered = output.authoredOn ?? output.dateAsserted;
      const end = output.performedPeriod?.end ?? output.period?.end;
      return [
        JSON.stringify([
          kind,
          coded
            .flatMap((part) => (part?.coding ?? []).map(({ system, code }) => `${system ?? ''}|${code ?? ''}`))
            .toSorted(),
          moment === undefined ? null : instantOf(moment),
          ordered === undefined ? null : instantOf(ordered),
          end === undefined || instantOf(end) === instantOf(moment ?? '') ? null : instantOf(end),
          output.clinicalStatus?.coding[0]?.code ?? output.status ?? null,
          output.valueQuantity === undefined ? null : String(output.valueQuantity.value),
          output.valueQuantity?.unit ?? null,
        ]),
      ];
    })
    .toSorted();
}

describe.skipIf(files.length === 0)(`what leaves of ${samples} says the same facts`, () => {
  test.each(files)(
    '%s',
    (name) => {
      const source = readFileSync(join(samples, name), 'utf8');
      const entries = readBundle(source, false);
      const count = compareAll(entries);
      const told = tuplesIn(source);
      expect(tuplesIn(holding(entries).text)).toEqual(told);
      process.stdout.write(
        `${name}: ${String(count)} facts through each of three forms, ${String(told.length)} resources as their source has them\n`,
      );
      expect(count).toBeGreaterThan(200);
    },
    30_000,
  );
});

test('a report of words alone is a result of its own', () => {
  const report = {
    id: 'report',
    isReport: true,
    name: 'Chest X-ray',
    codes: [{ system: 'http://loinc.org', code: '36643-5', display: null }],
    date: date('2026-03-01'),
    status: 'final',
    labName: null,
    conclusion: 'Nothing unusual.',
    entries: [],
  };
  const back = readCcd({ ...nobody, results: [report] });
  expect(back).toMatchObject([
    { list: 'results', entry: { name: 'Chest X-ray', start: '2026-03-01', values: [{ value: 'Nothing unusual.' }] } },
  ]);
});
