import { type AnswerOf, type Contact, type ContactDetails, type SectionRight, type getCountries, type getPatientAddress, type getPreferredCommunications, type getStates, type getSupportedLanguages } from '@portal/api';
import { type Rule, email, maxLength, required } from '../../ui/form/rules.ts';
import { movedPhone, tidyPhone, typedPhone, writtenPhone } from './phones.ts';

/** A contact as it is typed: texts and boxes. Choices are ids as texts, `country` is a code of the lookup. */
export interface ContactValues {
  readonly contactFirstName: string;
  readonly contactLastName: string;
  readonly suffix: string;
  readonly relationshipId: string;
  readonly isPrimaryContact: boolean;
  readonly isNextOfKin: boolean;
  readonly providesTransport: boolean;
  readonly homePhone: string;
  readonly mobilePhone: string;
  readonly workPhone: string;
  readonly isOkToLeaveMsgHome: boolean;
  readonly isOkToLeaveMsgMobile: boolean;
  readonly isOkToLeaveMsgWork: boolean;
  readonly contactEmail: string;
  readonly preferredCommunicationId: string;
  readonly communicationLanguageId: string;
  readonly usePatientAddress: boolean;
  readonly country: string;
  readonly address1: string;
  readonly address2: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
}

export type Address = AnswerOf<typeof getPatientAddress>;
type Countries = AnswerOf<typeof getCountries>;
type States = AnswerOf<typeof getStates>;
type Languages = AnswerOf<typeof getSupportedLanguages>;

export const phoneNames = ['homePhone', 'mobilePhone', 'workPhone'] as const;
export type PhoneName = (typeof phoneNames)[number];
/** The box that belongs to each number. */
export const messageBoxes = { homePhone: 'isOkToLeaveMsgHome', mobilePhone: 'isOkToLeaveMsgMobile', workPhone: 'isOkToLeaveMsgWork' } as const satisfies Record<PhoneName, keyof ContactValues>;

/** Specification 2, section 5. */
export const zipCodeLimit = 20;

/** The country in whose way numbers are read and written: the contact's, else the patient's. */
export const phoneCountry = (country: string, patient: Address | null): string => (country === '' ? (patient?.country ?? '') : country);

/** The patient's address as the fields of the form have it. */
const copied = (address: Address | null): Pick<ContactValues, 'address1' | 'address2' | 'city' | 'zipCode' | 'state' | 'country'> => ({
  address1: address?.address1 ?? '',
  address2: address?.address2 ?? '',
  city: address?.city ?? '',
  zipCode: address?.zipCode ?? '',
  state: address?.state ?? '',
  country: address?.country ?? '',
});

/** An empty form; the language is the facility's, where it is one that can be chosen (specification 2, section 5). */
export const newContact = (facilityLanguageId: number | null, languages: Languages): ContactValues => ({
  contactFirstName: '',
  contactLastName: '',
  suffix: '',
  relationshipId: '',
  isPrimaryContact: false,
  isNextOfKin: false,
  providesTransport: false,
  homePhone: '',
  mobilePhone: '',
  workPhone: '',
  isOkToLeaveMsgHome: false,
  isOkToLeaveMsgMobile: false,
  isOkToLeaveMsgWork: false,
  contactEmail: '',
  preferredCommunicationId: '',
  communicationLanguageId: facilityLanguageId !== null && languages.some(({ languageId }) => languageId === facilityLanguageId) ? String(facilityLanguageId) : '',
  usePatientAddress: false,
  ...copied(null),
});

/** A contact as it stands, to be changed. */
export function valuesOf(contact: Contact, patient: Address | null): ContactValues {
  const address = contact.usePatientAddress ? copied(patient) : copied(contact);
  const written = (number: string | null) => writtenPhone(number, phoneCountry(address.country, patient));
  return {
    contactFirstName: contact.contactFirstName,
    contactLastName: contact.contactLastName,
    suffix: contact.suffix ?? '',
    relationshipId: String(contact.relationshipId),
    isPrimaryContact: contact.isPrimaryContact,
    isNextOfKin: contact.isNextOfKin,
    providesTransport: contact.providesTransport,
    homePhone: written(contact.homePhone),
    mobilePhone: written(contact.mobilePhone),
    workPhone: written(contact.workPhone),
    isOkToLeaveMsgHome: contact.isOkToLeaveMsgHome,
    isOkToLeaveMsgMobile: contact.isOkToLeaveMsgMobile,
    isOkToLeaveMsgWork: contact.isOkToLeaveMsgWork,
    contactEmail: contact.contactEmail ?? '',
    preferredCommunicationId: contact.preferredCommunicationId === null ? '' : String(contact.preferredCommunicationId),
    communicationLanguageId: String(contact.communicationLanguageId),
    usePatientAddress: contact.usePatientAddress,
    ...address,
  };
}

