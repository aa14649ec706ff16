/** Code systems of HL7 table 0396 that others know by a URL. Where two names have one URL, the first is written. */
const systems: Readonly<Record<string, string>> = {
  LN: 'http://loinc.org',
  SCT: 'http://snomed.info/sct',
  SNM3: 'http://snomed.info/sct',
  I10: 'http://hl7.org/fhir/sid/icd-10',
  I10C: 'http://hl7.org/fhir/sid/icd-10-cm',
  UCUM: 'http://unitsofmeasure.org',
  C4: 'http://www.ama-assn.org/go/cpt',
};
const unknown = 'urn:hl7:';

/** The URL of a code system that HL7 v2 has a name for. */
export const systemOf = (name: string): string => systems[name] ?? `${unknown}${name}`;

/** The name of a code system that FHIR has a URL for; the URL itself where HL7 v2 has no name. */
export const nameOfSystem = (url: string): string =>
  Object.entries(systems).find(([, one]) => one === url)?.[0] ??
  (url.startsWith(unknown) ? url.slice(unknown.length) : url);
