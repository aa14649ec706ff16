import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FactName, languageCodes } from '@portal/api';
import { expect, test } from 'vitest';
import { narrativeText } from '../../../tests/server/narrativeText.ts';
import { readDocument } from '../../record/ccda/document/readDocument.ts';
import { childOf, childrenOf, isElement } from '../../record/ccda/xml/elements.ts';
import { sdtc, type XmlElement } from '../../record/ccda/tree.ts';
import { entryWith, type SummaryContent } from './content.ts';
import { summaryXml } from './document.ts';
import { juniper } from '../../../tests/server/juniper.ts';
import { date, kept, nobody, number, scopeOf } from '../../../tests/server/ccdaWriting.ts';
import { isWithin } from './collect.ts';
import { summaryWords } from './words.ts';

const samplesTo = process.env['CCDA_SAMPLES_TO'];
if (samplesTo !== undefined)
  for (const [name, content] of Object.entries({ juniper, nobody }))
    writeFileSync(join(samplesTo, `${name}.xml`), summaryXml(content));

const read = (content: SummaryContent) => readDocument(Buffer.from(summaryXml(content)));
const all = (element: XmlElement): XmlElement[] => [element, ...element.children.filter(isElement).flatMap(all)];
const follows = (element: XmlElement, template: string): boolean =>
  childrenOf(element, 'templateId').some(
    ({ attributes }) => attributes.get('root') === `2.16.840.1.113883.10.20.${template}`,
  );
const named = (root: XmlElement, template: string) => all(root).filter((one) => follows(one, template));
const sections = (content: SummaryContent) => {
  const { body } = read(content).tree;
  if (body.kind !== 'sections') throw new Error('no sections');
  return body.sections;
};

// What the public schematron of C-CDA R2.1 asks; the schematron itself is run by `npm run check:ccda`.
test('the document follows the US Realm Header and the Continuity of Care Document', () => {
  for (const content of [juniper, nobody]) {
    const { root } = read(content);
    expect(follows(root, '22.1.1') && follows(root, '22.1.2')).toBe(true);
    for (const part of [
      'realmCode',
      'typeId',
      'id',
      'code',
      'title',
      'effectiveTime',
      'confidentialityCode',
      'languageCode',
      'recordTarget',
      'author',
      'custodian',
      'documentationOf',
    ])
      expect(childrenOf(root, part).length, part).toBe(1);
    const role = childOf(root, 'recordTarget', 'patientRole');
    for (const part of ['id', 'addr', 'telecom']) expect(childrenOf(role, part).length, part).toBeGreaterThan(0);
    const patient = childOf(role, 'patient');
    for (const part of ['name', 'administrativeGenderCode', 'birthTime', 'raceCode', 'ethnicGroupCode'])
      expect(childrenOf(patient, part).length, part).toBe(1);
    const author = childOf(root, 'author', 'assignedAuthor');
    for (const part of ['id', 'addr', 'telecom', 'assignedAuthoringDevice'])
      expect(childrenOf(author, part).length, part).toBeGreaterThan(0);
    const keeper = childOf(root, 'custodian', 'assignedCustodian', 'representedCustodianOrganization');
    for (const part of ['id', 'name', 'telecom', 'addr']) expect(childrenOf(keeper, part).length, part).toBe(1);
    const event = childOf(root, 'documentationOf', 'serviceEvent');
    expect(event?.attributes.get('classCode')).toBe('PCPR');
    expect(childOf(event, 'effectiveTime', 'low')).not.toBeNull();
    expect(childOf(event, 'effectiveTime', 'high')).not.toBeNull();
  }
});

const byText = (one: string | null, other: string | null) => String(one).localeCompare(String(other));
const required = ['48765-2', '10160-0', '11450-4', '47519-4', '30954-2', '29762-2', '8716-3'];
test('sections that the document must have are there, and say that there is no information, never that there is none', () => {
  const empty = sections(nobody);
  expect(empty.map((section) => section.code).toSorted(byText)).toEqual(required.toSorted(byText));
  for (const section of empty) {
    expect(section).toMatchObject({ nullFlavor: 'NI', entries: 0 });
    expect(narrativeText(section.text ?? [])).toBe(summaryWords.en.nothing);
  }
});

