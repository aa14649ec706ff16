import { type AnswerOf, type Contact, ContactDetails, type getPatientAddress } from '@portal/api';
import * as v from 'valibot';
import { type Rule, schemaRule } from '../../ui/form/rules.ts';
import { movedPhone, tidyPhone, typedPhone, writtenPhone } from '../../ui/form/phones.ts';
import type { Languages } from './options.ts';

const addressNames = ['country', 'address1', 'address2', 'city', 'state', 'zipCode'] as const;
const textNames = ['contactFirstName', 'contactLastName', 'suffix', 'contactEmail', ...addressNames] as const;
/** Fields that hold the id of a choice, as text. */
const choiceNames = ['relationshipId', 'preferredCommunicationId', 'communicationLanguageId'] as const;
const phoneNames = ['homePhone', 'mobilePhone', 'workPhone'] as const;
/** The checkbox that belongs to each number. */
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

/** The form's type for a type of the contract: null is an empty text, a number its digits. */
const AsText = v.pipe(v.nullish(v.union([v.string(), v.number()]), ''), v.transform(String));
const AddressTexts = v.object(v.entriesFromList(addressNames, AsText));
const FormValues = v.object({
  ...v.entriesFromList([...textNames, ...choiceNames, ...phoneNames], AsText),
  ...v.entriesFromList(boxNames, v.optional(v.boolean(), false)),
});

/** The typed contact: texts and checkboxes. Choices are ids as texts, `country` is a code of the lookup. */
export type ContactValues = Readonly<v.InferOutput<typeof FormValues>>;
export type Address = AnswerOf<typeof getPatientAddress>;

/** The country whose format numbers have: the contact's, else the patient's. */
const phoneCountry = (country: string, patient: Address | null): string =>
  country === '' ? (patient?.country ?? '') : country;

/** An empty form; its language is the facility's, where it can be chosen (specification 2, section 5). */
export const newContact = (facilityLanguageId: number | null, languages: Languages): ContactValues =>
  v.parse(FormValues, {
    communicationLanguageId: languages.find(({ languageId }) => languageId === facilityLanguageId)?.languageId,
  });

const addressOf = (patient: Address | null) => v.parse(AddressTexts, patient ?? {});

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

const byName = <N extends string, T>(names: readonly N[], valueOf: (name: N) => T) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)]));

/** The body of a valid form: texts trimmed, numbers normalised, empty texts null. */
export function detailsOf(values: ContactValues, patient: Address | null): ContactDetails {
  // Every field of the contract is a field of the form.
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

/** The rules of the fields (specification 2, section 5). */
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

/** Fields that change together with one press. */
export type Changes = Partial<ContactValues>;

/** The numbers in the format of the chosen country. */
const movedPhones = (values: ContactValues, to: string, patient: Address | null): Changes => {
  const [from, next] = [phoneCountry(values.country, patient), phoneCountry(to, patient)];
  return byName(phoneNames, (name) => movedPhone(values[name], from, next));
};

/** Changes the country, which has its own states and its own format of numbers. */
export const withCountry = (values: ContactValues, country: string, patient: Address | null): Changes => ({
  country,
  state: '',
  ...movedPhones(values, country, patient),
});

export const hasAddress = (patient: Address): boolean => Object.values(addressOf(patient)).some((text) => text !== '');

/**
 * With the box ticked the fields have the patient's address; without it they can be edited from there. Without an address on file ticking
 * would only delete what was typed, so nothing changes.
 */
export function withPatientAddress(values: ContactValues, ticked: boolean, patient: Address): Changes {
  if (!ticked) return { usePatientAddress: false };
  if (!hasAddress(patient)) return {};
  const address = addressOf(patient);
  return { usePatientAddress: true, ...address, ...movedPhones(values, address.country, patient) };
}

/** A number that was left, in its country's format. */
export const tidied = (values: ContactValues, name: PhoneName, patient: Address | null): string =>
  tidyPhone(values[name], phoneCountry(values.country, patient));
