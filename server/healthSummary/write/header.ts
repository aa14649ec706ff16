import type { CareTeamMember, RegistrationDetails } from '@portal/api';
import { locales } from '../../process/locales.ts';
import { filled } from '../../subject/fhirParts.ts';
import { fixed, loinc } from './codes.ts';
import type { AddressFacts, SummaryContent, SummaryFacility } from './content.ts';
import { idOf, stableId, template } from './datatypes.ts';
import { type SummaryWords, summaryWords } from './words.ts';
import { bare, type Child, el, type Written } from './xml.ts';

/** An element with these words, or what HL7 v3 writes where nobody knows. */
const words = (name: string, text: string | null | undefined): Written | null =>
  filled(text) === undefined ? null : bare(name, filled(text));

function addressOf(one: AddressFacts & { readonly address3?: string | null }, use: string): Written {
  const lines = [one.address1, one.address2, one.address3].filter((line) => filled(line) !== undefined);
  const parts = [
    lines.map((line) => words('streetAddressLine', line)),
    words('city', one.city),
    words('state', one.state),
    words('postalCode', one.zipCode),
    words('country', one.country),
  ].flat();
  return parts.every((part) => part === null) ? el('addr', { nullFlavor: 'UNK' }) : el('addr', { use }, parts);
}
/** Addresses of a URL have no spaces. */
const tel = (number: string): string => `tel:${number.trim().replace(/\s+/g, '-')}`;
function telecomsOf(
  numbers: readonly (readonly [use: string, number: string | null | undefined])[],
  email: string | null,
): Written[] {
  const all = [
    ...numbers.flatMap(([use, number]) => {
      const written = filled(number);
      return written === undefined ? [] : [el('telecom', { use, value: tel(written) })];
    }),
    ...(filled(email) === undefined ? [] : [el('telecom', { value: `mailto:${filled(email) ?? ''}` })]),
  ];
  return all.length === 0 ? [el('telecom', { nullFlavor: 'UNK' })] : all;
}

const genders: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['male', ['M', 'Male']],
  ['female', ['F', 'Female']],
  ['other', ['UN', 'Undifferentiated']],
]);
const maritalStates = new Map([
  ['married', 'M'],
  ['divorced', 'D'],
  ['widowed', 'W'],
  ['never married', 'S'],
  ['single', 'S'],
  ['legally separated', 'L'],
  ['domestic partner', 'T'],
]);
const races = new Map([
  ['american indian or alaska native', '1002-5'],
  ['asian', '2028-9'],
  ['black or african american', '2054-5'],
  ['native hawaiian or other pacific islander', '2076-8'],
  ['white', '2106-3'],
]);
const ethnicities = new Map([
  ['hispanic or latino', '2135-2'],
  ['not hispanic or latino', '2186-5'],
]);
const languages = new Map([
  ['english', 'en'],
  ['spanish', 'es'],
  ['french', 'fr'],
  ['portuguese', 'pt'],
  ['chinese', 'zh'],
]);
const cdcRace = '2.16.840.1.113883.6.238';

/** A word as its code, where it is one that we know; as words alone where it is another one; and where there is none, unknown. */
function coded(name: string, word: string | null, codes: ReadonlyMap<string, string>, codeSystem: string): Written {
  const written = filled(word);
  if (written === undefined) return el(name, { nullFlavor: 'UNK' });
  const code = codes.get(written.toLowerCase());
  return code === undefined
    ? el(name, { nullFlavor: 'OTH' }, bare('originalText', written))
    : fixed(name, code, codeSystem, written);
}
function genderOf({ gender }: RegistrationDetails): Written {
  const [code, display] = genders.get(gender?.toLowerCase() ?? '') ?? [];
  return code === undefined
    ? coded('administrativeGenderCode', gender, new Map(), '')
    : fixed('administrativeGenderCode', code, '2.16.840.1.113883.5.1', display);
}
function spokenBy({ primaryLanguage }: RegistrationDetails): Written | null {
  const written = filled(primaryLanguage);
  if (written === undefined) return null;
  const code = /^[a-z]{2,3}(-[A-Z]{2})?$/.test(written) ? written : languages.get(written.toLowerCase());
  return code === undefined ? null : bare('languageCommunication', el('languageCode', { code }));
}

const organization = (name: string, facility: SummaryFacility): Written =>
  bare(
    name,
    idOf(facility.root),
    bare('name', facility.name),
    telecomsOf([['WP', facility.phone]], facility.email)[0],
    addressOf(facility, 'WP'),
  );

