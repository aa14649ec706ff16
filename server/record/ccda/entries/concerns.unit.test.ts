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
  concern,
  asthma,
  allergy,
  medicine,
  product,
} from '../../../../tests/server/ccdaEntries.ts';

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

describe('a date that cannot be read', () => {
  const dated = (times: string) => {
    const entry = first('11450-4', problem(`<effectiveTime>${times}</effectiveTime>${asthma}`));
    return [entry?.start, entry?.end, ...factsOf(entry)];
  };
  it.each<readonly [string, string, readonly (string | null)[]]>([
    ['no month that there is', '<low value="20013021"/>', ['2001', null, 'unreadDate: 20013021']],
    ['no day that there is', '<low value="20200230"/>', ['2020-02', null, 'unreadDate: 20200230']],
    ['the year at the end', '<low value="19112015"/>', [null, null, 'unreadDate: 19112015']],
    ['another order with strokes', '<low value="03/15/2020"/>', [null, null, 'unreadDate: 03/15/2020']],
    ['words', '<low value="spring"/><high value="2021"/>', [null, '2021', 'unreadDate: spring']],
    ['both ends', '<low value="spring"/><high value="fall"/>', [null, null, 'unreadDate: spring', 'unreadDate: fall']],
    ['zeros, which are none', '<low value="00000000"/>', [null, null]],
    ['a whole one', '<low value="20200229"/>', ['2020-02-29', null]],
  ])('is told as its source wrote it, with what of it is certain: %s', (_, times, expected) =>
    expect(dated(times)).toEqual(expected),
  );
  it('is told in every list', () => {
    const code = `<code code="1" ${sct} displayName="Something"/>`;
    const measured = (time: string) =>
      `<observation>${template('2')}${code}${time}<value xsi:type="PQ" value="1"/></observation>`;
    const bad = '<effectiveTime value="20241345"/>';
    const lists = [
      told(
        '48765-2',
        allergy(
          `${bad}<participant typeCode="CSM"><participantRole><playingEntity>${code}</playingEntity></participantRole></participant>`,
        ),
      ),
      told('10160-0', medicine(bad)),
      told('11369-6', `<substanceAdministration>${template('52')}${bad}${product(code)}</substanceAdministration>`),
      told('8716-3', measured(bad)),
      told('8716-3', `<organizer>${bad}<component>${measured('')}</component></organizer>`),
      told('30954-2', measured(bad)),
      told('47519-4', `<procedure>${template('14')}${code}${bad}</procedure>`),
      told('46240-8', `<encounter>${template('49')}${code}${bad}</encounter>`),
      told('29762-2', measured(bad)),
      told('61146-7', `<observation moodCode="GOL">${template('121')}${code}${bad}</observation>`),
      told('18776-5', `<procedure moodCode="INT">${template('41')}${code}${bad}</procedure>`),
    ].flat();
    expect(lists).toHaveLength(11);
    for (const { list, entry } of lists)
      expect([list, entry.start, ...factsOf(entry)]).toEqual([list, '2024', 'unreadDate: 20241345']);
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
    const more = reaction.replace(
      '<value',
      `<value xsi:type="CD" code="418290006" ${sct} displayName="Itching"/><value`,
    );
    expect(factsOf(first('48765-2', allergy(`${penicillin}${more}`)))).toEqual([
      'reaction: Itching, Rash',
      'severity: Moderate',
    ]);
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
