import { describe, expect, it } from 'vitest';
import {
  sct,
  first,
  factsOf,
  template,
  told,
  related,
  medicine,
  product,
} from '../../../../tests/server/ccdaEntries.ts';

describe('medications', () => {
  it('how it is taken is told in the words and digits of its source', () => {
    const more = `<text><reference value="#sig"/></text><statusCode code="active"/><effectiveTime xsi:type="IVL_TS"><low value="20260105"/></effectiveTime><effectiveTime xsi:type="PIVL_TS" operator="A"><period value="12" unit="h"/></effectiveTime><routeCode displayName="by mouth"/><doseQuantity value="1.0"/><administrationUnitCode displayName="TABLET"/>${related('REFR', '<supply moodCode="INT"><author><assignedAuthor><assignedPerson><name><given>Io</given><family>Marsh</family></name></assignedPerson></assignedAuthor></author></supply>')}`;
    const entry = first('10160-0', medicine(more), '<paragraph ID="sig">One in the morning</paragraph>');
    expect(entry).toMatchObject({ name: 'Lisinopril 20 MG', status: 'active', start: '2026-01-05' });
    expect(factsOf(entry)).toEqual([
      'instructions: One in the morning',
      'dose: 1.0 TABLET',
      'route: by mouth',
      'frequency: 12 h',
      'prescriber: Io Marsh',
    ]);
  });

  it('events of the day are told by their codes too, and the most that may be taken', () => {
    const event = (code: string, offset = '') =>
      `<effectiveTime xsi:type="EIVL_TS" operator="A"><event code="${code}" codeSystem="2.16.840.1.113883.5.139"/>${offset}</effectiveTime>`;
    const low = (value: string, unit: string) => `<offset><low value="${value}" unit="${unit}"/></offset>`;
    const times = ['IC', 'ICM', 'ICD', 'ICV'].map((code) => event(code)).join('');
    expect(factsOf(first('10160-0', medicine(times)))).toEqual(
      ['IC', 'ICM', 'ICD', 'ICV'].map((code) => `frequency: ${code}`),
    );
    const offsets = [
      event('ACM', low('-30', 'min')),
      event('PCV', low('1', 'h')),
      event('HS', low('-1.5', 'h')),
      event('CM', low('0', 'h')),
    ];
    expect(factsOf(first('10160-0', medicine(offsets.join(''))))).toEqual([
      'frequency: ACM (30 min)',
      'frequency: PCV (60 min)',
      'frequency: HS (-90 min)',
      'frequency: CM',
    ]);
    const most = '<maxDoseQuantity><numerator value="4" unit="g"/><denominator value="24" unit="h"/></maxDoseQuantity>';
    expect(factsOf(first('10160-0', medicine(`${event('ACM')}${event('constructor')}${most}`)))).toEqual([
      'frequency: ACM',
      'frequency: ≤ 4 g / 24 h',
    ]);
    const unknown =
      '<maxDoseQuantity nullFlavor="UNK"><numerator nullFlavor="UNK"/><denominator nullFlavor="UNK"/></maxDoseQuantity>';
    expect(factsOf(first('10160-0', medicine(unknown)))).toEqual([]);
  });

  it('a dose that is lowered in steps is told step by step, in their order', () => {
    const step = (number: number, dose: number, times: string, more = '') =>
      `<entryRelationship typeCode="COMP"><sequenceNumber value="${String(number)}"/><substanceAdministration classCode="SBADM" moodCode="EVN">${times}${more}<doseQuantity value="${String(dose)}" unit="mg"/></substanceAdministration></entryRelationship>`;
    const days = (low: string, high: string) =>
      `<effectiveTime xsi:type="IVL_TS"><low value="${low}"/>${high === '' ? '' : `<high value="${high}"/>`}</effectiveTime>`;
    const every = (hours: number) =>
      `<effectiveTime xsi:type="PIVL_TS" operator="A"><period value="${String(hours)}" unit="h"/></effectiveTime>`;
    const week = '<effectiveTime xsi:type="IVL_TS"><width value="7" unit="d"/></effectiveTime>';
    const taper = [
      step(2, 10, `${days('20260109', '')}${every(24)}`),
      step(1, 20, `${days('20260102', '20260108')}${every(12)}`),
    ];
    expect(factsOf(first('10160-0', medicine(taper.join(''))))).toEqual([
      'dose: 20 mg, 1 / 12 h, 2026-01-02 – 2026-01-08; 10 mg, 1 / 24 h, 2026-01-09 –',
    ]);
    const route = (name: string) => `<routeCode displayName="${name}"/>`;
    const ways = [step(1, 2, week, route('oral')), step(2, 5, week, route('nasal'))];
    expect(factsOf(first('10160-0', medicine(ways.join(''))))).toEqual(['dose: 2 mg, oral, × 7 d; 5 mg, nasal, × 7 d']);
    const oral = [step(1, 2, week, route('oral')), step(2, 5, week, route('oral'))];
    expect(factsOf(first('10160-0', medicine(oral.join(''))))).toEqual([
      'dose: 2 mg, × 7 d; 5 mg, × 7 d',
      'route: oral',
    ]);
    expect(factsOf(first('10160-0', medicine(`${route('nasal')}${oral.join('')}`)))).toEqual([
      'dose: 2 mg, oral, × 7 d; 5 mg, oral, × 7 d',
      'route: nasal',
    ]);
    const needed = '<precondition><criterion><value displayName="as needed for pain"/></criterion></precondition>';
    const daily =
      '<effectiveTime xsi:type="PIVL_TS"><originalText>2 daily</originalText><period nullFlavor="UNK"/></effectiveTime>';
    const inSteps = [step(1, 2, '<effectiveTime value="20260102"/>', needed), step(2, 5, daily)];
    expect(factsOf(first('10160-0', medicine(inSteps.join(''))))).toEqual([
      'dose: 2 mg, as needed for pain, 2026-01-02 – 2026-01-02; 5 mg, 2 daily',
    ]);
    const denied = step(2, 5, week, needed).replace('moodCode="EVN"', 'moodCode="EVN" negationInd="true"');
    expect(
      told('10160-0', medicine(`${step(1, 2, week)}${denied}`)).map(({ entry }) => [entry.negation, ...factsOf(entry)]),
    ).toEqual([
      [null, 'dose: 2 mg, × 7 d'],
      ['negated', 'dose: 5 mg, as needed for pain, × 7 d'],
    ]);
  });

  it('a medicine within another is one of its own', () => {
    const other = related(
      'COMP',
      `<substanceAdministration classCode="SBADM" moodCode="EVN">${product('<code code="9" codeSystem="2.16.840.1.113883.6.88" displayName="Folic acid"/>')}<doseQuantity value="5" unit="mg"/></substanceAdministration>`,
    );
    expect(told('10160-0', medicine(other)).map(({ entry }) => [entry.name, ...factsOf(entry)])).toEqual([
      ['Lisinopril 20 MG'],
      ['Folic acid', 'dose: 5 mg'],
    ]);
    const folicAcid = (name: string) => `<code code="9" codeSystem="2.16.840.1.113883.6.88" displayName="${name}"/>`;
    for (const own of [folicAcid('FOLIC ACID 5 mg'), '<code displayName="FOLIC ACID"/>'])
      expect(
        told('10160-0', medicine(other.replace(/<code .*?\/>/, own), folicAcid('Folic acid'))).map(({ entry }) => [
          entry.name,
          ...factsOf(entry),
        ]),
      ).toEqual([['Folic acid', 'dose: 5 mg']]);
  });

  it('"completed" without an end does not say that it is over', () => {
    const span = (high: string) =>
      `<statusCode code="completed"/><effectiveTime><low value="2024"/>${high}</effectiveTime>`;
    expect(first('10160-0', medicine(span('')))?.status).toBeNull();
    expect(first('10160-0', medicine(span('<high value="2025"/>')))?.status).toBe('completed');
  });

  it('any medicine denied, and no medicines by code, are none; an unknown therapy is not known', () => {
    const any = `<code code="410942007" ${sct} displayName="Drug"/>`;
    expect(first('10160-0', medicine('', any, 'negationInd="true"'))).toMatchObject({ name: null, negation: 'none' });
    expect(
      first('10160-0', medicine('', `<code code="787481004" ${sct} displayName="No known medications"/>`)),
    ).toMatchObject({ name: null, negation: 'none' });
    expect(
      first('10160-0', medicine('', `<code code="182904002" ${sct} displayName="Drug treatment unknown"/>`)),
    ).toMatchObject({ name: null, missing: 'unknown', negation: null });
    expect(first('10160-0', medicine('', undefined, 'negationInd="true"'))).toMatchObject({
      name: 'Lisinopril 20 MG',
      negation: 'negated',
      status: 'notDone',
    });
  });
});