const recordTarget = ({ patient, facility }: SummaryContent): Written =>
  bare(
    'recordTarget',
    bare(
      'patientRole',
      idOf(facility.root, patient.mrn),
      addressOf(patient, 'HP'),
      telecomsOf(
        [
          ['HP', patient.homePhone],
          ['MC', patient.mobilePhone],
        ],
        patient.primaryEmail,
      ),
      bare(
        'patient',
        el('name', { use: 'L' }, bare('given', patient.firstName), bare('family', patient.lastName)),
        genderOf(patient),
        el('birthTime', { value: patient.dateOfBirth.replaceAll('-', '') }),
        filled(patient.maritalStatus) === undefined
          ? null
          : coded('maritalStatusCode', patient.maritalStatus, maritalStates, '2.16.840.1.113883.5.2'),
        coded('raceCode', patient.race, races, cdcRace),
        coded('ethnicGroupCode', patient.ethnicity, ethnicities, cdcRace),
        spokenBy(patient),
      ),
      organization('providerOrganization', facility),
    ),
  );

/** The facility's server wrote it, and nobody has signed it. */
const author = ({ facility }: SummaryContent, time: string): Written =>
  bare(
    'author',
    el('time', { value: time }),
    bare(
      'assignedAuthor',
      idOf(stableId(facility.root, 'server')),
      addressOf(facility, 'WP'),
      telecomsOf([['WP', facility.phone]], facility.email),
      bare('assignedAuthoringDevice', bare('manufacturerModelName', 'Vestibule'), bare('softwareName', 'Vestibule')),
      organization('representedOrganization', facility),
    ),
  );

const memberName = (one: CareTeamMember): Written =>
  bare(
    'name',
    words('prefix', one.careProviderTitleValue),
    words('given', one.firstName),
    words('family', one.lastName),
    words('suffix', one.suffix),
  );
/** Who cares for the patient, as an entity of the header and of the section. */
export const memberEntity = (one: CareTeamMember, root: string, ...more: readonly Child[]): Written =>
  bare(
    'assignedEntity',
    idOf(stableId(root, 'provider', one.careProviderId)),
    filled(one.careProviderTitle) === undefined
      ? null
      : el('code', { nullFlavor: 'OTH' }, bare('originalText', filled(one.careProviderTitle))),
    addressOf(one, 'WP'),
    telecomsOf([['WP', one.publicPhone]], one.publicEmail),
    bare('assignedPerson', memberName(one)),
    filled(one.institution) === undefined
      ? null
      : bare('representedOrganization', bare('name', filled(one.institution))),
    ...more,
  );

const careProvision = ({ careTeam, facility, scope }: SummaryContent): Written =>
  bare(
    'documentationOf',
    el(
      'serviceEvent',
      { classCode: 'PCPR' },
      bare(
        'effectiveTime',
        el('low', { value: scope.startDate.replaceAll('-', '') }),
        el('high', { value: scope.endDate.replaceAll('-', '') }),
      ),
      careTeam.map((one) => el('performer', { typeCode: 'PRF' }, memberEntity(one, facility.root))),
    ),
  );

/** The moment of making, to the second. */
const timeOf = (now: Date): string => `${now.toISOString().slice(0, 19).replace(/[-T:]/g, '')}+0000`;

/** Everything before the body, as the US Realm Header asks. `id`: of the content. */
export function headerOf(content: SummaryContent, id: string): Child[] {
  const { scope, facility } = content;
  const text: SummaryWords = summaryWords[scope.language];
  const time = timeOf(scope.now);
  return [
    el('realmCode', { code: 'US' }),
    el('typeId', { root: '2.16.840.1.113883.1.3', extension: 'POCD_HD000040' }),
    template('22.1.1', '2015-08-01'),
    template('22.1.2', '2015-08-01'),
    idOf(id),
    fixed('code', '34133-9', loinc, 'Summarization of Episode Note'),
    bare('title', text.title),
    el('effectiveTime', { value: time }),
    fixed('confidentialityCode', 'N', '2.16.840.1.113883.5.25', 'normal'),
    el('languageCode', { code: locales[scope.language] }),
    recordTarget(content),
    author(content, time),
    bare('custodian', bare('assignedCustodian', organization('representedCustodianOrganization', facility))),
    careProvision(content),
  ];
}
