/** What code systems are called beside a code that has no name here. */
const systems: Readonly<Record<string, string>> = {
  'http://hl7.org/fhir/sid/cvx': 'CVX',
  'http://loinc.org': 'LOINC',
  'http://snomed.info/sct': 'SNOMED CT',
  'http://hl7.org/fhir/sid/icd-10': 'ICD-10',
};

/** The codes that nearly all cards carry: vaccines against COVID-19 (CVX, CDC) and the outcome of a test for it. */
const names: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'http://hl7.org/fhir/sid/cvx': {
    '207': 'COVID-19 (Moderna)',
    '208': 'COVID-19 (Pfizer-BioNTech)',
    '210': 'COVID-19 (AstraZeneca)',
    '211': 'COVID-19 (Novavax)',
    '212': 'COVID-19 (Janssen)',
    '213': 'COVID-19',
    '217': 'COVID-19 (Pfizer-BioNTech)',
    '218': 'COVID-19 (Pfizer-BioNTech)',
    '219': 'COVID-19 (Pfizer-BioNTech)',
    '221': 'COVID-19 (Moderna)',
    '228': 'COVID-19 (Moderna)',
    '229': 'COVID-19 (Moderna)',
    '300': 'COVID-19 (Pfizer-BioNTech)',
    '301': 'COVID-19 (Pfizer-BioNTech)',
  },
  'http://snomed.info/sct': {
    '260373001': 'Detected',
    '260415000': 'Not detected',
    '10828004': 'Positive',
    '260385009': 'Negative',
    '419984006': 'Inconclusive',
  },
  'http://loinc.org': {
    '94500-6': 'SARS-CoV-2 (COVID-19) RNA',
    '94558-4': 'SARS-CoV-2 (COVID-19) antigen',
    '94762-2': 'SARS-CoV-2 (COVID-19) antibodies',
  },
};

/** A code in words, or as its system writes it, so that nothing looks as if it said nothing. */
export const cardNames = (system: string, code: string): string =>
  names[system]?.[code] ?? `${systems[system] ?? system} ${code}`;