test('each kind of entry has what its template asks', () => {
  const { root } = read(juniper);
  const asked: Readonly<Record<string, readonly string[]>> = {
    '22.4.3': ['id', 'code', 'statusCode', 'effectiveTime', 'entryRelationship'],
    '22.4.4': ['id', 'code', 'statusCode', 'effectiveTime', 'value'],
    '22.4.30': ['id', 'code', 'statusCode', 'effectiveTime', 'entryRelationship'],
    '22.4.7': ['id', 'code', 'statusCode', 'effectiveTime', 'value', 'participant'],
    '22.4.16': ['id', 'statusCode', 'effectiveTime', 'doseQuantity', 'consumable'],
    '22.4.52': ['id', 'statusCode', 'effectiveTime', 'consumable'],
    '22.4.26': ['id', 'code', 'statusCode', 'effectiveTime', 'component'],
    '22.4.27': ['id', 'code', 'statusCode', 'effectiveTime', 'value'],
    '22.4.1': ['id', 'code', 'statusCode', 'component'],
    '22.4.2': ['id', 'code', 'statusCode', 'effectiveTime', 'value'],
    '22.4.14': ['id', 'code', 'statusCode'],
    '22.4.49': ['id', 'code', 'effectiveTime'],
    '22.4.78': ['id', 'code', 'statusCode', 'effectiveTime', 'value'],
    '22.4.121': ['id', 'code', 'statusCode'],
    '22.4.39': ['id', 'code', 'statusCode'],
    '22.4.202': ['code', 'text', 'statusCode', 'effectiveTime', 'author'],
    '22.4.45': ['id', 'statusCode', 'subject', 'component'],
    '22.4.46': ['id', 'code', 'statusCode', 'value'],
    '22.4.31': ['code', 'statusCode', 'value'],
    '22.4.500': ['id', 'code', 'statusCode', 'effectiveTime', 'component'],
  };
  for (const [template, parts] of Object.entries(asked)) {
    const found = named(root, template);
    expect(found.length, template).toBeGreaterThan(0);
    for (const one of found) for (const part of parts) expect(childOf(one, part), `${template} ${part}`).not.toBeNull();
  }
  for (const one of named(root, '22.4.4'))
    expect(childOf(one, 'code', 'translation'), 'LOINC of a problem').not.toBeNull();
  for (const one of named(root, '22.4.52')) expect(one.attributes.has('negationInd')).toBe(true);
  for (const one of named(root, '22.4.27'))
    expect(childOf(one, 'value')?.attributes.get('{http://www.w3.org/2001/XMLSchema-instance}type')).toBe('PQ');
});

