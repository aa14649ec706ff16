import { describe, expect, it, test } from 'vitest';
import fc from 'fast-check';
import type { JsonObject } from '../../questionnaires/fhir/json.ts';
import type { Context, DirectoryEntry } from '../fhir/directory.ts';
import { parseKeepingDecimals, plainDecimal } from '../fhir/decimals.ts';
import { momentOf } from '../fhir/dates.ts';
import { type Json, observation, report } from '../../../tests/server/record.ts';
import type { Content, Mapping, ValueRow } from './mapped.ts';
import { mapResource } from './resource.ts';

const nobody: Context = { keyOf: (reference) => reference, entry: () => null };
const map = (resource: JsonObject, context = nobody): Mapping => mapResource(resource, context);
const contentOf = (resource: JsonObject, context = nobody): Content => {
  const mapped = map(resource, context);
  if (mapped.kind !== 'row') throw new Error(JSON.stringify(mapped));
  return mapped.content;
};
const reasonOf = (resource: JsonObject): string => {
  const mapped = map(resource);
  return mapped.kind === 'leftOut' ? mapped.reason : mapped.kind;
};
const valued = (value: Json): ValueRow | undefined =>
  contentOf({ ...observation('o', 'p'), valueQuantity: undefined, ...value }).values?.[0];
const coded = (text: string) => ({ coding: [{ system: 'http://snomed.info/sct', code: '1' }], text });
const about = { subject: { reference: 'Patient/p' } };
const itemOf = (resource: JsonObject) => contentOf(resource).items?.[0];

