import { type EntryValue, HealthEntry } from '@portal/api';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { section, sectionsBody } from '../../../../tests/server/ccdaDocuments.ts';
import {
  sct,
  rowsOf,
  told,
  first,
  factsOf,
  template,
  related,
  problem,
  asthma,
} from '../../../../tests/server/ccdaEntries.ts';

const vital = (code: string, value: string, time = '20260301') =>
  `<component><observation>${template('27')}<code code="${code}" codeSystem="2.16.840.1.113883.6.1" displayName="${code}"/><statusCode code="completed"/><effectiveTime value="${time}"/><value xsi:type="PQ" value="${value}" unit="mm[Hg]"/></observation></component>`;
const group = (...members: string[]) =>
  `<organizer classCode="CLUSTER" moodCode="EVN">${template('26')}<statusCode code="completed"/>${members.join('')}</organizer>`;

describe('vital signs', () => {
  it('the upper and the lower of one group and time are one, under the code of the pair', () => {
    const [entry, ...others] = told('8716-3', group(vital('8480-6', '128'), vital('8462-4', '82')));
    expect(others).toEqual([]);
    expect(entry?.entry).toMatchObject({
      name: 'Blood pressure',
      codes: [{ code: '85354-9' }],
      values: [
        { name: 'Systolic blood pressure', value: '128' },
        { name: 'Diastolic blood pressure', value: '82' },
      ],
    });
  });
  it('a range and a flag belong to the value that has them', () => {
    const bounded = (code: string, value: string, flag: string, range: string) =>
      vital(code, value).replace(
        '</observation>',
        `<interpretationCode code="${flag}" codeSystem="2.16.840.1.113883.5.83"/><referenceRange><observationRange><text>${range}</text></observationRange></referenceRange></observation>`,
      );
    const [entry] = told(
      '8716-3',
      group(bounded('8480-6', '128', 'H', '90 - 120'), bounded('8462-4', '78', 'N', '60 - 80')),
    );
    expect(entry?.entry.facts.map(({ name, value }) => `${name}: ${value}`)).toEqual([
      'interpretation: Systolic blood pressure: H',
      'referenceRange: Systolic blood pressure: 90 - 120',
      'interpretation: Diastolic blood pressure: N',
      'referenceRange: Diastolic blood pressure: 60 - 80',
    ]);
  });
  it.each([
    ['of two groups', [group(vital('8480-6', '128')), group(vital('8462-4', '82'))]],
    ['of two times', [group(vital('8480-6', '128'), vital('8462-4', '82', '20260302'))]],
    ['where there are two of one', [group(vital('8480-6', '128'), vital('8480-6', '130'), vital('8462-4', '82'))]],
  ])('they stay apart: %s', (_, groups) => {
    expect(told('8716-3', groups.join('</entry><entry>')).some(({ entry }) => entry.name === 'Blood pressure')).toBe(
      false,
    );
  });
});

describe('reference ranges', () => {
  const range = (text: string, code: string | null) =>
    `<referenceRange><observationRange><text>${text}</text>${code === null ? '' : `<interpretationCode code="${code}" codeSystem="2.16.840.1.113883.5.83"/>`}</observationRange></referenceRange>`;
  const told = (...ranges: readonly string[]) =>
    first(
      '30954-2',
      `<observation>${template('2')}<code code="2345-7" displayName="Glucose"/><value xsi:type="PQ" value="110" unit="mg/dL"/>${ranges.join('')}</observation>`,
    )?.facts.flatMap(({ name, value }) => (name === 'referenceRange' ? [value] : []));
  it('are those of what is normal, where a source gives others too', () => {
    expect(told(range('100 - 125', 'H'), range('70 - 99', 'N'))).toEqual(['70 - 99']);
    expect(told(range('100 - 125', 'H'), range('70 - 99', null))).toEqual(['70 - 99']);
    expect(told(range('Adults: 70 - 99', null), range('Children: 60 - 99', null))).toHaveLength(2);
    expect(told(range('100 - 125', 'H'))).toEqual(['100 - 125']);
  });
});

