/** The URIs that FHIR uses for code systems, by OID, so that a code is the same wherever it comes from. */
const uris: Readonly<Record<string, string>> = {
  '2.16.840.1.113883.6.1': 'http://loinc.org',
  '2.16.840.1.113883.6.96': 'http://snomed.info/sct',
  '2.16.840.1.113883.6.88': 'http://www.nlm.nih.gov/research/umls/rxnorm',
  '2.16.840.1.113883.6.90': 'http://hl7.org/fhir/sid/icd-10-cm',
  '2.16.840.1.113883.6.3': 'http://hl7.org/fhir/sid/icd-10',
  '2.16.840.1.113883.6.4': 'http://www.cms.gov/Medicare/Coding/ICD10',
  '2.16.840.1.113883.6.42': 'http://hl7.org/fhir/sid/icd-9-cm',
  '2.16.840.1.113883.6.103': 'http://hl7.org/fhir/sid/icd-9-cm',
  '2.16.840.1.113883.6.104': 'http://hl7.org/fhir/sid/icd-9-cm',
  '2.16.840.1.113883.6.12': 'http://www.ama-assn.org/go/cpt',
  '2.16.840.1.113883.6.285': 'https://www.cms.gov/Medicare/Coding/HCPCSReleaseCodeSets',
  '2.16.840.1.113883.6.69': 'http://hl7.org/fhir/sid/ndc',
  '2.16.840.1.113883.6.345': 'http://terminology.hl7.org/CodeSystem/MED-RT',
  '2.16.840.1.113883.4.9': 'http://fdasis.nlm.nih.gov',
  '2.16.840.1.113883.6.8': 'http://unitsofmeasure.org',
  '2.16.840.1.113883.12.292': 'http://hl7.org/fhir/sid/cvx',
  '2.16.840.1.113883.12.227': 'http://hl7.org/fhir/sid/mvx',
  '2.16.840.1.113883.6.59': 'http://hl7.org/fhir/sid/cvx',
  '2.16.840.1.113883.6.60': 'http://hl7.org/fhir/sid/mvx',
  '2.16.840.1.113883.3.26.1.1': 'http://ncicb.nci.nih.gov/xml/owl/EVS/Thesaurus.owl',
  '2.16.840.1.113883.6.238': 'urn:oid:2.16.840.1.113883.6.238',
  '2.16.840.1.113883.6.13': 'http://www.ada.org/cdt',
  '2.16.840.1.113883.6.14': 'https://www.cms.gov/Medicare/Coding/HCPCSReleaseCodeSets',
  '2.16.840.1.113883.5.4': 'http://terminology.hl7.org/CodeSystem/v3-ActCode',
  '2.16.840.1.113883.5.8': 'http://terminology.hl7.org/CodeSystem/v3-ActReason',
  '2.16.840.1.113883.5.83': 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation',
  '2.16.840.1.113883.5.1': 'http://terminology.hl7.org/CodeSystem/v3-AdministrativeGender',
  '2.16.840.1.113883.5.1063': 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue',
  '2.16.840.1.113883.5.112': 'http://terminology.hl7.org/CodeSystem/v3-RouteOfAdministration',
  '2.16.840.1.113883.12.112': 'http://terminology.hl7.org/CodeSystem/v2-0112',
  '2.16.840.1.113883.6.259': 'https://www.cdc.gov/nhsn/cdaportal/terminology/codesystem/hsloc.html',
  '2.16.840.1.113883.6.101': 'http://nucc.org/provider-taxonomy',
  '1.2.840.10008.2.16.4': 'http://dicom.nema.org/resources/ontology/DCM',
};
export const loinc = 'http://loinc.org';
export const snomed = 'http://snomed.info/sct';

/** The URI of a code system, `urn:oid:…` if it has none; null for anything that is not an OID. */
export function codeSystemUri(oid: string | null): string | null {
  if (oid === null) return null;
  const plain = oid.replace(/^urn:oid:/i, '');
  return Object.hasOwn(uris, plain)
    ? (uris[plain] ?? null)
    : /^[0-2](?:\.\d+)+$/.test(plain)
      ? `urn:oid:${plain}`
      : null;
}

const oids = new Map([
  ...Object.entries(uris)
    .map(([oid, uri]) => [uri, oid] as const)
    .toReversed(),
  // ICD-9-CM has two OIDs; this is the one of diagnoses.
  ['http://hl7.org/fhir/sid/icd-9-cm', '2.16.840.1.113883.6.103'] as const,
]);
/** The OID of a code system's URI; null if we know none. */
export const codeSystemOid = (system: string): string | null =>
  oids.get(system) ?? (/^urn:oid:[0-2](?:\.(?:0|[1-9]\d*))+$/.test(system) ? system.slice('urn:oid:'.length) : null);