describe('a value', () => {
  it.each([
    [
      { valueQuantity: { value: 5, comparator: '<', unit: 'ng/mL' } },
      { kind: 'quantity', comparator: '<', value: '5', unit: 'ng/mL' },
    ],
    [{ valueQuantity: { value: '7.10', code: 'mg' } }, { value: '7.10', unit: 'mg' }],
    [{ valueQuantity: { value: 0, unit: '%' } }, { value: '0', unit: '%' }],
    [{ valueString: ' 3-5 ' }, { kind: 'text', value: '3-5', unit: null }],
    [
      { valueCodeableConcept: { coding: [{ code: 'x' }, { code: 'y', display: 'Positive' }] } },
      { kind: 'code', value: 'Positive' },
    ],
    [{ valueBoolean: false }, { kind: 'yes-no', value: 'false' }],
    [{ valueInteger: 12 }, { kind: 'quantity', value: '12', unit: null }],
    [
      { valueRange: { low: { value: 1, unit: 'g' }, high: { value: 2, unit: 'g' } } },
      { kind: 'range', value: '1 – 2', unit: 'g' },
    ],
    [
      { valueRange: { low: { value: 1, unit: 'g' }, high: { value: 2, unit: 'mg' } } },
      { kind: 'text', value: '1 g – 2 mg', unit: null },
    ],
    [{ valueRatio: { numerator: { value: 1 }, denominator: { value: 128 } } }, { kind: 'ratio', value: '1:128' }],
    [
      { valueRatio: { numerator: { value: 3, unit: 'mg' }, denominator: { value: 1, unit: 'mL' } } },
      { kind: 'ratio', value: '3 mg / 1 mL' },
    ],
    [
      { dataAbsentReason: { coding: [{ code: 'unknown', display: 'Unknown' }] } },
      { kind: 'none', value: null, absentReason: 'Unknown' },
    ],
    [{ valueSampledData: { origin: { value: 1 } } }, { kind: 'none', value: null, absentReason: 'unsupported' }],
    [{}, { kind: 'none', value: null, absentReason: null }],
  ])('%j', (value, row) => expect(valued(value)).toMatchObject(row));

  it('has its components beside it, each with its own unit', () => {
    const one = contentOf({
      ...observation('o', 'p'),
      valueQuantity: undefined,
      component: [
        { code: { text: 'Systolic' }, valueQuantity: { value: 120, unit: 'mmHg' } },
        { code: { text: 'Diastolic' }, dataAbsentReason: { text: 'not measured' } },
      ],
    });
    expect(one.values).toMatchObject([
      { position: 1, name: 'Systolic', value: '120', unit: 'mmHg' },
      { position: 2, name: 'Diastolic', kind: 'none', absentReason: 'not measured' },
    ]);
  });

  it('is left out where it is not what FHIR says, or where there are two', () => {
    expect(reasonOf({ ...observation('o', 'p'), valueQuantity: { value: 'high' } })).toBe(
      'its valueQuantity.value is not what FHIR says',
    );
    expect(reasonOf({ ...observation('o', 'p'), valueQuantity: { value: 5, comparator: '~' } })).toBe(
      'its valueQuantity.comparator is not what FHIR says',
    );
    expect(reasonOf({ ...observation('o', 'p'), valueString: 'and a text' })).toBe('it has two values');
  });

  it('has its reference range in words, with a unit that is not its own, and its flag', () => {
    const range = (referenceRange: readonly Json[], interpretation: readonly Json[] = []) =>
      contentOf({ ...observation('o', 'p'), referenceRange, interpretation }).values?.[0];
    expect(range([{ low: { value: 12, unit: 'g/dL' }, high: { value: 16, unit: 'g/dL' } }])?.referenceRange).toBe(
      '12 – 16',
    );
    expect(range([{ high: { value: 160, unit: 'g/L' } }])?.referenceRange).toBe('≤ 160 g/L');
    expect(range([{ text: '12-16', low: { value: 12 } }])?.referenceRange).toBe('12-16');
    const age = (low: number) => ({ age: { low: { value: low, unit: 'years' } } });
    const [child, adult] = [
      { low: { value: 11 }, ...age(2) },
      { low: { value: 12 }, ...age(18) },
    ];
    expect(range([child, adult])?.referenceRange).toBe('≥ 2 years: ≥ 11; ≥ 18 years: ≥ 12');
    expect(range([{ ...adult, appliesTo: [{ text: 'Women' }] }, child])?.referenceRange).toBe(
      'Women, ≥ 18 years: ≥ 12; ≥ 2 years: ≥ 11',
    );
    expect(range([adult])?.referenceRange).toBe('≥ 12');
    expect(
      range([{ low: { value: 1 }, type: { coding: [{ code: 'critical' }] } }, { low: { value: 2 } }])?.referenceRange,
    ).toBe('≥ 2');
    expect(range([], [{ coding: [{ code: 'HH' }] }])).toMatchObject({ abnormalFlag: 'HH', isAbnormal: true });
    expect(range([], [{ coding: [{ code: 'N' }] }])).toMatchObject({ abnormalFlag: 'N', isAbnormal: false });
  });

  const hl7 = 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation';
  const coded = (...codes: readonly string[]): Json => ({ coding: codes.map((code) => ({ system: hl7, code })) });
  const local = (code: string, display?: string): Json => ({ system: 'urn:oid:1.2.840.114350.1.13.9', code, display });
  it.each<[string, readonly Json[], string | null, boolean]>([
    [
      'a local code before the standard one',
      [{ coding: [local('9', 'Critical High'), { system: hl7, code: 'HH' }] }],
      'HH',
      true,
    ],
    ['a local code in an entry of its own', [{ coding: [local('9', 'Critical High')] }, coded('HH')], 'HH', true],
    ['two standard entries, the milder first', [coded('H'), coded('HH')], 'HH', true],
    ['a change before the flag', [coded('U'), coded('HH')], 'HH', true],
    ['two codings of one entry', [coded('N', 'L')], 'L', true],
    ['an unknown side beside a known one', [coded('A', 'L')], 'L', true],
    ['a local code alone, by its display', [{ coding: [local('9', 'Critical High')] }], 'Critical High', true],
    ['a local code alone that nobody knows', [{ coding: [local('9', 'See remarks')] }], 'See remarks', false],
    [
      'a code without a system, by its words',
      [{ coding: [{ code: '9', display: 'See remarks' }] }],
      'See remarks',
      false,
    ],
    ['a code without a system beside words', [{ coding: [{ code: '9' }], text: 'See remarks' }], 'See remarks', false],
    ['a code without a system or words', [{ coding: [{ code: 'POS' }] }], 'POS', false],
    ['a local code without words', [{ coding: [local('9')] }], '9', false],
    ['words beside a code', [{ coding: [local('9')], text: 'Panic low' }], 'Panic low', true],
    ['words alone', [{ text: 'High' }], 'High', true],
    ['standard codes without a colour', [coded('POS'), coded('U')], 'POS, U', false],
    ['one without a colour beside a normal one', [coded('N'), coded('R')], 'R', false],
    ['none', [], null, false],
  ])('has the most severe flag of all: %s', (_, interpretation, abnormalFlag, isAbnormal) =>
    expect(contentOf({ ...observation('o', 'p'), interpretation }).values?.[0]).toMatchObject({
      abnormalFlag,
      isAbnormal,
    }),
  );
});

