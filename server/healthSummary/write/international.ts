import { locales } from '../../process/locales.ts';
import { address, demographics, type Json, type Resource, some, telecom } from '../../subject/fhirParts.ts';
import type { SummaryContent } from './content.ts';
import { stableId } from './datatypes.ts';
import { resourceOf } from './fhirEntries.ts';
import { familyResources } from './fhirFamily.ts';
import { reportOf } from './fhirObservations.ts';
import { type Context, narrative } from './fhirWords.ts';
import { type SectionBody, sectionBodies } from './sections.ts';
import { summaryWords } from './words.ts';
import { bare, type Child, el, isList } from './xml.ts';

const reference = ({ id }: Pick<Resource, 'id'>): Json => ({ reference: `urn:uuid:${id}` });
const refer = (_: string, id: string): Json => reference({ id });

const patientOf = ({ patient, facility }: SummaryContent): Resource => ({
  resourceType: 'Patient',
  id: stableId(facility.root, 'patient', patient.mrn),
  identifier: [{ system: systemOf(facility.root), value: patient.mrn }],
  name: [{ text: patient.fullName, family: patient.lastName, given: [patient.firstName] }],
  ...demographics(patient),
});
const systemOf = (root: string): string => (/^\d+(\.\d+)+$/.test(root) ? `urn:oid:${root}` : `urn:uuid:${root}`);
const organizationOf = ({ facility }: SummaryContent): Resource => ({
  resourceType: 'Organization',
  id: stableId(facility.root, 'organization'),
  identifier: [{ system: 'urn:ietf:rfc:3986', value: systemOf(facility.root) }],
  name: facility.name,
  telecom: some([telecom('phone', facility.phone, 'work'), telecom('email', facility.email)]),
  address: address(facility),
});

const tags: Readonly<Record<string, string>> = { paragraph: 'p', content: 'span', list: 'ul', item: 'li' };
/** A section's words as XHTML: the same elements, by the names that they have there. */
export function xhtml(child: Child): Child {
  if (child === null || child === undefined || typeof child === 'string') return child;
  if (isList(child)) return child.map(xhtml);
  const isBold = child.attributes['styleCode'] === 'Bold';
  return el(isBold ? 'b' : (tags[child.name] ?? child.name), {}, child.children.map(xhtml));
}

/** The resources of a section, and which of them the section names. */
function entriesOf(key: SectionBody['key'], content: SummaryContent, context: Context) {
  if (key === 'results') {
    const groups = content.results.map((group) => reportOf(group, context));
    return { resources: groups.flat(), named: groups.flatMap((group) => group.slice(0, 1)) };
  }
  if (key === 'familyHistory') {
    const resources = familyResources(content, context);
    return { resources, named: resources };
  }
  if (key === 'notes' || key === 'careTeam' || key === 'treatment') return { resources: [], named: [] };
  const list = key === 'plan' ? 'carePlans' : key;
  const resources = content.entries[list].flatMap((one) => resourceOf(list, one, context) ?? []);
  return { resources, named: resources };
}

/** An International Patient Summary as a document Bundle of FHIR R4. */
export function internationalOf(content: SummaryContent): Json {
  const { scope } = content;
  const words = summaryWords[scope.language];
  const language = locales[scope.language];
  const [patient, organization] = [patientOf(content), organizationOf(content)];
  const context: Context = {
    language: scope.language,
    patient: reference(patient),
    facility: reference(organization),
    refer,
  };
  const sections = sectionBodies(content).map((section) => ({
    ...section,
    ...entriesOf(section.key, content, context),
  }));
  const made = scope.now.toISOString();
  const composition: Resource = {
    resourceType: 'Composition',
    id: stableId(content.facility.root, 'composition', made, patient.id),
    language,
    status: 'final',
    type: { coding: [{ system: 'http://loinc.org', code: '60591-5', display: 'Patient summary Document' }] },
    subject: reference(patient),
    date: made,
    author: [reference(organization)],
    title: words.title,
    confidentiality: 'N',
    custodian: reference(organization),
    event: [
      {
        code: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActClass', code: 'PCPR' }] }],
        period: { start: scope.startDate, end: scope.endDate },
      },
    ],
    section: sections.map(({ code, display, title, body, named }) => ({
      title,
      code: code === null ? { text: display } : { coding: [{ system: 'http://loinc.org', code, display }] },
      text: narrative('generated', xhtml(body === null ? bare('paragraph', words.nothing) : body.text), language),
      entry: some(named.map(reference)),
      emptyReason:
        body === null
          ? { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/list-empty-reason', code: 'unavailable' }] }
          : undefined,
    })),
  };
  const resources = [composition, patient, organization, ...sections.flatMap((section) => section.resources)];
  return {
    resourceType: 'Bundle',
    language,
    identifier: { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${stableId('bundle', composition.id)}` },
    type: 'document',
    timestamp: made,
    entry: resources.map((resource) => ({ fullUrl: `urn:uuid:${resource.id}`, resource })),
  };
}
