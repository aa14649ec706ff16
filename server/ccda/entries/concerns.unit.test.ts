import { describe, expect, it } from 'vitest';
import { section, sectionsBody } from '../testing.ts';
import { sct, rowsOf, told, first, factsOf, template, related, problem, concern, asthma, allergy } from './testing.ts';

const status = (code: string) =>
  related(
    'REFR',
    `<observation>${template('6')}<code code="33999-4"/><value xsi:type="CD" code="${code}" ${sct}/></observation>`,
  );
const from = '<effectiveTime><low value="20140501"/></effectiveTime>';

describe('problems', () => {
  it.each([
    [
      'the status that is told counts first',
      concern('active', problem(`${from}${asthma}${status('413322009')}`)),
      'resolved',
    ],
    [
      'one with an end is resolved',
      concern('active', problem(`<effectiveTime><low value="2014"/><high value="2015"/></effectiveTime>${asthma}`)),
      'resolved',
    ],
    ['one that is followed is active', concern('active', problem(`${from}${asthma}`)), 'active'],
    ['one that is not followed any more is inactive', concern('completed', problem(`${from}${asthma}`)), 'inactive'],
    [
      'over, nobody knows when, and followed: neither',
      concern('active', problem(`<effectiveTime><high nullFlavor="UNK"/></effectiveTime>${asthma}`)),
      null,
    ],
    ['by itself it says nothing of it', problem(`${from}${asthma}`), null],
  ])('status: %s', (_, entry, expected) => {
    expect(first('11450-4', entry)).toMatchObject({ name: 'Asthma', negation: null, status: expected });
  });

  it('a denied one is negated; any problem denied, or no problem by code, is none', () => {
    expect(first('11450-4', concern('active', problem(asthma, 'negationInd="true"')))).toMatchObject({
      name: 'Asthma',
      negation: 'negated',
      status: null,
    });
    const any = `<value xsi:type="CD" code="55607006" ${sct} displayName="Problem"/>`;
    expect(first('11450-4', concern('active', problem(any, 'negationInd="true"')))).toMatchObject({
      name: null,
      missing: null,
      negation: 'none',
    });
    const none = `<value xsi:type="CD" code="160245001" ${sct} displayName="No current problems"/>`;
    expect(first('11450-4', concern('active', problem(none)))).toMatchObject({ name: null, negation: 'none' });
  });

  it('all codes, side, site, age at onset and comment are told', () => {
    const value = `<value xsi:type="CD" code="254837009" ${sct} displayName="Breast cancer"><qualifier><name code="272741003" ${sct}/><value code="24028007" ${sct} displayName="Right"/></qualifier><translation code="C50.911" codeSystem="2.16.840.1.113883.6.90" displayName="Malignant neoplasm"/></value>`;
    const more = `${related('SUBJ', `<observation>${template('31')}<value xsi:type="PQ" value="57" unit="a"/></observation>`)}${related('SUBJ', `<act>${template('64')}<text>Told by phone</text></act>`)}`;
    const entry = first(
      '11450-4',
      concern('active', problem(`${value}<targetSiteCode code="76752008" ${sct} displayName="Breast"/>${more}`)),
    );
    expect(entry?.codes.map(({ system, code }) => `${String(system)} ${code}`)).toEqual([
      'http://snomed.info/sct 254837009',
      'http://hl7.org/fhir/sid/icd-10-cm C50.911',
    ]);
    expect(factsOf(entry)).toEqual(['onset: 57 a', 'side: Right', 'bodySite: Breast', 'comment: Told by phone']);
  });

  it('several observations of one concern are several; a risk is none', () => {
    const second = problem(`<value xsi:type="CD" code="29857009" ${sct} displayName="Chest pain"/>`);
    expect(told('11450-4', concern('active', problem(asthma), second)).map(({ entry }) => entry.name)).toEqual([
      'Asthma',
      'Chest pain',
    ]);
    expect(told('75310-3', `<act>${template('136')}${related('REFR', problem(asthma))}</act>`)).toEqual([]);
  });
});