describe('a date', () => {
  it.each([
    ['2012', '2012-01-01T00:00:00.000Z', 'year'],
    ['2012-03', '2012-03-01T00:00:00.000Z', 'month'],
    ['2012-03-06', '2012-03-06T00:00:00.000Z', 'day'],
    ['2012-03-06T20:43:11+01:00', '2012-03-06T19:43:11.000Z', 'time'],
    ['2012-03-06T20:43Z', '2012-03-06T20:43:00.000Z', 'time'],
    ['2012-03-06T20:43:11', '2012-03-06T00:00:00.000Z', 'day'],
    ['9999-12-31T23:59:59-05:00', '9999-12-31T00:00:00.000Z', 'time'],
    ['0001-01-01T00:00:00+05:00', '0001-01-01T00:00:00.000Z', 'time'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59.000Z', 'time'],
  ])('%s is kept as given', (text, at, precision) => expect(momentOf(text)).toEqual({ text, at, precision }));
  it.each(['', '2012-13', '2012-02-30', '03/06/2012', '2012-03-06T25:00:00Z', 'yesterday', '0000'])(
    '%j is none',
    (text) => expect(momentOf(text)).toBeNull(),
  );
  it('may be missing', () =>
    expect(contentOf({ ...observation('o', 'p'), effectiveDateTime: undefined }).observation).toMatchObject({
      effective: null,
      effectiveAt: null,
    }));
});

describe('decimals', () => {
  it('keep their digits', () => {
    expect(parseKeepingDecimals('{"a":7.0,"b":7,"c":"7.0 \\" 1.50","d":[-0.10,1e2],"e":164.28633591091844}')).toEqual({
      a: '7.0',
      b: 7,
      c: '7.0 " 1.50',
      d: ['-0.10', '1e2'],
      e: 164.286_335_910_918_44,
    });
    expect(['1e2', '1.0E2', '1.25e1', '5E-3', '1e-7', '1e99'].map(plainDecimal)).toEqual([
      '100',
      '100',
      '12.5',
      '0.005',
      '0.0000001',
      '1e99',
    ]);
  });
  it('read any JSON as JSON.parse does, but for those digits', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const back = JSON.stringify(parseKeepingDecimals(json), (_, value: unknown) => value);
        const plain = JSON.stringify(JSON.parse(json));
        const unquoted = (text: string) =>
          text.replace(/"(-?\d[\d.eE+-]*)"/g, (_, number: string) => String(Number(number)));
        expect(unquoted(back)).toBe(unquoted(plain));
      }),
    );
    expect(() => parseKeepingDecimals('{"a":01}')).toThrow();
    expect(() => parseKeepingDecimals('{"a":"open')).toThrow();
  });
});