const orNull = (text: string): string | null => {
  const trimmed = text.trim();
  return trimmed === '' ? null : trimmed;
};

/** What is sent; names are trimmed, numbers normalized, what is empty is null. */
export function detailsOf(values: ContactValues, patient: Address | null): ContactDetails {
  const country = phoneCountry(values.country, patient);
  const number = (typed: string) => {
    const phone = typedPhone(typed, country);
    return phone.kind === 'number' ? phone.value : null;
  };
  return {
    contactFirstName: values.contactFirstName.trim(),
    contactLastName: values.contactLastName.trim(),
    suffix: orNull(values.suffix),
    relationshipId: Number(values.relationshipId),
    isPrimaryContact: values.isPrimaryContact,
    isNextOfKin: values.isNextOfKin,
    providesTransport: values.providesTransport,
    usePatientAddress: values.usePatientAddress,
    address1: orNull(values.address1),
    address2: orNull(values.address2),
    city: orNull(values.city),
    zipCode: orNull(values.zipCode),
    state: orNull(values.state),
    country: orNull(values.country),
    homePhone: number(values.homePhone),
    mobilePhone: number(values.mobilePhone),
    workPhone: number(values.workPhone),
    isOkToLeaveMsgHome: values.isOkToLeaveMsgHome,
    isOkToLeaveMsgMobile: values.isOkToLeaveMsgMobile,
    isOkToLeaveMsgWork: values.isOkToLeaveMsgWork,
    contactEmail: orNull(values.contactEmail),
    preferredCommunicationId: values.preferredCommunicationId === '' ? null : Number(values.preferredCommunicationId),
    communicationLanguageId: Number(values.communicationLanguageId),
  };
}

/** What holds for the fields while they are typed (specification 2, section 5). The limits beside the zip code's are the contract's. */
export function contactRules(patient: Address | null) {
  const phone: Rule<string, ContactValues> = (typed, { country }) => (typedPhone(typed, phoneCountry(country, patient)).kind === 'wrong' ? { text: 'contacts.phoneWrong' } : null);
  return {
    rules: {
      contactFirstName: [required(), maxLength(200)],
      contactLastName: [required(), maxLength(200)],
      suffix: [maxLength(20)],
      relationshipId: [required()],
      communicationLanguageId: [required()],
      homePhone: [phone],
      mobilePhone: [phone],
      workPhone: [phone],
      address1: [maxLength(200)],
      address2: [maxLength(200)],
      city: [maxLength(100)],
      state: [maxLength(100)],
      zipCode: [maxLength(zipCodeLimit)],
    },
    rulesOnSubmit: { contactEmail: [email()] },
  };
}

/** Fields that change with one press. */
export type Changes = Partial<ContactValues>;

/** Numbers as they are written where another country was chosen. */
const movedPhones = (values: ContactValues, to: string, patient: Address | null): Changes => {
  const [from, next] = [phoneCountry(values.country, patient), phoneCountry(to, patient)];
  return Object.fromEntries(phoneNames.map((name) => [name, movedPhone(values[name], from, next)]));
};

/** Another country: its own states, and the same numbers in its way of writing. */
export const withCountry = (values: ContactValues, country: string, patient: Address | null): Changes => ({ country, state: '', ...movedPhones(values, country, patient) });

/** With the box ticked the patient's address stands in the fields; without it they can be changed from there. */
export function withPatientAddress(values: ContactValues, ticked: boolean, patient: Address | null): Changes {
  if (!ticked) return { usePatientAddress: false };
  const address = copied(patient);
  return { usePatientAddress: true, ...address, ...movedPhones(values, address.country, patient) };
}

/** A number that was left, in its country's way of writing. */
export const tidied = (values: ContactValues, name: PhoneName, patient: Address | null): string => tidyPhone(values[name], phoneCountry(values.country, patient));

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** The place of a patient's country that the list does not have (specification 2, section 9). */
const fallbackSortOrder = 1000;

