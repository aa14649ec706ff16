import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRows } from './csv.ts';
import { terminologyIn, valueSetOfCsv, valueSetUrlsIn } from './terminology.ts';

describe('comma-separated values', () => {
  it('come back as they were written, whatever they hold', () => {
    const value = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', 'é', ' ', '\r') });
    const table = fc.array(fc.array(value, { minLength: 2, maxLength: 3 }), { maxLength: 5 });
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n'), (rows, end) => {
        const written = rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')).join(end);
        expect(csvRows(written)).toEqual(rows.filter((row) => row.some((one) => one !== '')));
      }),
    );
  });
  it('may do without quotation marks', () => {
    expect(csvRows('a, b ,"c, d"\n\n e,"f" ,\n')).toEqual([
      ['a', 'b', 'c, d'],
      ['e', 'f', ''],
    ]);
  });
  it.each([
    ['a,"b', 'a quotation mark is not closed'],
    ['a,b"c"', 'line 1 has a quotation mark within a value'],
    ['a\n"b"c', 'line 2 goes on after a quotation mark'],
  ])('%j is refused with its place', (text, why) => {
    expect(csvRows(text)).toBe(why);
  });
});

describe('a value set of a CSV file', () => {
  const rows = 'code,display,display_es,display_pt-BR\nJ45,Asthma,Asma,\n"E11","Diabetes, type 2",,Diabetes\n';
  it('has codes, words and those of other languages', () => {
    expect(valueSetOfCsv(`\uFEFF# url: urn:x\n# system: urn:icd\n# title: Some\n\n${rows}`)).toEqual({
      resourceType: 'ValueSet',
      url: 'urn:x',
      status: 'active',
      title: 'Some',
      compose: {
        include: [
          {
            system: 'urn:icd',
            concept: [
              { code: 'J45', display: 'Asthma', designation: [{ language: 'es', value: 'Asma' }] },
              { code: 'E11', display: 'Diabetes, type 2', designation: [{ language: 'pt-BR', value: 'Diabetes' }] },
            ],
          },
        ],
      },
    });
    expect(valueSetOfCsv(rows, 'urn:given')).toMatchObject({
      url: 'urn:given',
      compose: { include: [{ system: 'urn:given' }] },
    });
  });
  it.each([
    [rows, /what it is named by/],
    ['# url: urn:x\nname,words\na,b', /columns code and display/],
    ['# url: urn:x\ncode,display\na,b\na,c', /the code a stands in it twice/],
    ['# url: urn:x\ncode,display\na,', /the row of "a" has no code or no display/],
    ['# url: urn:x\ncode,display', /no rows/],
    ['# url: urn:x\ncode,display,display_?\na,b,c', /of no language/],
  ])('%j is refused', (text, why) => {
    expect(valueSetOfCsv(text)).toMatch(why);
  });
});

describe('what a questionnaire names', () => {
  it('are the value sets that it does not contain, on every level', () => {
    expect([
      ...valueSetUrlsIn({
        item: [
          { answerValueSet: 'urn:a|1', item: [{ answerValueSet: '#inside' }] },
          { options: { reference: 'urn:b' } },
        ],
        contained: [{ compose: { include: [{ valueSet: ['urn:c'] }, { system: 'urn:d' }] } }],
      }),
    ]).toEqual(['urn:a', 'urn:b', 'urn:c', 'urn:d']);
  });
  it('must have a url to be named', () => {
    expect(terminologyIn({ resourceType: 'ValueSet' })).toMatch(/without a url/);
    expect(terminologyIn({ resourceType: 'Patient' })).toBe('has no ValueSet and no CodeSystem');
    expect(terminologyIn([])).toBe('is not a FHIR resource');
    expect(
      terminologyIn({
        resourceType: 'Bundle',
        entry: [{ resource: { resourceType: 'CodeSystem', url: 'urn:a' } }, {}],
      }),
    ).toHaveLength(1);
  });
});
