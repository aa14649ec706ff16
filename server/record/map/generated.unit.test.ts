import { HealthEntry, healthListKeys, treatmentGroupKeys } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../questionnaires/fhir/json.ts';
import type { Context } from '../fhir/directory.ts';
import { groupsOf } from '../../testResults/labIndex.ts';
import { contentHash } from '../rows.ts';
import { type Json, observation } from '../../../tests/server/record.ts';
import { type Content, type Mapping, observationCategories, type ValueRow } from './mapped.ts';
import { mapResource, referencesIn } from './resource.ts';

const nobody: Context = { keyOf: (reference) => reference, entry: () => null };
const map = (resource: JsonObject): Mapping => mapResource(resource, nobody);
const contentOf = (resource: JsonObject): Content => {
  const mapped = map(resource);
  if (mapped.kind !== 'row') throw new Error(JSON.stringify(mapped));
  return mapped.content;
};

// Resources as sources write them, with up to three arbitrary elements.
const anything = fc.oneof(
  fc.constantFrom(null, true, -1, 'text', '\u0000', '\uD800', '2012-03-06', 'Patient/2', '#x', '-1e400'),
  fc.string(),
  fc.jsonValue({ maxDepth: 3 }),
);
const text = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('a', 'b c'));
const sometimes = (known: Record<string, fc.Arbitrary<unknown>>) => fc.record(known, { requiredKeys: [] });
const few = (one: fc.Arbitrary<unknown>) => fc.array(one, { maxLength: 3 });
const code = fc.constantFrom('laboratory', 'LAB', 'vital-signs', 'RAD', '72166-2', '21908-9', '2857-1', 'H', 'MR', 'x');
const concept = sometimes({
  coding: few(sometimes({ system: text, code, display: text, userSelected: fc.boolean() })),
  text,
});
const quantity = sometimes({
  value: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom('7.10', '1E3')),
  comparator: fc.constantFrom('<', '<=', '>=', '>'),
  unit: fc.constantFrom('mg', 'g/dL', ''),
  code: text,
});
const reference = sometimes({
  reference: fc.constantFrom('Practitioner/1', 'Organization/1', 'Observation/2', '#a', 'urn:uuid:1', ''),
  display: text,
});
const date = fc.constantFrom('2012', '2012-03', '2012-03-06', '2012-03-06T20:43:11+01:00');
const aValue = fc.oneof(
  fc.constant({}),
  fc.record({ valueQuantity: quantity }),
  fc.record({ valueString: text }),
  fc.record({ valueCodeableConcept: concept }),
  fc.record({ valueBoolean: fc.boolean() }),
  fc.record({ valueRange: sometimes({ low: quantity, high: quantity }) }),
  fc.record({ valueRatio: sometimes({ numerator: quantity, denominator: quantity }) }),
  fc.record({ valueAttachment: fc.constant({}) }),
);
const part = fc
  .tuple(
    sometimes({
      code: concept,
      dataAbsentReason: concept,
      interpretation: few(concept),
      referenceRange: few(sometimes({ low: quantity, high: quantity, text, type: concept, appliesTo: few(concept) })),
    }),
    aValue,
  )
  .map(([common, value]): Json => ({ code: { text: 'Part' }, ...common, ...value }));
const attachment = sometimes({
  contentType: fc.constantFrom('text/plain', 'text/html; charset=x', 'application/pdf', ''),
  data: fc.base64String(),
  url: text,
});
const wellFormed = fc
  .tuple(
    fc.constantFrom(
      ...'Observation Observation DiagnosticReport DocumentReference Composition Condition Procedure AllergyIntolerance MedicationRequest'.split(
        ' ',
      ),
      ...'MedicationAdministration MedicationStatement FamilyMemberHistory ResearchSubject AdverseEvent Patient Claim'.split(
        ' ',
      ),
      ...'Immunization Encounter CarePlan Goal CareTeam'.split(' '),
    ),
    part,
    sometimes({
      status: fc.constantFrom(
        'final',
        'amended',
        'entered-in-error',
        'registered',
        'unknown to us',
        'not-done',
        'active',
      ),
      meta: sometimes({ versionId: text, lastUpdated: date, profile: few(text) }),
      category: few(concept),
      effectiveDateTime: date,
      effectivePeriod: sometimes({ start: date, end: date }),
      issued: date,
      onsetDateTime: date,
      performer: few(reference),
      basedOn: few(reference),
      specimen: fc.oneof(reference, few(reference)),
      encounter: reference,
      result: few(reference),
      hasMember: few(reference),
      focus: few(reference),
      note: few(sometimes({ text })),
      component: few(part),
      conclusion: text,
      presentedForm: few(attachment),
      content: few(sometimes({ attachment })),
      section: few(sometimes({ title: text, text: sometimes({ div: text }) })),
      contained: few(
        sometimes({
          resourceType: fc.constantFrom('Organization', 'Practitioner'),
          id: fc.constant('a'),
          name: anything,
        }),
      ),
      extension: few(sometimes({ url: text, valueString: text })),
      language: fc.oneof(text, fc.constant('es-MX')),
      intent: fc.constantFrom('order', 'plan', 'proposal'),
      lifecycleStatus: fc.constantFrom('active', 'proposed', 'entered-in-error'),
      clinicalStatus: concept,
      verificationStatus: concept,
      severity: concept,
      statusReason: concept,
      reasonCode: few(concept),
      onsetAge: quantity,
      onsetRange: sometimes({ low: quantity, high: quantity }),
      dosageInstruction: few(
        sometimes({
          text,
          route: concept,
          timing: sometimes({ code: concept }),
          doseAndRate: few(sometimes({ doseQuantity: quantity })),
        }),
      ),
      protocolApplied: few(sometimes({ doseNumberPositiveInt: fc.nat(9), doseNumberString: text })),
      occurrenceDateTime: date,
      period: sometimes({ start: date, end: date }),
      participant: few(sometimes({ individual: reference, member: reference, role: few(concept) })),
      activity: few(sometimes({ detail: sometimes({ code: concept, description: text, status: text }), reference })),
      target: few(sometimes({ measure: concept, detailQuantity: quantity, detailString: text, dueDate: date })),
      title: text,
    }),
  )
  .map(([resourceType, common, more]): Json => ({
    resourceType,
    id: 'i',
    subject: { reference: 'Patient/p' },
    patient: { reference: 'Patient/p' },
    medicationCodeableConcept: { text: 'Tamoxifen' },
    relationship: { text: 'Mother' },
    condition: [{ code: common['code'] }],
    study: { display: 'Trial' },
    event: resourceType === 'Composition' ? undefined : common['code'],
    vaccineCode: common['code'],
    description: resourceType === 'Goal' ? common['code'] : undefined,
    ...common,
    ...more,
    ...(['Procedure', 'MedicationRequest', 'MedicationAdministration'].includes(resourceType)
      ? { category: undefined, performer: undefined }
      : {}),
  }));
