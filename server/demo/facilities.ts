import { type LanguageCode, type SwitchedModules, facilityModules } from '@portal/api';

export interface DemoFacility {
  readonly name: string;
  readonly portalName: string;
  readonly shortName: string;
  readonly isDefault: boolean;
  readonly aliases: readonly string[];
  readonly timeZone: string;
  readonly defaultLanguage: LanguageCode;
  readonly languages: readonly LanguageCode[];
  readonly theme: Readonly<Record<string, string>>;
  readonly logo: string;
  readonly logoOnDark: string;
  readonly capabilities: SwitchedModules;
  /** What a person must know to sign up, besides name and date of birth. */
  readonly verificationFields: readonly ('PIN' | 'MRN' | 'SSN')[];
  /** Patients check in at its kiosk, and this is who is told of what has changed; null: its kiosk has questionnaires alone. */
  readonly frontDeskEmail: string | null;
  readonly mrnPrefix: string;
  readonly phone: string;
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  /** What it calls its medical record number, by language. */
  readonly patientIdentifier: Readonly<Record<LanguageCode, string>>;
}

const mark = (colour: string, path: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path fill="${colour}" fill-rule="evenodd" d="${path}"/></svg>`;

// A star over a horizon, and a lighthouse between two waves, each cut out of its ground.
const northlightMark =
  'M20 0a20 20 0 1 1 0 40a20 20 0 1 1 0-40Zm0 6l2.7 9.3L32 18l-9.3 2.7L20 30l-2.7-9.3L8 18l9.3-2.7ZM8 31.5q12-4 24 0v2q-12-4-24 0Z';
const harbourMark =
  'M6 0h28a6 6 0 0 1 6 6v28a6 6 0 0 1-6 6H6a6 6 0 0 1-6-6V6a6 6 0 0 1 6-6Zm11 8h6l.6 4h-7.2Zm-.8 6h7.6L25.4 25h-10.8ZM6 28q3.5-3 7 0t7 0t7 0t7 0v3q-3.5 3-7 0t-7 0t-7 0t-7 0Z';

export const demoFacilities: Readonly<Record<'northlight' | 'harbour', DemoFacility>> = {
  northlight: {
    name: 'Northlight Cancer Centre',
    portalName: 'Northlight Patient Portal',
    shortName: 'Northlight',
    isDefault: true,
    aliases: ['localhost:8080'],
    timeZone: 'America/New_York',
    defaultLanguage: 'en',
    languages: ['en', 'es', 'fr', 'pt', 'zh'],
    theme: {
      '--facility-brand': '#1f5d50',
      '--facility-accent': '#f0a45d',
      '--facility-neutral': '#a08a63',
      '--facility-radius': '1',
    },
    logo: mark('#1f5d50', northlightMark),
    logoOnDark: mark('#d9efe7', northlightMark),
    // Everything that a facility can switch on is to be seen here.
    capabilities: facilityModules,
    verificationFields: ['PIN'],
    frontDeskEmail: 'front-desk@northlight.example',
    mrnPrefix: 'NL-',
    phone: '(555) 010-0142',
    street: 'Willow Road',
    city: 'Puddleford',
    state: 'NY',
    zipCode: '10042',
    patientIdentifier: {
      en: 'Medical record number',
      es: 'Número de expediente médico',
      fr: 'Numéro de dossier médical',
      pt: 'Número do prontuário',
      zh: '病历号',
    },
  },
  harbour: {
    name: 'Harbour Point Clinic',
    portalName: 'Harbour Point MyCare',
    shortName: 'Harbour Point',
    isDefault: false,
    aliases: ['harbour.localhost:8080'],
    timeZone: 'America/Los_Angeles',
    defaultLanguage: 'en',
    languages: ['en', 'es', 'zh'],
    theme: {
      '--facility-brand': '#1d4e89',
      '--facility-accent': '#f2c14e',
      '--facility-neutral': '#6f8296',
      '--facility-radius': '1.4',
    },
    logo: mark('#1d4e89', harbourMark),
    logoOnDark: mark('#dce9f7', harbourMark),
    capabilities: { Dashboard: ['Appointments'], Questionnaires: [], ContactUs: [] },
    verificationFields: ['PIN', 'MRN'],
    frontDeskEmail: null,
    mrnPrefix: 'HP',
    phone: '(555) 010-0178',
    street: 'Quayside Lane',
    city: 'Saltmere',
    state: 'CA',
    zipCode: '90017',
    patientIdentifier: {
      en: 'Patient number',
      es: 'Número de paciente',
      fr: 'Numéro de patient',
      pt: 'Número do paciente',
      zh: '患者编号',
    },
  },
};