test('every reference leads to words of the narrative, and every id is one', () => {
  const { root } = read(juniper);
  const ids = all(root).flatMap(({ attributes }) => attributes.get('ID') ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  const references = all(root)
    .filter(({ name }) => name === 'reference')
    .map(({ attributes }) => attributes.get('value')?.slice(1) ?? '');
  expect(references.filter((id) => !ids.includes(id))).toEqual([]);
  const own = all(root)
    .filter(({ name, attributes }) => name === 'id' && attributes.has('root') && !attributes.has('extension'))
    .map(({ attributes }) => attributes.get('root') ?? '');
  for (const id of own) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

test('the same content has the same id whenever it is made, another content another one', () => {
  const idOf = (content: SummaryContent) => read(content).tree.header.id;
  expect(idOf({ ...juniper, scope: scopeOf({ now: new Date('2027-01-01') }) })).toBe(idOf(juniper));
  expect(idOf({ ...juniper, instructions: 'Rest.' })).not.toBe(idOf(juniper));
});

test.each(languageCodes)('titles, labels and dates are in the language of the reader: %s', (language) => {
  const words = summaryWords[language];
  const content = { ...juniper, scope: scopeOf({ language }) };
  expect(read(content).tree.header.title).toBe(words.title);
  expect(sections(content).map(({ title }) => title)).toContain(words.sections.medications);
  const problems = sections(content).find((section) => section.code === '11450-4');
  const text = narrativeText(problems?.text ?? []);
  expect(text).toContain(words.what.problems);
  expect(text).toContain(words.statuses.resolved);
  expect(text).toContain(
    { en: 'Feb 11, 2025', es: '11 feb 2025', fr: '11 févr. 2025', pt: '11 de fev. de 2025', zh: '2025年2月11日' }[
      language
    ],
  );
});

test('a table has only the columns that say something, and facts of their own kind stand together', () => {
  const [medications] = sections({
    ...nobody,
    entries: {
      ...nobody.entries,
      medications: kept('medications', [
        entryWith({
          name: 'Letrozole',
          status: 'active',
          start: date('2025'),
          facts: [
            { name: 'route', value: 'Oral' },
            { name: 'prescriber', value: 'Dr. Fernbrook' },
          ],
        }),
      ]),
    },
  }).filter((section) => section.code === '10160-0');
  expect(narrativeText(medications?.text ?? [])).toBe(
    'Medication\tDetails\tStatus\tSince\nLetrozole\tHow it is taken: Oral Prescribed by: Dr. Fernbrook\tActive\t2025',
  );
});

test('no table has more columns than a sheet of paper or the stacked rows of a phone take', () => {
  const heads = all(read(juniper).root).filter(({ name }) => name === 'thead');
  expect(heads.length).toBeGreaterThan(10);
  for (const head of heads) expect(childrenOf(childOf(head, 'tr'), 'th').length).toBeLessThanOrEqual(8);
});

test('what a vaccine, an allergy and a value lack is said in words', () => {
  const text = (wanted: string) =>
    narrativeText(sections(juniper).find((section) => section.code === wanted)?.text ?? []);
  expect(text('11369-6')).toContain('Not given (Declined)');
  expect(text('48765-2')).toContain('No known food allergy');
  expect(text('30954-2')).toContain('Not shown for privacy');
  expect(text('30954-2')).toContain('<5 mg/L');
  expect(text('8716-3')).toContain('70.0 kg');
  expect(text('34109-9')).toContain('Feels well.\nNext visit in 3 months.');
});

test('what the family had is told by relative, in words and as statements', () => {
  const family = sections(juniper).find((section) => section.code === '10157-6');
  expect(family).toMatchObject({ title: 'Family history', entries: 2 });
  const text = narrativeText(family?.text ?? []);
  expect(text).toContain('Relative\tDiagnosis\tAge at diagnosis');
  expect(text).toContain('Father\tCancer of the colon\t74 years');
  expect(text).toContain('Nothing else is known.');
  const [father, aunt] = named(read(juniper).root, '22.4.45');
  const who = childOf(father ?? null, 'subject', 'relatedSubject');
  expect(childOf(who, 'code')?.attributes.get('code')).toBe('FTH');
  expect(childrenOf(childOf(who, 'subject'), 'deceasedInd', sdtc)[0]?.attributes.get('value')).toBe('true');
  expect(father === undefined ? [] : named(father, '22.4.46')).toHaveLength(2);
  expect(father === undefined ? [] : named(father, '22.4.31')).toHaveLength(1);
  // A relative whom no code names is told in words, and nobody guesses whether they live.
  const other = childOf(aunt ?? null, 'subject', 'relatedSubject');
  expect(childOf(other, 'code')?.attributes.get('nullFlavor')).toBe('OTH');
  expect(childrenOf(childOf(other, 'subject'), 'deceasedInd', sdtc)).toEqual([]);
});

test('the treatment summary stands there in words, and the stage of a cancer with its diagnosis', () => {
  const treatment = sections(juniper).find(({ title }) => title === 'Treatment summary');
  expect(treatment).toMatchObject({ code: null, entries: 0 });
  const text = narrativeText(treatment?.text ?? []);
  expect(text).toContain('Stage: IIA (T2, N0, M0)');
  expect(text).toContain('First line.\nSecond & last.');
  expect(text).toContain('No transplant is recorded.');
  expect(text).not.toContain('Father');
  const problems = sections(juniper).find((section) => section.code === '11450-4');
  expect(narrativeText(problems?.text ?? [])).toContain('IIA (T2, N0, M0)');
  const stages = all(read(juniper).root).filter(({ attributes }) => attributes.get('code') === '21914-7');
  expect(stages).toHaveLength(1);
});

test('what a code cannot say stands in words alone', () => {
  const problems = (entry: Parameters<typeof entryWith>[0]) =>
    sections({ ...nobody, entries: { ...nobody.entries, problems: kept('problems', [entryWith(entry)]) } }).find(
      (section) => section.code === '11450-4',
    );
  const none = problems({ name: 'No heart disease', negation: 'none' });
  expect(none).toMatchObject({ entries: 0, nullFlavor: null });
  expect(narrativeText(none?.text ?? [])).toContain('No heart disease');
  expect(problems({ name: 'Diabetes', negation: 'negated' })).toMatchObject({ entries: 0 });
});

test('a range takes what any of its days can be, and what has no date', () => {
  const scope = scopeOf();
  const zone = 'America/New_York';
  expect(isWithin(scope, zone, date('2025-11-23'))).toBe(true);
  expect(isWithin(scope, zone, date('2025-11-22'))).toBe(false);
  // Still the 22nd at the facility.
  expect(isWithin(scope, zone, date('2025-11-23T03:00:00.000Z'))).toBe(false);
  expect(isWithin(scope, zone, date('2025-11'))).toBe(true);
  expect(isWithin(scope, zone, date('2024'))).toBe(false);
  expect(isWithin(scope, zone, date('2020-01-01'), date('2026-01-01'))).toBe(true);
  expect(isWithin(scope, zone, null)).toBe(true);
});

test('of several reactions none is said to be how bad another was, and of several doses none is the dose', () => {
  const fact = (name: FactName, value: string) => ({ name, value });
  const reactions = [
    fact('reaction', 'Hives'),
    fact('severity', 'mild'),
    fact('reaction', 'Anaphylaxis'),
    fact('severity', 'severe'),
  ];
  const taper = [
    fact('dose', '20 mg'),
    fact('route', 'Intravenous'),
    fact('frequency', '12 h'),
    fact('dose', '10 mg'),
    fact('route', 'Oral'),
    fact('frequency', '8 h'),
  ];
  const told = (allergy: typeof reactions, medicine: typeof taper) => {
    const entries = {
      ...nobody.entries,
      allergies: kept('allergies', [entryWith({ name: 'Peanut', facts: allergy })]),
      medications: kept('medications', [entryWith({ name: 'Prednisone', facts: medicine })]),
    };
    return read({ ...nobody, entries }).root;
  };
  const several = told(reactions, taper);
  expect(named(several, '22.4.9')).toHaveLength(2);
  expect(named(several, '22.4.8')).toEqual([]);
  expect(childOf(named(several, '22.4.16')[0] ?? several, 'doseQuantity')?.attributes.get('nullFlavor')).toBe('OTH');
  expect(childOf(named(several, '22.4.16')[0] ?? several, 'routeCode')).toBeNull();
  // Severities, doses and routes as remarks; both rhythms as instructions.
  expect(named(several, '22.4.64')).toHaveLength(6);
  expect(named(several, '22.4.147')).toHaveLength(2);
  const single = told(reactions.slice(2), taper.slice(3));
  expect(named(single, '22.4.9').flatMap((one) => named(one, '22.4.8'))).toHaveLength(1);
  expect(childOf(named(single, '22.4.16')[0] ?? single, 'doseQuantity')?.attributes.get('value')).toBe('10');
  expect(named(single, '22.4.64')).toEqual([]);
});

test('the time of a group of results spans those of its values', () => {
  const at = (name: string, start: string) => entryWith({ name, start: date(start), values: [number('90', 'mg/dL')] });
  const [group] = juniper.results;
  if (group === undefined) throw new Error('no results');
  const load = {
    ...group,
    date: date('2026-03-06T08:00:00-05:00'),
    entries: kept('results', [
      at('Glucose after two hours', '2026-03-06T10:00:00-05:00'),
      at('Glucose before', '2026-03-06T07:30:00-05:00'),
    ]),
  };
  const { root } = read({ ...nobody, results: [load] });
  const time = childOf(named(root, '22.4.1')[0] ?? root, 'effectiveTime');
  expect(['low', 'high'].map((end) => childOf(time, end)?.attributes.get('value'))).toEqual([
    '20260306073000-0500',
    '20260306100000-0500',
  ]);
});

test('the bounds of a range have the unit of its value, unless it names another', () => {
  const boundsOf = (referenceRange: string, ...units: readonly (string | null)[]) => {
    const potassium = entryWith({
      name: 'Potassium',
      values: units.map((unit) => number('4.2', unit)),
      facts: [{ name: 'referenceRange', value: referenceRange }],
    });
    const [group] = juniper.results;
    if (group === undefined) throw new Error('no results');
    const { root } = read({ ...nobody, results: [{ ...group, entries: kept('results', [potassium]) }] });
    const value = childOf(named(root, '22.4.2')[0] ?? root, 'referenceRange', 'observationRange', 'value');
    return ['low', 'high'].map((end) => childOf(value, end)?.attributes.get('unit'));
  };
  expect(boundsOf('3.5 – 5.1', 'mmol/L')).toEqual(['mmol/L', 'mmol/L']);
  expect(boundsOf('3.5 – 5.1 mEq/L', 'mmol/L')).toEqual(['mEq/L', 'mEq/L']);
  expect(boundsOf('3.5 – 5.1', null)).toEqual([undefined, undefined]);
  expect(boundsOf('3.5 – 5.1', 'per field')).toEqual([undefined, undefined]);
  // Of values in different units, it is not known whose the range is.
  expect(boundsOf('3.5 – 5.1', 'mmol/L', '%')).toEqual([undefined, undefined]);
});