describe('names', () => {
  const text =
    '<table><tbody><tr ID="row"><td ID="name">Wheezy <content>chest</content></td><td>2014</td></tr></tbody></table>';
  const named = (value: string, more = '') => first('11450-4', problem(`${value}${more}`), text)?.name;
  it.each([
    [
      'its own words first',
      `<value xsi:type="CD" code="1" ${sct} displayName="Asthma"><originalText>My asthma<reference value="#name"/></originalText></value>`,
      '',
      'My asthma',
    ],
    [
      'the meaning of the code before a reference',
      `<value xsi:type="CD" code="1" ${sct} displayName="Asthma"><originalText><reference value="#name"/></originalText></value>`,
      '',
      'Asthma',
    ],
    [
      'the words that it refers to',
      '<value xsi:type="CD" nullFlavor="UNK"><originalText><reference value="#name"/></originalText></value>',
      '',
      'Wheezy chest',
    ],
    [
      'a translation',
      `<value xsi:type="CD" nullFlavor="OTH"><translation code="J45" codeSystem="2.16.840.1.113883.6.90" displayName="Asthma"/></value>`,
      '',
      'Asthma',
    ],
    ['no code, which says nothing to a reader', `<value xsi:type="CD" code="195967001" ${sct}/>`, '', null],
    [
      'no code that stands in the place of words',
      `<value xsi:type="CD" code="195967001" ${sct} displayName="195967001"/>`,
      '',
      null,
    ],
    [
      'the cells of a row, where there is nothing else',
      '<value xsi:type="CD" nullFlavor="UNK"/>',
      '<text><reference value="#row"/></text>',
      'Wheezy chest, 2014',
    ],
  ])('%s', (_, value, more, expected) => {
    expect(named(value, more)).toBe(expected);
  });
});

const substance = (code: string) =>
  `<participant typeCode="CSM"><participantRole><playingEntity>${code}</playingEntity></participantRole></participant>`;
const penicillin = substance('<code code="7980" codeSystem="2.16.840.1.113883.6.88" displayName="Penicillin"/>');

describe('allergies', () => {
  it('the substance is the name, and its code alone counts; reactions say how strong they were', () => {
    const reaction = related(
      'MFST',
      `<observation>${template('9')}<value xsi:type="CD" code="271807003" ${sct} displayName="Rash"/>${related('SUBJ', `<observation>${template('8')}<value xsi:type="CD" code="6736007" ${sct} displayName="Moderate"/></observation>`)}</observation>`,
    );
    const entry = first('48765-2', allergy(`${penicillin}${reaction}`));
    expect(entry).toMatchObject({ name: 'Penicillin', status: 'active', codes: [{ code: '7980' }] });
    expect(factsOf(entry)).toEqual(['reaction: Rash', 'severity: Moderate']);
  });

  it.each([
    ['any allergy denied', allergy('', 'negationInd="true"'), null],
    ['any substance denied', allergy(substance(`<code code="105590001" ${sct}/>`), 'negationInd="true"'), null],
    ['a substance without a code denied', allergy(substance('<code nullFlavor="NA"/>'), 'negationInd="true"'), null],
    ['no known allergy by code', allergy('', '', '716186003'), null],
    ['an allergy to medicines denied', allergy('', 'negationInd="true"', '416098002'), 'Kind of allergy'],
    ['no known allergy to medicines by code', allergy('', '', '409137002'), 'Kind of allergy'],
  ])('none: %s', (_, entry, name) => {
    expect(first('48765-2', entry)).toMatchObject({ negation: 'none', name, status: null });
  });

  it('a substance that is denied is negated', () => {
    expect(first('48765-2', allergy(penicillin, 'negationInd="true"'))).toMatchObject({
      name: 'Penicillin',
      negation: 'negated',
    });
  });

  it('what nobody asked is in no row, and the words of the section are the list', () => {
    const rows = rowsOf(
      sectionsBody(
        section(
          '48765-2',
          'Allergies',
          'No information',
          `<entry>${allergy(substance('<code nullFlavor="NI"/>'), 'nullFlavor="NI"')}</entry>`,
        ),
      ),
    );
    expect(rows).toEqual([
      { listKey: 'allergies', kind: 'narrative', entryAt: null, entry: { title: 'Allergies', section: [0] } },
    ]);
  });
});