/** The countries to choose from: the patient's first; where the list does not have it, it stands at its fallback place. */
export function countryOptions(countries: Countries, patientCountry: string | null, nameOf: (code: string) => string): Option[] {
  const isPatients = ({ countryCode }: Pick<Countries[number], 'countryCode'>) => countryCode === patientCountry;
  const absent = patientCountry === null || patientCountry === '' || countries.some(isPatients) ? [] : [{ countryCode: patientCountry, countryNameDisplay: nameOf(patientCountry), sortOrder: fallbackSortOrder }];
  const placed = [...countries, ...absent].map((country, index) => ({ ...country, index, place: isPatients(country) && absent.length === 0 ? -Infinity : country.sortOrder }));
  return placed.toSorted((a, b) => (a.place === b.place ? a.index - b.index : a.place - b.place)).map(({ countryCode, countryNameDisplay }) => ({ value: countryCode, label: countryNameDisplay }));
}

/** The states of a country; none where the list has none of it, and then the state is typed. One that stands there already stays. */
export function stateOptions(states: States, countries: Countries, country: string, chosen: string): Option[] {
  const countryId = countries.find(({ countryCode }) => countryCode === country)?.countryId;
  const names = states.flatMap((state) => (state.countryId === countryId ? [state.stateNameDisplay] : []));
  if (names.length === 0) return [];
  return (chosen === '' || names.includes(chosen) ? names : [...names, chosen]).map((name) => ({ value: name, label: name }));
}

/** Fax is not offered (specification 2, section 5). */
export const communicationOptions = (all: AnswerOf<typeof getPreferredCommunications>): Option[] =>
  all.flatMap(({ preferredCommunicationId, preferredCommunicationCode, preferredCommunicationDisplay }) =>
    preferredCommunicationCode.toLowerCase() === 'fax' ? [] : [{ value: String(preferredCommunicationId), label: preferredCommunicationDisplay }],
  );

export const languageOptions = (languages: Languages): Option[] => languages.flatMap(({ languageId, displayName }) => (languageId === undefined ? [] : [{ value: String(languageId), label: displayName }]));

/** What a contact may do in the record, and what the patient can do about it (specification 2, section 4). */
export type AccessState =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'notInvited' }
  | { readonly kind: 'invited'; readonly isOver: boolean }
  | { readonly kind: 'enabled'; /** Minutes until they can sign in again; null: they are not locked. */ readonly lockedMinutes: number | null }
  | { readonly kind: 'disabled' };

/** A contact that is being added has no account and no invitation. */
export function accessState(contact: Pick<Contact, 'authorizedRepresentativeUserId' | 'isAuthorizedRepresentativeActive' | 'invitationId' | 'isInvitationExpired' | 'isInvitationLocked' | 'userInfo'> | null, canInvite: boolean): AccessState {
  if (contact === null || contact.authorizedRepresentativeUserId === null) {
    if (!canInvite) return { kind: 'nothing' };
    if (contact === null || contact.invitationId === null) return { kind: 'notInvited' };
    return { kind: 'invited', isOver: contact.isInvitationExpired || contact.isInvitationLocked };
  }
  if (!contact.isAuthorizedRepresentativeActive) return { kind: 'disabled' };
  return { kind: 'enabled', lockedMinutes: contact.userInfo?.isLockedOut === true ? Math.max(1, Math.ceil(contact.userInfo.minutesLeftBeforeLockoutExpires)) : null };
}

/** The only primary contact stays so until another takes its place. */
export const isPrimaryFixed = (contact: Pick<Contact, 'isPrimaryContact'> | null): boolean => contact?.isPrimaryContact === true;

/** A list with a contact as it was just saved; there is one primary contact at most. */
export function withContact(contacts: readonly Contact[], saved: Contact): Contact[] {
  const others = contacts.map((contact) => (saved.isPrimaryContact && contact.isPrimaryContact && contact.contactId !== saved.contactId ? { ...contact, isPrimaryContact: false } : contact));
  return others.some(({ contactId }) => contactId === saved.contactId) ? others.map((contact) => (contact.contactId === saved.contactId ? saved : contact)) : [...others, saved];
}

export const isSameRight = (one: SectionRight, other: SectionRight): boolean => one.section === other.section && one.right === other.right;
export const hasRight = (given: readonly SectionRight[], one: SectionRight): boolean => given.some((other) => isSameRight(one, other));

/** Rights with one more or one less. Whoever answers or writes has to read; who may not read may do nothing else there. */
export function withRight(given: readonly SectionRight[], one: SectionRight, isGiven: boolean): SectionRight[] {
  if (!isGiven) return given.filter((other) => !(other.section === one.section && (one.right === 'read' || other.right === one.right)));
  const read: SectionRight = { section: one.section, right: 'read' };
  return [...given, ...[read, one].filter((added, index, all) => !hasRight(given, added) && all.findIndex((other) => isSameRight(added, other)) === index)];
}
