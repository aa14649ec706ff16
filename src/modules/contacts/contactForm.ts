import { type AnswerOf, type Contact, ContactDetails, type getPatientAddress } from '@portal/api';
import * as v from 'valibot';
import { type Rule, schemaRule } from '../../ui/form/rules.ts';
import { movedPhone, tidyPhone, typedPhone, writtenPhone } from '../../ui/form/phones.ts';
import type { Languages } from './options.ts';

const addressNames = ['country', 'address1', 'address2', 'city', 'state', 'zipCode'] as const;
const textNames = ['contactFirstName', 'contactLastName', 'suffix', 'contactEmail', ...addressNames] as const;
/** Each holds the id of what was chosen, as a text. */
const choiceNames = ['relationshipId', 'preferredCommunicationId', 'communicationLanguageId'] as const;
const phoneNames = ['homePhone', 'mobilePhone', 'workPhone'] as const;
/** The box that belongs to each number. */
export const messageBoxes = {
  homePhone: 'isOkToLeaveMsgHome',
  mobilePhone: 'isOkToLeaveMsgMobile',
  workPhone: 'isOkToLeaveMsgWork',
} as const satisfies Record<PhoneName, keyof ContactDetails>;
const boxNames = [
  'isPrimaryContact',
  'isNextOfKin',
  'providesTransport',
  'usePatientAddress',
  ...Object.values(messageBoxes),
] as const;

export type TextName = (typeof textNames)[number];
export type ChoiceName = (typeof choiceNames)[number];
export type PhoneName = (typeof phoneNames)[number];
export type BoxName = (typeof boxNames)[number];

/** Makes the form's texts of what the contract has: nothing is an empty text, a number its digits. */
const AsText = v.pipe(v.nullish(v.union([v.string(), v.number()]), ''), v.transform(String));
const AddressTexts = v.object(v.entriesFromList(addressNames, AsText));
const FormValues = v.object({
  ...v.entriesFromList([...textNames, ...choiceNames, ...phoneNames], AsText),
  ...v.entriesFromList(boxNames, v.optional(v.boolean(), false)),
});

/** A contact as it is typed: texts and boxes. Choices are ids as texts, `country` is a code of the lookup. */
export type ContactValues = Readonly<v.InferOutput<typeof FormValues>>;
export type Address = AnswerOf<typeof getPatientAddress>;

/** The country in whose way numbers are read and written: the contact's, else the patient's. */
const phoneCountry = (country: string, patient: Address | null): string =>
  country === '' ? (patient?.country ?? '') : country;

/** An empty form; the language is the facility's, where it is one that can be chosen (specification 2, section 5). */
export const newContact = (facilityLanguageId: number | null, languages: Languages): ContactValues =>
  v.parse(FormValues, {
    communicationLanguageId: languages.find(({ languageId }) => languageId === facilityLanguageId)?.languageId,
  });

/** The patient's address as the fields of the form have it. */
const addressOf = (patient: Address | null) => v.parse(AddressTexts, patient ?? {});

/** A contact as it stands, to be changed. */
export function valuesOf(contact: Contact, patient: Address | null): ContactValues {
  const values = v.parse(FormValues, contact.usePatientAddress ? { ...contact, ...addressOf(patient) } : contact);
  const country = phoneCountry(values.country, patient);
  return {
    ...values,
    homePhone: writtenPhone(contact.homePhone, country),
    mobilePhone: writtenPhone(contact.mobilePhone, country),
    workPhone: writtenPhone(contact.workPhone, country),
  };
}

/** Values by name. */
const byName = <N extends string, T>(names: readonly N[], valueOf: (name: N) => T) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)]));

/** What is sent of a form that its rules have nothing against: texts trimmed, numbers normalized, what is empty null. */
export function detailsOf(values: ContactValues, patient: Address | null): ContactDetails {
  // Every field of the contract is one of the form.
  const all: Readonly<Record<keyof ContactDetails, string | boolean>> = values;
  const country = phoneCountry(values.country, patient);
  const phoneOf = (name: PhoneName) => {
    const phone = typedPhone(values[name], country);
    return phone.kind === 'number' ? phone.value : null;
  };
  return v.parse(ContactDetails, {
    ...all,
    ...byName(textNames, (name) => values[name].trim() || null),
    ...byName(choiceNames, (name) => (values[name] === '' ? null : Number(values[name]))),
    ...byName(phoneNames, phoneOf),
  });
}

/** What holds for the fields while they are typed (specification 2, section 5). */
export function contactRules(patient: Address | null) {
  const { entries } = ContactDetails;
  const phone: Rule<string, ContactValues> = (typed, { country }) =>
    typedPhone(typed, phoneCountry(country, patient)).kind === 'wrong' ? { text: 'contacts.phoneWrong' } : null;
  return {
    rules: {
      contactFirstName: [schemaRule(entries.contactFirstName)],
      contactLastName: [schemaRule(entries.contactLastName)],
      suffix: [schemaRule(entries.suffix)],
      relationshipId: [schemaRule(entries.relationshipId, { sent: 'number' })],
      communicationLanguageId: [schemaRule(entries.communicationLanguageId, { sent: 'number' })],
      homePhone: [phone],
      mobilePhone: [phone],
      workPhone: [phone],
      preferredCommunicationId: [schemaRule(entries.preferredCommunicationId, { sent: 'number' })],
      country: [schemaRule(entries.country)],
      address1: [schemaRule(entries.address1)],
      address2: [schemaRule(entries.address2)],
      city: [schemaRule(entries.city)],
      state: [schemaRule(entries.state)],
      zipCode: [schemaRule(entries.zipCode)],
    },
    rulesOnSubmit: { contactEmail: [schemaRule(entries.contactEmail)] },
  };
}

/** Fields that change with one press. */
export type Changes = Partial<ContactValues>;

/** Numbers as they are written where another country was chosen. */
const movedPhones = (values: ContactValues, to: string, patient: Address | null): Changes => {
  const [from, next] = [phoneCountry(values.country, patient), phoneCountry(to, patient)];
  return byName(phoneNames, (name) => movedPhone(values[name], from, next));
};

/** Another country: its own states, and the same numbers in its way of writing. */
export const withCountry = (values: ContactValues, country: string, patient: Address | null): Changes => ({
  country,
  state: '',
  ...movedPhones(values, country, patient),
});

/** Whether there is an address of the patient to use. */
export const hasAddress = (patient: Address): boolean => Object.values(addressOf(patient)).some((text) => text !== '');

/**
 * With the box ticked the patient's address stands in the fields; without it they can be changed from there. Where none is on file,
 * ticking it would only take away what was typed, so nothing changes.
 */
export function withPatientAddress(values: ContactValues, ticked: boolean, patient: Address): Changes {
  if (!ticked) return { usePatientAddress: false };
  if (!hasAddress(patient)) return {};
  const address = addressOf(patient);
  return { usePatientAddress: true, ...address, ...movedPhones(values, address.country, patient) };
}

/** A number that was left, in its country's way of writing. */
export const tidied = (values: ContactValues, name: PhoneName, patient: Address | null): string =>
  tidyPhone(values[name], phoneCountry(values.country, patient));
