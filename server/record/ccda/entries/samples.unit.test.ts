import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HealthEntry } from '@portal/api';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../document/readDocument.ts';
import { DocumentRefused } from '../tree.ts';
import { type ReadEntries, readEntries } from './entries.ts';
import { sampleCounts } from '../../../../tests/server/sampleCounts.ts';

const samples =
  process.env['CCDA_SAMPLES'] ?? fileURLToPath(new URL('../../../../../shared/data/ccda', import.meta.url));
const files = (() => {
  try {
    return readdirSync(samples, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.toLowerCase().endsWith('.xml'),
    );
  } catch {
    return [];
  }
})();
function read(name: string): ReadEntries | null {
  try {
    const { tree, root } = readDocument(readFileSync(join(samples, name)));
    return readEntries(root, tree.header);
  } catch (error) {
    if (error instanceof DocumentRefused) return null;
    throw error;
  }
}
/** Lines of `section list entries/told rows`, with the entries that became no row. */
const table = ({ sections }: ReadEntries): string[] =>
  sections
    .filter(({ list, entries }) => list !== null || entries > 0)
    .map(({ section, list, entries, told, rows, others }) => {
      const more = Object.entries(others).map(([reason, count]) => ` ${reason}=${String(count)}`);
      return list === null
        ? `${section} of no list: ${String(entries)}`
        : `${section} ${list} ${String(entries)}/${String(told)} ${String(rows)}${more.join('')}`;
    });

const systems: Readonly<Record<string, string>> = {
  'http://loinc.org': 'loinc',
  'http://snomed.info/sct': 'snomed',
  'http://www.ama-assn.org/go/cpt': 'cpt',
  'http://www.ada.org/cdt': 'cdt',
  'http://www.cms.gov/Medicare/Coding/ICD10': 'icd-10-pcs',
  'http://hl7.org/fhir/sid/icd-9-cm': 'icd-9-cm',
  'http://hl7.org/fhir/sid/icd-10-cm': 'icd-10-cm',
};
/** An entry with all its fields on one line. */
function short(entry: HealthEntry): string {
  const { name, missing, codes, negation, status, start, end, recorded, values, facts } = entry;
  return [
    name,
    missing,
    negation,
    codes.map(({ system, code }) => `${systems[system ?? ''] ?? String(system)} ${code}`).join(', '),
    status,
    end === null ? start : `${String(start)}–${end}`,
    recorded === null ? null : `recorded ${recorded}`,
    ...values.map(({ name: of, comparator, value, unit, missing: why }) =>
      [of === null ? null : `${of}:`, comparator, value ?? why, unit].filter((part) => part !== null).join(' '),
    ),
    ...facts.map((fact) => `${fact.name}: ${fact.value}`),
  ]
    .filter((part) => part !== null && part !== '')
    .join('; ');
}

describe.skipIf(files.length === 0)(`documents of ${samples} (CCDA_SAMPLES is another folder)`, () => {
  it('each entry of a section of a list is told in a row, or counted with its reason', () => {
    const lines: string[] = [];
    for (const name of files) {
      const found = read(name);
      if (found === null) continue;
      lines.push(`${name}\n  ${table(found).join('\n  ')}\n`);
      for (const { section, list, entries, told, others } of found.sections) {
        const counted = Object.values(others).reduce((sum, count) => sum + count, 0);
        if (list !== null) expect(told + counted, `${name}, ${section}`).toBe(entries);
      }
      expect(found.rows.length).toBe(found.sections.reduce((sum, { rows }) => sum + rows, 0));
      for (const row of found.rows)
        if (row.kind === 'entry') expect(row.entry, name).toEqual(v.parse(HealthEntry, row.entry));
    }
    if (process.env['CCDA_SAMPLES'] !== undefined) process.stdout.write(lines.join(''));
  });

  it.skipIf(process.env['CCDA_SAMPLES'] !== undefined).each(Object.entries(sampleCounts))(
    '%s: what of each section is told',
    (name, sections) => {
      const found = read(name);
      expect(found === null ? null : table(found)).toEqual(sections);
    },
  );

  it.skipIf(process.env['CCDA_SAMPLES'] !== undefined)('CCD.xml: each entry as it stands there', () => {
    const told = (read('CCD.xml')?.rows ?? []).map((row) =>
      row.kind === 'narrative' ? [row.listKey, row.entry] : [row.listKey, short(row.entry)],
    );
    const at = '2014-10-01T10:30:26-05:00';
    const measured = (name: string, code: string, value: string, unit: string) => [
      'vitals',
      `${name}; loinc ${code}; ${at}; recorded ${at}; ${value} ${unit}`,
    ];
    expect(told).toEqual([
      ['allergies', 'none; snomed 419199007; recorded 2014-10-03T10:30:26-05:00'],
      ['medications', { title: 'MEDICATIONS', section: [1] }],
      ['problems', { title: 'PROBLEMS', section: [2] }],
      [
        'procedures',
        'Laparoscopic appendectomy; snomed 6025007, cpt 44970, icd-10-pcs 0DTJ4ZZ, icd-9-cm 47.01; completed; 2014-10-02T10:30:26-05:00–2014-10-02T12:42:45-05:00; bodySite: Entire appendix; method: Laparoscopic procedure; performer: Community Health and Hospitals',
      ],
      [
        'procedures',
        `Electrocardiogram (12-Lead); snomed 268400002, cpt 93000, cdt G8704, icd-9-cm 89.52, icd-10-pcs 4A02X4Z; completed; ${at}; Borderline normal electrocardiogram; bodySite: Entire heart; performer: Community Health and Hospitals`,
      ],
      [
        'procedures',
        'Individual Counseling For Medical Nutrition; snomed 61310001, cpt 97802, cdt S9470, icd-9-cm V65.3, icd-10-cm Z71.3; completed; 2014-10-01T14:32:21-05:00; performer: Community Health and Hospitals',
      ],
      [
        'results',
        'Leukocytes [#/\u200bvolume] in Blood by Manual count; loinc 804-5; active; 2014-10-15T10:30:26-05:00; notApplicable',
      ],
      [
        'socialHistory',
        `Tobacco smoking status NHIS; loinc 72166-2; ${at}; recorded ${at}; Tobacco smoking consumption unknown`,
      ],
      [
        'vitals',
        `Blood pressure; loinc 85354-9; ${at}; recorded ${at}; Systolic blood pressure: 120 mm[Hg]; Diastolic blood pressure: 80 mm[Hg]`,
      ],
      measured('Heart rate', '8867-4', '80', '/min'),
      measured('Body temperature', '8310-5', '37.2', 'Cel'),
      measured('Respiratory rate', '9279-1', '18', '/min'),
      measured('Body height', '8302-2', '170.2', 'cm'),
      measured('WEIGHT', '3141-9', '108.863', 'kg'),
      measured('Body mass index (BMI) [Ratio]', '39156-5', '37.58', 'kg/m2'),
      measured('OXYGEN SATURATION', '2710-2', '98', '%'),
    ]);
  });
});