describe('reports and notes', () => {
  const pdf = Buffer.from('%PDF-1.4 x').toString('base64');
  it('of a laboratory are results, with what they present', () => {
    const one = contentOf({
      ...report('r', 'p', ['a', 'b']),
      conclusion: 'All is well.',
      presentedForm: [{ contentType: 'application/pdf', data: pdf }],
    });
    expect(one.report).toMatchObject({ name: 'Blood count', conclusion: 'All is well.' });
    expect(one.links).toEqual([
      { relation: 'member', position: 0, targetType: 'Observation', targetId: 'a' },
      { relation: 'member', position: 1, targetType: 'Observation', targetId: 'b' },
    ]);
    expect(one.documents).toMatchObject([{ contentType: 'application/pdf' }]);
  });
  it('of imaging are notes; without anything to read they are left out', () => {
    const category = [{ coding: [{ code: 'RAD' }] }];
    const one = contentOf({ ...report('r', 'p', []), category, conclusion: 'Clear <lungs> & heart.' });
    expect(one.note).toMatchObject({ documentType: 'Blood count' });
    expect(one.documents?.[0]?.content.toString()).toBe('<p>Clear &lt;lungs&gt; &amp; heart.</p>');
    expect(reasonOf({ ...report('r', 'p', []), category })).toBe('there is nothing in it to read');
  });
  const note = (attachment: Json, more: Json = {}) => ({
    resourceType: 'DocumentReference',
    id: 'd',
    ...about,
    status: 'current',
    content: [{ attachment }],
    ...more,
  });
  it('are read in their character set, and allow-listed', () => {
    const data = Buffer.from('Señora', 'latin1').toString('base64');
    expect(
      contentOf(note({ contentType: 'text/plain; charset=ISO-8859-1', data })).documents?.[0]?.content.toString(),
    ).toBe('Señora');
    expect(contentOf(note({ contentType: 'text/plain', data })).documents?.[0]?.content.toString()).toBe('Señora');
    const html = Buffer.from('<p onclick="x">Hi<script>1</script></p>').toString('base64');
    expect(contentOf(note({ contentType: 'text/html', data: html })).documents?.[0]?.content.toString()).toBe(
      '<p>Hi</p>',
    );
  });
  it('say why one cannot be read', () => {
    expect(reasonOf(note({ contentType: 'application/pdf', data: 'SGVsbG8=' }))).toBe(
      'its attachment is no application/pdf',
    );
    expect(reasonOf(note({ contentType: 'application/pdf', url: 'Binary/1' }))).toBe(
      'its attachment is only an address',
    );
    expect(reasonOf(note({ contentType: 'text/xml', data: 'SGVsbG8=' }))).toBe('its attachment is of type text/xml');
  });
  it('are found in a Binary of the same Bundle', () => {
    const binary = (key: string) => (key === 'Binary/1' ? { contentType: 'text/plain', data: 'SGVsbG8=' } : null);
    const one = contentOf(note({ contentType: 'text/plain', url: 'Binary/1' }), { ...nobody, binary });
    expect(one.documents?.[0]?.content.toString()).toBe('Hello');
  });
  it('that are no more valid, or drafts, are hidden', () => {
    const plain = { contentType: 'text/plain', data: 'SGVsbG8=' };
    expect(map(note(plain, { status: 'superseded' }))).toMatchObject({ isHidden: true });
    expect(map(note(plain, { docStatus: 'preliminary' }))).toMatchObject({ isHidden: true });
    expect(map(note(plain, { docStatus: 'amended' }))).toMatchObject({ isHidden: false, status: 'amended' });
    expect(map(note(plain, { docStatus: 'entered-in-error' }))).toMatchObject({ kind: 'retracted' });
  });
  it('of a Composition are its narratives in order', () => {
    const section = [
      { title: 'History', text: { div: '<div>Well.</div>' } },
      { title: 'Plan', section: [{ title: 'Next', text: { div: '<p>Rest</p>' } }] },
    ];
    const one = contentOf({ resourceType: 'Composition', id: 'k', ...about, title: 'Visit', section });
    expect(one.documents?.[0]?.content.toString()).toBe(
      '<h2>History</h2><div>Well.</div><h2>Plan</h2><h2>Next</h2><p>Rest</p>',
    );
  });
});

