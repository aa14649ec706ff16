import type { HealthEntry, HealthListKey } from '@portal/api';
import type { HealthEntryRow } from '../../server/record/map/mapped.ts';
import { readDocument } from '../../server/record/ccda/document/readDocument.ts';
import { clinicalDocument, section, sectionsBody } from './ccdaDocuments.ts';
import { entriesOf } from '../../server/record/ccda/entries/entries.ts';

/** For tests: entries in the form in which systems write them, and the rows that are read from them. */

export const sct = 'codeSystem="2.16.840.1.113883.6.96"';
export const rowsOf = (body: string): HealthEntryRow[] => {
  const { tree, root } = readDocument(Buffer.from(clinicalDocument({ body })));
  return entriesOf(root, tree.header);
};
export function told(code: string, entries: string, text = ''): { list: HealthListKey; entry: HealthEntry }[] {
  return rowsOf(sectionsBody(section(code, 'Section', text, `<entry>${entries}</entry>`))).flatMap((row) =>
    row.kind === 'entry' ? [{ list: row.listKey, entry: row.entry }] : [],
  );
}
export const first = (code: string, entry: string, text = ''): HealthEntry | undefined =>
  told(code, entry, text)[0]?.entry;
export const factsOf = (entry: HealthEntry | undefined) =>
  (entry?.facts ?? []).map(({ name, value }) => `${name}: ${value}`);
export const template = (root: string) => `<templateId root="2.16.840.1.113883.10.20.22.4.${root}"/>`;
export const related = (typeCode: string, statement: string) =>
  `<entryRelationship typeCode="${typeCode}">${statement}</entryRelationship>`;

export const problem = (observation: string, attributes = '') =>
  `<observation classCode="OBS" moodCode="EVN" ${attributes}>${template('4')}<code code="ASSERTION"/>${observation}</observation>`;
export const concern = (status: string, ...observations: string[]) =>
  `<act classCode="ACT" moodCode="EVN">${template('3')}<code code="CONC"/><statusCode code="${status}"/>${observations.map((one) => related('SUBJ', one)).join('')}</act>`;
export const asthma = `<value xsi:type="CD" code="195967001" ${sct} displayName="Asthma"/>`;
export const allergy = (more: string, attributes = '', value = '419199007') =>
  concern(
    'active',
    `<observation ${attributes}>${template('7')}<code code="ASSERTION"/><value xsi:type="CD" code="${value}" ${sct} displayName="Kind of allergy"/>${more}</observation>`,
  );
export const product = (code: string) =>
  `<consumable><manufacturedProduct><manufacturedMaterial>${code}</manufacturedMaterial></manufacturedProduct></consumable>`;
export const medicine = (
  more: string,
  code = '<code code="314077" codeSystem="2.16.840.1.113883.6.88" displayName="Lisinopril 20 MG"/>',
  attributes = '',
) =>
  `<substanceAdministration moodCode="EVN" ${attributes}>${template('16')}${more}${product(code)}</substanceAdministration>`;
