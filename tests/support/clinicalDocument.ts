import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Facility } from './facility.ts';

/** A section of a document: its title, code and narrative block. */
export interface TestSection {
  readonly code: string;
  readonly title: string;
  readonly text: string;
}

export interface TestSummary {
  readonly id: string;
  /** `YYYYMMDD` */
  readonly date: string;
  readonly language?: string;
  readonly sections: readonly TestSection[];
}

export const allergies: TestSection = {
  code: '48765-2',
  title: 'Allergies',
  text: `<table><thead><tr><th>Substance</th><th>Reaction</th></tr></thead><tbody>
    <tr><td>Penicillin</td><td>Rash<footnoteRef IDREF="fn"/></td></tr><tr><td>Adhesive tape</td><td>Itching</td></tr></tbody></table>
    <footnote ID="fn">Seen in May 1998.</footnote>`,
};
export const medications: TestSection = {
  code: '10160-0',
  title: 'Medications',
  text: `<list><item>Letrozole <content styleCode="Bold">2.5 mg</content></item><item>See <linkHtml href="https://medicines.example/">the leaflet</linkHtml></item></list>`,
};
export const results: TestSection = {
  code: '30954-2',
  title: 'Results',
  text: `<table><thead><tr><th rowspan="2">Test</th><th colspan="2">Value</th></tr><tr><th>First</th><th>Second</th></tr></thead>
    <tbody><tr><td>Hemoglobin</td><td>7.0</td><td>7.25</td></tr></tbody></table><paragraph>H<sub>2</sub>O</paragraph>`,
};
export const nothing: TestSection = { code: '29762-2', title: 'Social history', text: '' };

const xmlOf = (
  number: string,
  { id, date, language = 'en-US', sections }: TestSummary,
): string => `<?xml version="1.0" encoding="UTF-8"?>
<ClinicalDocument xmlns="urn:hl7-org:v3">
  <typeId root="2.16.840.1.113883.1.3" extension="POCD_HD000040"/>
  <templateId root="2.16.840.1.113883.10.20.22.1.2" extension="2015-08-01"/>
  <id root="2.16.840.1.113883.19.5" extension="${id}"/>
  <code code="34133-9" codeSystem="2.16.840.1.113883.6.1" displayName="Continuity of Care Document"/>
  <title>Summary of care</title>
  <effectiveTime value="${date}"/>
  <languageCode code="${language}"/>
  <recordTarget><patientRole><id root="2.16.840.1.113883.19" extension="${number}"/>
    <patient><name><given>Juniper</given><family>Applewhistle</family></name><birthTime value="19710314"/></patient></patientRole></recordTarget>
  <author><time value="${date}"/><assignedAuthor><id nullFlavor="NI"/><assignedPerson><name>Dr. Ada Fern</name></assignedPerson></assignedAuthor></author>
  <custodian><assignedCustodian><representedCustodianOrganization><id root="2.16.840.1.113883.19.6"/><name>Otter Bay Hospital</name></representedCustodianOrganization></assignedCustodian></custodian>
  <component><structuredBody>${sections
    .map(
      ({ code, title, text }) =>
        `<component><section><code code="${code}" codeSystem="2.16.840.1.113883.6.1"/><title>${title}</title><text>${text}</text></section></component>`,
    )
    .join('\n')}</structuredBody></component>
</ClinicalDocument>`;

/** Imports documents of Otter Bay Hospital for a patient, as the facility does. */
export async function importSummaries(
  facility: Facility,
  username: string,
  ...documents: readonly TestSummary[]
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'summaries-'));
  try {
    const files = documents.map(({ id }) => join(folder, `${id}.xml`));
    await Promise.all(documents.map((one, index) => writeFile(files[index] ?? folder, xmlOf(username, one))));
    await facility.admin('record', 'import', ...files, '--patient', username, '--source', 'Otter Bay Hospital');
  } finally {
    await rm(folder, { recursive: true });
  }
}