describe('immunizations', () => {
  const vaccine = (more: string, attributes = '') =>
    `<substanceAdministration moodCode="EVN" ${attributes}>${template('52')}<statusCode code="completed"/><effectiveTime value="20251002"/>${product('<code code="141" codeSystem="2.16.840.1.113883.12.292" displayName="Influenza"/><lotNumberText>L-9</lotNumberText>')}${more}</substanceAdministration>`;
  const refusal = (code: string) =>
    related('RSON', `<observation>${template('53')}<code code="${code}" displayName="Reason"/></observation>`);
  it('one that was declined says so, one that was not given for another reason says that', () => {
    expect(first('11369-6', vaccine(refusal('PATOBJ'), 'negationInd="true"'))).toMatchObject({
      negation: 'negated',
      status: 'declined',
    });
    expect(first('11369-6', vaccine(refusal('OSTOCK'), 'negationInd="true"'))).toMatchObject({
      negation: 'negated',
      status: 'notDone',
    });
    expect(factsOf(first('11369-6', vaccine('')))).toEqual(['lot: L-9']);
    const reaction = (attributes: string) =>
      related(
        'CAUS',
        `<observation ${attributes}>${template('9')}<value xsi:type="CD" code="386661006" ${sct} displayName="Fever"/></observation>`,
      );
    expect(factsOf(first('11369-6', vaccine(reaction(''))))).toEqual(['reaction: Fever', 'lot: L-9']);
    expect(factsOf(first('11369-6', vaccine(reaction('negationInd="true"'))))).toEqual(['lot: L-9']);
  });
  it('one that was given, with a reason why it was not, is said to be neither', () => {
    expect(first('11369-6', vaccine(refusal('PATOBJ')))).toMatchObject({ negation: null, status: null });
  });
});
