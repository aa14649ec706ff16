import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { directoryTypes } from '../record/fhir/directory.ts';
import { mappedTypes } from '../record/map/resource.ts';
import { readTypes } from './pull/types.ts';

const handbook = readFileSync(fileURLToPath(new URL('../docs/integrate-records.md', import.meta.url)), 'utf8');
/** The types that the table names, with what it says of them. */
const told = handbook
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| resource '))
  .flatMap((line) => {
    const [, types = '', becomes = ''] = line.split('|');
    // Names are of mixed case: HL7 and LOINC are none.
    return (types.match(/\b[A-Z][a-z]+(?:[A-Z][a-z]+)*\b/g) ?? []).map((type) => ({ type, becomes: becomes.trim() }));
  });
const typesOf = (lines: typeof told) => [...new Set(lines.map(({ type }) => type))].toSorted();

test('the mapping table has the types that are read, and no others', () => {
  expect(typesOf(told)).toEqual([...readTypes].toSorted());
});

test('it says which are read for names alone', () => {
  const named = [...directoryTypes].filter((type) => !mappedTypes.includes(type) && type !== 'Patient');
  expect(typesOf(told.filter(({ becomes }) => becomes === 'read for names'))).toEqual(named.toSorted());
});