describe('the treatment summary', () => {
  it('has no diagnosis that was ruled out, whatever code of its own a source writes first', () => {
    const verificationStatus = { coding: [{ system: 'urn:local', code: '3' }, { code: 'refuted' }] };
    expect(
      mapResource(
        { id: 'i', ...about, resourceType: 'AllergyIntolerance', code: coded('Nuts'), verificationStatus },
        nobody,
      ),
    ).toMatchObject({ content: { entries: [{ entry: { status: 'refuted' } }] } });
    expect(
      'items' in
        contentOf({ id: 'i', ...about, resourceType: 'Condition', code: coded('Lung cancer'), verificationStatus }),
    ).toBe(false);
  });
  it.each([
    [{ resourceType: 'Condition', code: coded('Hypertension') }, 'Comorbidity', { description: 'Hypertension' }],
    [
      { resourceType: 'Condition', code: coded('Malignant neoplasm of breast') },
      'Diagnosis',
      { icdDescriptionFull: 'Malignant neoplasm of breast' },
    ],
    [
      { resourceType: 'Condition', code: coded('Suspected lung cancer') },
      'Comorbidity',
      { description: 'Suspected lung cancer' },
    ],
    [
      { resourceType: 'Condition', code: { coding: [{ system: 'http://hl7.org/fhir/sid/icd-10-cm', code: 'C50.9' }] } },
      'Diagnosis',
      { icdCode: 'C50.9' },
    ],
    [
      {
        resourceType: 'AllergyIntolerance',
        code: coded('Peanut'),
        reaction: [{ manifestation: [coded('Hives')], severity: 'mild' }],
      },
      'Allergy',
      { allergen: 'Peanut', response: 'Hives (mild)' },
    ],
    [
      { resourceType: 'MedicationRequest', medicationCodeableConcept: coded('Tamoxifen 20 MG Oral Tablet') },
      'HormoneTherapy',
      { agentName: 'Tamoxifen 20 MG Oral Tablet' },
    ],
    [
      { resourceType: 'MedicationRequest', medicationCodeableConcept: coded('Paclitaxel 100 MG Injection') },
      'Chemotherapy',
      { agentName: 'Paclitaxel 100 MG Injection' },
    ],
    [
      { resourceType: 'MedicationRequest', medicationCodeableConcept: coded('Acetaminophen') },
      'Other',
      { description: 'Acetaminophen' },
    ],
    [
      { resourceType: 'Procedure', category: { coding: [{ code: '387713003' }] }, code: coded('Lumpectomy') },
      'Surgery',
      { procedureName: 'Lumpectomy' },
    ],
    [
      {
        resourceType: 'Procedure',
        code: { coding: [{ system: 'http://www.ama-assn.org/go/cpt', code: '77412', display: 'Radiation' }] },
      },
      'RadiationTherapy',
      { radiationType: 'Radiation' },
    ],
    [
      { resourceType: 'Procedure', code: coded('Bone marrow transplant') },
      'TransplantHistory',
      { transplantType: 'Bone marrow transplant' },
    ],
    [{ resourceType: 'Procedure', code: coded('Sputum examination') }, 'Other', { description: 'Sputum examination' }],
    [
      {
        resourceType: 'FamilyMemberHistory',
        relationship: coded('Mother'),
        deceasedBoolean: true,
        condition: [{ code: coded('Breast cancer'), onsetAge: { value: 50, unit: 'years' } }],
      },
      'FamilyHistory',
      {
        relationship: 'Mother',
        cancerDiagnosis: 'Breast cancer',
        ageAtDiagnosis: '50 years',
        currentStatus: 'Deceased',
      },
    ],
    [
      { resourceType: 'ResearchSubject', individual: about.subject, study: { display: 'Trial A' } },
      'ClinicalTrial',
      { trialName: 'Trial A' },
    ],
    [
      { resourceType: 'AdverseEvent', event: coded('Neuropathy') },
      'SideEffectBundle',
      { sideEffectList: ['Neuropathy'] },
    ],
  ])('%j', (resource, group, fields) => {
    const patient =
      resource.resourceType === 'AllergyIntolerance' || resource.resourceType === 'FamilyMemberHistory'
        ? { patient: about.subject }
        : about;
    const item = itemOf({ id: 'i', ...patient, ...resource });
    expect(item).toMatchObject({ groupKey: group, fields });
  });

  it('keeps people of a care team for the whole of their last day, month or year, wherever that is', () => {
    const team = (end: string, teamEnd?: string) =>
      contentOf({
        resourceType: 'CareTeam',
        id: 'i',
        ...about,
        period: { end: teamEnd },
        participant: [{ member: { type: 'Practitioner', display: 'Ada Quill' }, period: { end } }],
      }).careTeam?.[0]?.endsAt;
    expect(team('2026-11-30')).toBe('2026-12-01T12:00:00.000Z');
    expect(team('2026-11')).toBe('2026-12-01T12:00:00.000Z');
    expect(team('2026')).toBe('2027-01-01T12:00:00.000Z');
    expect(team('2026-11-30T08:00:00-05:00')).toBe('2026-11-30T13:00:00.000Z');
    expect(team('2027', '2026-11-30')).toBe('2026-12-01T12:00:00.000Z');
    expect(team('9999-12-31')).toBeNull();
  });
  it('says of a treatment that it was stopped, and why', () => {
    const surgery = { resourceType: 'Procedure', id: 'i', ...about, code: coded('Lumpectomy'), note: [{ text: 'N' }] };
    const comment = (resource: Json) => itemOf(resource)?.fields['comment'];
    const statusReason = coded('The heart was too weak');
    expect(comment({ ...surgery, status: 'completed', statusReason })).toBe('N');
    expect(comment({ ...surgery, status: 'stopped', statusReason })).toBe('Stopped\nThe heart was too weak\nN');
    const medicine = { ...surgery, resourceType: 'MedicationRequest', medicationCodeableConcept: coded('Tamoxifen') };
    expect(comment({ ...medicine, status: 'stopped', note: [] })).toBe('Stopped');
  });

  const told = (code: string, more: Json = {}) => ({
    ...observation('o', 'p'),
    category: [],
    code: { coding: [{ system: 'http://loinc.org', code, display: 'D' }] },
    valueQuantity: undefined,
    valueCodeableConcept: { text: 'V' },
    ...more,
  });
  it('takes a stage to the diagnosis that it is about, and leaves one by itself that names none', () => {
    const focus = [{ reference: 'Condition/c' }];
    expect(contentOf(told('21908-9', { focus }))).toMatchObject({
      items: [{ groupKey: 'Diagnosis', kind: 'adds', fields: { stage: 'V' } }],
      links: [{ relation: 'about', targetType: 'Condition', targetId: 'c' }],
    });
    expect(itemOf(told('21908-9'))).toMatchObject({ groupKey: 'InitialClinicalFinding', kind: 'own' });
  });
  it('has one newest fact of smoking, and markers and genes beside the results', () => {
    expect(itemOf(told('72166-2'))).toMatchObject({
      groupKey: 'SocialHistory',
      kind: 'latest',
      fields: { smokingStatus: 'V' },
    });
    expect(
      itemOf(
        told('2857-1', {
          valueCodeableConcept: undefined,
          valueQuantity: { value: 4, comparator: '<', unit: 'ng/mL' },
        }),
      ),
    ).toMatchObject({ groupKey: 'TumorMarker', fields: { testResult: '< 4 ng/mL' } });
    expect(itemOf(told('69548-6'))).toMatchObject({ groupKey: 'GeneticTest', fields: { testSummary: 'V' } });
  });
  it('says that no allergy is known, and hides what is only suspected, refuted, planned or not done', () => {
    const allergy = {
      resourceType: 'AllergyIntolerance',
      id: 'i',
      patient: about.subject,
      code: { coding: [{ code: '716186003', display: 'No known allergy' }] },
    };
    expect(itemOf(allergy)).toMatchObject({ fields: {}, nullMessage: 'No known allergy' });
    const verified = (code: string) => ({
      resourceType: 'Condition',
      id: 'i',
      ...about,
      code: coded('X'),
      verificationStatus: { coding: [{ code }] },
    });
    expect(['confirmed', 'refuted', 'provisional'].map((code) => map(verified(code)))).toMatchObject([
      { isHidden: false },
      { isHidden: false },
      { isHidden: true },
    ]);
    // A condition that was ruled out is only in the lists, as refuted.
    expect(contentOf(verified('refuted')).items).toBeUndefined();
    expect(map(verified('entered-in-error'))).toMatchObject({ kind: 'retracted' });
    expect(
      itemOf({ resourceType: 'Procedure', id: 'i', ...about, code: coded('X'), status: 'not-done' }),
    ).toBeUndefined();
    expect(
      map({
        resourceType: 'MedicationRequest',
        id: 'i',
        ...about,
        intent: 'proposal',
        medicationCodeableConcept: coded('X'),
      }),
    ).toMatchObject({ isHidden: true });
  });
});