const resources = fc.tuple(wellFormed, few(fc.tuple(fc.nat(40), anything))).map(([resource, spoilt]) => {
  const keys = Object.keys(resource);
  return {
    ...resource,
    ...Object.fromEntries(
      spoilt.flatMap((one) => (Array.isArray(one) ? [[keys[Number(one[0]) % keys.length] ?? 'id', one[1]]] : [])),
    ),
  };
});

describe('whatever a source writes', () => {
  const numeric = (row: ValueRow) => row.kind === 'quantity' || row.kind === 'range';
  it('never crashes, and what is made of it fits the tables', () => {
    let rows = 0;
    let told = 0;
    fc.assert(
      fc.property(resources, (resource) => {
        referencesIn(resource);
        const mapped = map(resource);
        if (mapped.kind !== 'row') return;
        rows += 1;
        contentHash(mapped.status, mapped.isHidden, mapped.content);
        const { observation: one, values = [], items = [], entries = [], report: found } = mapped.content;
        expect(one?.category !== 'laboratory' || entries.length === 0).toBe(true);
        if (one) expect(observationCategories).toContain(one.category);
        expect(one === undefined || (one.category === 'laboratory') === (one.resultKey !== null)).toBe(true);
        expect(found === undefined || found.resultKey !== '').toBe(true);
        for (const row of values) {
          expect((row.kind === 'none') === (row.value === null)).toBe(true);
          expect(row.unit === null || ['quantity', 'range', 'ratio'].includes(row.kind)).toBe(true);
        }
        for (const { lastName } of mapped.content.careTeam ?? []) expect(lastName).not.toBe('');
        for (const item of items) expect(treatmentGroupKeys).toContain(item.groupKey);
        for (const row of entries) {
          told += 1;
          expect(healthListKeys).toContain(row.listKey);
          if (row.kind === 'narrative') continue;
          // Calls answer with this row, so it must match the contract.
          expect(v.parse(HealthEntry, row.entry)).toEqual(row.entry);
          expect(row.entry.name === null).toBe(row.entry.missing !== null);
          for (const value of row.entry.values) expect(value.value === null).toBe(value.missing !== null);
        }
        // Mapping it again gives the same.
        expect(map(structuredClone(resource))).toEqual(mapped);
      }),
      { numRuns: 400 },
    );
    // Of 400 resources about 140 make a row, and those make about 60 entries. These bounds cannot be missed by chance.
    expect(rows).toBeGreaterThan(70);
    expect(told).toBeGreaterThan(15);
  });

  it('never gives a value without its unit, or with another one', () => {
    const units = fc.option(fc.constantFrom('mg', 'g/dL', '10*3/uL', '%'), { nil: undefined });
    const number = fc.integer({ min: -1_000_000, max: 1_000_000 });
    const part = fc.record({ value: number, unit: units, code: units });
    fc.assert(
      fc.property(part, fc.array(part, { maxLength: 4 }), (own, parts) => {
        const all = [own, ...parts];
        const one = contentOf({
          ...observation('o', 'p'),
          valueQuantity: own,
          component: parts.map((each, at) => ({ code: { text: String(at) }, valueQuantity: each })),
        });
        expect(one.values?.map((row) => [row.value, row.unit])).toEqual(
          all.map((each) => [String(each.value), each.unit ?? each.code ?? null]),
        );
        expect(one.values?.every(numeric)).toBe(true);
      }),
    );
  });

  it('never mixes patients up: a resource is about whom it names, whatever else it refers to', () => {
    const ids = fc.constantFrom('a', 'b', 'c');
    fc.assert(
      fc.property(ids, ids, ids, (patient, performer, focus) => {
        const mapped = map({
          ...observation('o', patient),
          performer: [{ reference: `Patient/${performer}` }],
          focus: [{ reference: `Patient/${focus}` }],
          contained: [{ resourceType: 'Patient', id: focus }],
        });
        expect(mapped).toMatchObject({ kind: 'row', subject: { kind: 'key', key: `Patient/${patient}` } });
      }),
    );
  });

  it('puts each laboratory resource into a group once at least, in circles too', () => {
    const graph = fc.array(fc.array(fc.nat(9), { maxLength: 4 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(graph, (edges) => {
        const ids = edges.map((_, id) => id);
        const groups = groupsOf(ids, () => true, new Map(edges.map((members, id) => [id, members])));
        expect(new Set(groups.flatMap(({ members }) => members))).toEqual(new Set(ids));
        for (const { members } of groups) expect(new Set(members).size).toBe(members.length);
      }),
    );
  });
});