describe('values', () => {
  const valueOf = (value: string): Partial<EntryValue> | undefined =>
    first('30954-2', `<observation>${template('2')}<code code="718-7" displayName="Hemoglobin"/>${value}</observation>`)
      ?.values[0];
  it.each<readonly [string, string, Partial<EntryValue>]>([
    [
      'all digits of a quantity',
      '<value xsi:type="PQ" value="7.0" unit="g/dL"/>',
      { value: '7.0', unit: 'g/dL', isNumber: true },
    ],
    [
      'a bound alone',
      '<value xsi:type="IVL_PQ"><high value="5" unit="mg/L" inclusive="false"/></value>',
      { comparator: '<', value: '5', unit: 'mg/L', isNumber: true },
    ],
    [
      'two bounds',
      '<value xsi:type="IVL_PQ"><low value="2" unit="mg"/><high value="5" unit="mg"/></value>',
      { value: '2–5', unit: 'mg', isNumber: false },
    ],
    [
      'a titre',
      '<value xsi:type="RTO"><numerator xsi:type="INT" value="1"/><denominator xsi:type="INT" value="128"/></value>',
      { value: '1:128', isNumber: false },
    ],
    ['words', '<value xsi:type="ST">Amber</value>', { value: 'Amber', isNumber: false }],
    ['a code', `<value xsi:type="CD" code="260373001" ${sct} displayName="Detected"/>`, { value: 'Detected' }],
    [
      'a unit that is no UCUM',
      '<value xsi:type="PQ" nullFlavor="OTH"><translation value="152" nullFlavor="OTH"><originalText>THOUS/MCL</originalText></translation></value>',
      { value: '152', unit: 'THOUS/MCL' },
    ],
    ['none, not asked', '<value xsi:type="PQ" nullFlavor="NASK"/>', { value: null, missing: 'notAsked' }],
    ['none, kept back', '<value xsi:type="ST" nullFlavor="MSK"/>', { value: null, missing: 'masked' }],
  ])('%s', (_, value, expected) => {
    expect(valueOf(value)).toMatchObject(expected);
  });
});

describe('which list', () => {
  it('an assertion that nobody knows is told as not known', () => {
    const pregnancy = `<observation nullFlavor="UNK"><templateId root="2.16.840.1.113883.10.20.15.3.8"/><code code="ASSERTION"/><value xsi:type="CD" code="77386006" ${sct} displayName="Pregnancy"/></observation>`;
    expect(first('29762-2', pregnancy)).toMatchObject({
      name: 'Pregnancy',
      values: [{ value: null, missing: 'unknown' }],
    });
  });
  it('a goal in a plan is a goal, anything else in it is planned', () => {
    const plan = `<observation moodCode="GOL">${template('121')}<code code="1" ${sct} displayName="Walk more"/><statusCode code="active"/></observation></entry><entry><procedure moodCode="RQO">${template('41')}<code code="73761001" ${sct} displayName="Colonoscopy"/><statusCode code="active"/></procedure>`;
    expect(
      told('18776-5', plan).map(({ list, entry }) => `${list} ${String(entry.name)} ${String(entry.status)}`),
    ).toEqual(['goals Walk more active', 'carePlans Colonoscopy planned']);
  });
  it('a medicine in a plan is told with how often it is to be taken', () => {
    const planned = `<substanceAdministration moodCode="INT">${template('42')}<statusCode code="active"/><effectiveTime xsi:type="PIVL_TS" operator="A"><period value="12" unit="h"/></effectiveTime><doseQuantity value="5" unit="mg"/><consumable><manufacturedProduct><manufacturedMaterial><code code="29046" codeSystem="2.16.840.1.113883.6.88" displayName="Lisinopril"/></manufacturedMaterial></manufacturedProduct></consumable></substanceAdministration>`;
    expect(factsOf(first('18776-5', planned))).toEqual(['dose: 5 mg', 'frequency: 12 h']);
  });
  it('the parts of an intervention and what came of it are of a plan, with how near it came to its goal', () => {
    const act = (code: string, name: string, mood: string, status: string) =>
      `<act moodCode="${mood}">${template('39')}<code code="${code}" ${sct} displayName="${name}"/><statusCode code="${status}"/></act>`;
    const intervention = `<act moodCode="INT">${template('146')}<code code="362956003" ${sct} displayName="Intervention"/><statusCode code="active"/>${related('REFR', act('423171007', 'Elevation of head of bed', 'INT', 'active'))}${related('REFR', act('371907003', 'Oxygen', 'EVN', 'completed'))}${related('RSON', `<act moodCode="EVN">${template('122')}</act>`)}</act>`;
    const lines = told('62387-6', intervention).map(
      ({ list, entry }) => `${list} ${String(entry.name)} ${String(entry.status)}`,
    );
    expect(lines).toEqual(['carePlans Elevation of head of bed planned', 'carePlans Oxygen completed']);
    const outcome = `<observation moodCode="EVN">${template('144')}<code code="44616-1" codeSystem="2.16.840.1.113883.6.1" displayName="Pulse oximetry"/><statusCode code="completed"/><value xsi:type="PQ" value="95" unit="%"/>${related('SPRT', `<observation>${template('110')}<code code="ASSERTION"/><value xsi:type="CD" code="390802008" ${sct} displayName="Goal achieved"/></observation>`)}</observation>`;
    const entry = first('11383-7', outcome);
    expect(entry).toMatchObject({ name: 'Pulse oximetry', values: [{ value: '95', unit: '%' }] });
    expect(factsOf(entry)).toEqual(['outcome: Goal achieved']);
  });
  it('what a death certificate says is in none, whichever section it stands in', () => {
    const cause = `<observation>${template('2')}<code code="69453-9" codeSystem="2.16.840.1.113883.6.1" displayName="Cause of death"/><value xsi:type="CD" code="76571007" ${sct} displayName="Septic shock"/></observation>`;
    const sodium = `<observation>${template('2')}<code code="2951-2" codeSystem="2.16.840.1.113883.6.1" displayName="Sodium"/><value xsi:type="PQ" value="140" unit="mmol/L"/></observation>`;
    for (const code of ['30954-2', '29762-2'])
      expect(told(code, `${cause}</entry><entry>${sodium}`).map(({ entry }) => entry.name)).toEqual(['Sodium']);
  });
  it('a visit tells who, where, why and what was found', () => {
    const visit = `<encounter moodCode="EVN">${template('49')}<code code="99213" codeSystem="2.16.840.1.113883.6.12" displayName="Office visit"/><effectiveTime value="20260301101500-0500"/><performer><assignedEntity><assignedPerson><name>Io Marsh</name></assignedPerson></assignedEntity></performer><participant typeCode="LOC"><participantRole><playingEntity><name>Otter Bay</name></playingEntity></participantRole></participant>${related('SUBJ', `<act>${template('80')}${related('SUBJ', problem(asthma))}</act>`)}</encounter>`;
    const entry = first('46240-8', visit);
    expect(entry).toMatchObject({ name: 'Office visit', start: '2026-03-01T10:15:00-05:00' });
    expect(factsOf(entry)).toEqual(['performer: Io Marsh', 'place: Otter Bay', 'diagnosis: Asthma']);
  });
  it('a section within another is found at its place; one of no list is left to the document', () => {
    const inner = section('11450-4', 'Problems', 'Cough').replace('<component>', '').replace('</component>', '');
    const body = sectionsBody(
      section('10157-6', 'Family', 'Mother: asthma', `<entry>${problem(asthma)}</entry>`),
      section('51848-0', 'Assessment', 'See below', `<component>${inner}</component>`),
    );
    expect(rowsOf(body)).toEqual([
      { listKey: 'problems', kind: 'narrative', entryAt: null, entry: { title: 'Problems', section: [1, 0] } },
    ]);
  });
  it('a section without code is known by its template', () => {
    const body = `<component><structuredBody><component><section><templateId root="2.16.840.1.113883.10.20.22.2.5.1"/><entry>${problem(asthma)}</entry></section></component></structuredBody></component>`;
    expect(rowsOf(body)).toMatchObject([{ listKey: 'problems', entry: { name: 'Asthma' } }]);
  });
  it('a section of which nobody has information is silent', () => {
    expect(
      rowsOf(
        '<component><structuredBody><component><section nullFlavor="NI"><code code="10160-0"/><title>Medications</title><text/></section></component></structuredBody></component>',
      ),
    ).toEqual([]);
  });
});