describe('whom and who', () => {
  it('names the patient by reference, identifier or condition, and nobody else', () => {
    const subject = (one: Json) => {
      const mapped = map({ ...observation('o', 'p'), subject: one });
      return mapped.kind === 'leftOut' ? mapped.reason : mapped.subject;
    };
    expect(subject({ reference: 'Patient/1' })).toEqual({ kind: 'key', key: 'Patient/1' });
    expect(subject({ reference: 'Patient?identifier=urn:x%7C12' })).toEqual({
      kind: 'identifier',
      system: null,
      value: 'urn:x|12',
    });
    expect(subject({ reference: 'Patient?identifier=urn:x|12' })).toEqual({
      kind: 'identifier',
      system: 'urn:x',
      value: '12',
    });
    expect(subject({ identifier: { system: 'urn:x', value: '12' } })).toEqual({
      kind: 'identifier',
      system: 'urn:x',
      value: '12',
    });
    for (const other of [{ reference: 'Group/1' }, { display: 'Ada' }, { reference: '#p' }, {}])
      expect(subject(other)).toBe('it names no patient');
  });
  it('reads what a resource contains before what is known of its source', () => {
    const entry: DirectoryEntry = {
      isOrganization: true,
      name: 'Outside',
      phone: null,
      email: null,
      description: null,
      practitioner: null,
      organization: null,
      requester: null,
    };
    const context: Context = { keyOf: (reference) => reference, entry: () => entry };
    const contained = [{ resourceType: 'Organization', id: 'lab', name: 'Inside' }];
    const lab = (reference: string, more: Json = {}) =>
      contentOf({ ...observation('o', 'p'), ...more, performer: [{ reference }] }, context).observation?.labName;
    expect(lab('#lab', { contained })).toBe('Inside');
    expect(lab('Organization/1')).toBe('Outside');
  });
});

