/** For tests: clinical documents about invented people, in the form in which systems write them. */

export interface SampleDocument {
  readonly root?: string;
  readonly extension?: string | null;
  readonly date?: string;
  readonly title?: string;
  readonly type?: string;
  readonly ids?: readonly (readonly [root: string, extension: string])[];
  readonly born?: string;
  readonly custodian?: string;
  /** More elements of the header: set, version, related documents, the visit. */
  readonly more?: string;
  /** The body's content. */
  readonly body?: string;
}

export const section = (code: string, title: string, text: string, rest = ''): string =>
  `<component><section><code code="${code}" codeSystem="2.16.840.1.113883.6.1"/><title>${title}</title><text>${text}</text>${rest}</section></component>`;

export const sectionsBody = (...sections: readonly string[]): string =>
  `<component><structuredBody>${sections.join('')}</structuredBody></component>`;

export const nonXmlBody = (attributes: string, content: string): string =>
  `<component><nonXMLBody><text ${attributes}>${content}</text></nonXMLBody></component>`;

/** The text of a document, with line breaks only where they are given. */
export function clinicalDocument({
  root = '2.16.840.1.113883.19.7',
  extension = 'doc-1',
  date = '20260301101500-0500',
  title = 'Summary of care',
  type = '34133-9',
  ids = [['2.16.840.1.113883.19.7.1', 'A-1']],
  born = '19610405',
  custodian = 'Otter Bay Hospital',
  more = '',
  body = sectionsBody(section('48765-2', 'Allergies', '<paragraph>None known</paragraph>')),
}: SampleDocument = {}): string {
  const id = extension === null ? '' : `<id root="${root}" extension="${extension}"/>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:sdtc="urn:hl7-org:sdtc" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><typeId root="2.16.840.1.113883.1.3" extension="POCD_HD000040"/>${id}<code code="${type}" codeSystem="2.16.840.1.113883.6.1"/><title>${title}</title><effectiveTime value="${date}"/><languageCode code="en-US"/><recordTarget><patientRole>${ids
    .map(([system, value]) => `<id root="${system}" extension="${value}"/>`)
    .join(
      '',
    )}<patient><name use="L"><given>Wren</given><family>Alder</family></name><birthTime value="${born}"/></patient></patientRole></recordTarget><author><time value="${date}"/><assignedAuthor><assignedPerson><name><given>Io</given><family>Marsh</family></name></assignedPerson></assignedAuthor></author><custodian><assignedCustodian><representedCustodianOrganization><name>${custodian}</name></representedCustodianOrganization></assignedCustodian></custodian>${more}${body}</ClinicalDocument>`;
}