describe('whatever stands in an entry', () => {
  const names = [
    'act',
    'observation',
    'organizer',
    'substanceAdministration',
    'procedure',
    'encounter',
    'supply',
    'code',
    'value',
    'effectiveTime',
    'low',
    'high',
    'entryRelationship',
    'component',
    'consumable',
    'manufacturedProduct',
    'manufacturedMaterial',
    'participant',
    'participantRole',
    'playingEntity',
    'originalText',
    'reference',
    'translation',
    'statusCode',
    'text',
  ];
  const attribute = fc.constantFrom(
    '',
    ' code="195967001"',
    ' value="#a"',
    ' value="2014"',
    ' nullFlavor="UNK"',
    ' negationInd="true"',
    ' moodCode="GOL"',
    ' xsi:type="IVL_PQ"',
    ' codeSystem="__proto__"',
    ' typeCode="SUBJ"',
    ' root="constructor"',
  );
  const { tree } = fc.letrec<{ tree: string; leaf: string }>((tie) => ({
    leaf: fc.constantFrom('', 'words', '<br/>'),
    tree: fc
      .tuple(
        fc.constantFrom(...names),
        attribute,
        fc.oneof(
          { maxDepth: 6 },
          tie('leaf'),
          fc.array(tie('tree'), { maxLength: 4 }).map((inner) => inner.join('')),
        ),
      )
      .map(([name, given, inner]) => `<${name}${given}>${inner}</${name}>`),
  }));
  it('it is read without a fault, and each row is one that pages can take', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          '11450-4',
          '48765-2',
          '10160-0',
          '11369-6',
          '8716-3',
          '30954-2',
          '47519-4',
          '46240-8',
          '29762-2',
          '61146-7',
          '18776-5',
        ),
        tree,
        (code, entry) => {
          for (const row of told(code, entry, '<paragraph ID="a">words</paragraph>'))
            expect(row.entry).toEqual(v.parse(HealthEntry, row.entry));
        },
      ),
      { numRuns: 300 },
    );
  });
});