describe('what a death certificate says', () => {
  const loinc = (code: string) => ({ coding: [{ system: 'http://loinc.org', code, display: 'Cause of death' }] });
  const died = { valueCodeableConcept: coded('Septic shock'), valueQuantity: undefined };
  it.each([
    ['as a laboratory result', { ...observation('o', 'p'), ...died, code: loinc('69453-9') }],
    ['as another observation', { ...observation('o', 'p'), ...died, category: undefined, code: loinc('79378-6') }],
    ['as the day of the death', { ...observation('o', 'p'), ...died, code: loinc('81956-5') }],
    ['as a report', { ...report('r', 'p', ['o']), code: loinc('69409-1') }],
    [
      'as a condition, by its category',
      { resourceType: 'Condition', id: 'c', ...about, category: [loinc('79378-6')], code: coded('Septic shock') },
    ],
  ])('is neither a result nor in a list, and is counted: %s', (_, resource) => {
    expect(reasonOf(resource)).toBe('it is about a death');
  });
  it('is not another observation beside it, nor the same digits of another system', () => {
    const shock = { ...observation('o', 'p'), ...died, code: loinc('718-7') };
    expect(contentOf(shock).values).toMatchObject([{ name: 'Cause of death', value: 'Septic shock' }]);
    const local = { coding: [{ system: 'urn:oid:1.2.3', code: '69453-9', display: 'Hemoglobin' }] };
    expect(contentOf({ ...observation('o', 'p'), code: local }).values?.[0]?.name).toBe('Hemoglobin');
  });
});

describe('a result of which only codes came', () => {
  const loinc = { coding: [{ system: 'http://loinc.org', code: '2951-2' }] };
  const value = (system: string | undefined, code: string) =>
    valued({ valueCodeableConcept: { coding: [{ system, code }] } });
  it('is told under its code with the code of whom, for it must not be lost', () => {
    expect(contentOf({ ...observation('o', 'p'), code: loinc })).toMatchObject({
      observation: { name: 'LOINC 2951-2' },
      values: [{ name: 'LOINC 2951-2', value: '13.5' }],
    });
    expect(contentOf({ ...report('r', 'p', ['o']), code: loinc }).report?.name).toBe('LOINC 2951-2');
    expect(contentOf({ ...observation('o', 'p'), code: { coding: [{ code: 'HGB' }] } }).observation?.name).toBe('HGB');
  });
  it("keeps a laboratory's own word as its value, and says of a number that it cannot be shown", () => {
    expect(value('urn:oid:1.2.3', 'POS')).toMatchObject({ kind: 'code', value: 'POS' });
    expect(value('http://snomed.info/sct', '260373001')).toMatchObject({ value: null, absentReason: 'unsupported' });
    expect(value('http://loinc.org', 'LA6576-8')).toMatchObject({ value: null, absentReason: 'unsupported' });
  });
  it('keeps a diagnosis under its ICD code', () => {
    const icd = { coding: [{ system: 'http://hl7.org/fhir/sid/icd-10-cm', code: 'C50.911' }] };
    expect(itemOf({ resourceType: 'Condition', id: 'c', ...about, code: icd })?.fields).toMatchObject({
      icdDescriptionFull: 'ICD-10-CM C50.911',
      icdCode: 'C50.911',
    });
  });
});

test('a route of which only its code came is one that has words, or none', () => {
  const routeOf = (coding: Json) =>
    itemOf({
      resourceType: 'MedicationRequest',
      id: 'm',
      ...about,
      status: 'active',
      medicationCodeableConcept: { text: 'Tamoxifen 20 mg' },
      dosageInstruction: [{ route: { coding: [coding] } }],
    })?.fields['route'];
  expect(routeOf({ system: 'http://terminology.hl7.org/CodeSystem/v3-RouteOfAdministration', code: 'PO' })).toBe(
    'Oral',
  );
  expect(routeOf({ code: 'IV' })).toBe('IV');
  expect(routeOf({ system: 'http://snomed.info/sct', code: '26643006' })).toBeNull();
});

test('of a medicine with several doses all are told', () => {
  const part = (value: number, frequency: number, route: string) => ({
    doseAndRate: [{ doseQuantity: { value, unit: 'mg' } }],
    timing: { repeat: { frequency, period: 1, periodUnit: 'd' } },
    route: { text: route },
  });
  const fieldsOf = (...dosageInstruction: readonly Json[]) =>
    itemOf({
      resourceType: 'MedicationRequest',
      id: 'm',
      ...about,
      status: 'active',
      medicationCodeableConcept: { text: 'Tamoxifen 20 mg' },
      dosageInstruction,
    })?.fields;
  // Which of two doses is taken how often is said, and neither of two equal ones is left out.
  expect(fieldsOf(part(20, 1, 'Oral'), part(10, 2, 'Oral'), part(10, 2, 'Oral'))).toMatchObject({
    doseAmount: '20 mg, 1 / 1 d; 10 mg, 2 / 1 d; 10 mg, 2 / 1 d',
    frequency: null,
    route: 'Oral',
  });
  expect(fieldsOf(part(20, 1, 'Oral'), part(10, 2, 'Intravenous'))).toMatchObject({
    doseAmount: '20 mg, Oral, 1 / 1 d; 10 mg, Intravenous, 2 / 1 d',
    route: null,
  });
  expect(fieldsOf(part(20, 1, 'Oral'))).toMatchObject({ doseAmount: '20 mg', frequency: '1 / 1 d' });
  const atNight = { timing: { repeat: { when: ['HS'], boundsDuration: { value: 5, unit: 'years' } } } };
  expect(fieldsOf(atNight)).toMatchObject({ frequency: 'HS, × 5 years' });
  const range = { doseAndRate: [{ doseRange: { low: { value: 10, unit: 'mg' }, high: { value: 20, unit: 'mg' } } }] };
  expect(fieldsOf(range)).toMatchObject({ doseAmount: '10 mg – 20 mg', frequency: null, route: null });
});
