import { ContactDetails, saveContact } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import { problemsOnSubmit } from '../../ui/form/formState.ts';
import { firstProblem } from '../../ui/form/rules.ts';
import {
  type Address,
  type ContactValues,
  contactRules,
  detailsOf,
  hasAddress,
  newContact,
  tidied,
  valuesOf,
  withCountry,
  withPatientAddress,
} from './contactForm.ts';
import { contact, languages } from '../../../tests/apps/contacts.ts';

const home: Address = {
  address1: '7 Mossy Lane',
  address2: null,
  city: 'Puddleford',
  zipCode: '10042',
  state: 'New York',
  country: 'US',
};
const filled = (more: Partial<ContactValues> = {}): ContactValues => ({
  ...newContact(1, languages),
  contactFirstName: 'Linnea',
  contactLastName: 'Applewhistle',
  relationshipId: '3',
  ...more,
});
const problemsOf = (values: ContactValues) =>
  Object.fromEntries([...problemsOnSubmit(contactRules(home), values)].map(([name, { text }]) => [name, text]));

describe('what is required', () => {
  it('are first name, last name, relationship and language', () => {
    expect(problemsOf(newContact(null, languages))).toEqual({
      contactFirstName: 'core.required',
      contactLastName: 'core.required',
      relationshipId: 'core.required',
      communicationLanguageId: 'core.required',
    });
    expect(problemsOf(filled())).toEqual({});
  });

  it('is not met by blanks', () => {
    expect(problemsOf(filled({ contactFirstName: ' \u00a0 ' }))).toEqual({ contactFirstName: 'core.required' });
  });
});

test.each([
  [20, {}],
  [21, { zipCode: 'form.maxLength' }],
])('a zip code of %i characters', (length, problems) => {
  expect(problemsOf(filled({ zipCode: 'x'.repeat(length) }))).toEqual(problems);
});

describe('the email', () => {
  it('may be left out, and is looked at when the form is sent', () => {
    expect(problemsOf(filled({ contactEmail: '' }))).toEqual({});
    expect(problemsOf(filled({ contactEmail: 'linnea@' }))).toEqual({ contactEmail: 'form.email' });
    expect(Object.keys(contactRules(home).rules)).not.toContain('contactEmail');
  });
});

test.each([
  ['home', '555-0123 ext 4', 'contacts.phoneWrong'],
  ['home', 'ask my son', 'contacts.phoneWrong'],
  ['home', '(555) 010-0123', null],
  ['home', '', null],
])('the %s number %s: %s', (_which, typed, text) => {
  expect(firstProblem(contactRules(home).rules.homePhone, typed, filled())?.text ?? null).toBe(text);
});

test('a new contact has the facility’s language, where it is one that can be chosen', () => {
  expect(newContact(2, languages).communicationLanguageId).toBe('2');
  expect(newContact(9, languages).communicationLanguageId).toBe('');
  expect(newContact(null, languages).communicationLanguageId).toBe('');
});

test('names are trimmed, numbers normalized, and what is empty is nothing', () => {
  expect(
    detailsOf(filled({ contactFirstName: ' Linnea  ', suffix: '  ', homePhone: '(555) 010-0190', city: '' }), home),
  ).toMatchObject({
    contactFirstName: 'Linnea',
    suffix: null,
    homePhone: '+15550100190',
    mobilePhone: null,
    city: null,
  });
});

test('what a form sends is what the contract takes, and says the same when it is opened again', () => {
  const text = fc.string({ maxLength: 20 });
  const aPhone = fc.constantFrom('', '(555) 010-0123', '+44 20 7946 0958', '555-0123');
  const some = fc.record({
    contactFirstName: text,
    contactLastName: text,
    suffix: text,
    relationshipId: fc.constantFrom('1', '7'),
    communicationLanguageId: fc.constantFrom('1', '2'),
    preferredCommunicationId: fc.constantFrom('', '3'),
    contactEmail: fc.constantFrom('', ' linnea@example.org '),
    homePhone: aPhone,
    mobilePhone: aPhone,
    workPhone: aPhone,
    address1: text,
    address2: text,
    city: text,
    state: text,
    zipCode: text,
    country: fc.constantFrom('', 'US', 'GB', 'MX'),
    isPrimaryContact: fc.boolean(),
    isNextOfKin: fc.boolean(),
    providesTransport: fc.boolean(),
    usePatientAddress: fc.boolean(),
    isOkToLeaveMsgHome: fc.boolean(),
    isOkToLeaveMsgMobile: fc.boolean(),
    isOkToLeaveMsgWork: fc.boolean(),
  });
  fc.assert(
    fc.property(some, (values) => {
      fc.pre(problemsOnSubmit(contactRules(home), values).size === 0);
      const details = detailsOf(values, home);
      expect(v.is(saveContact.body, details)).toBe(true);
      if (values.usePatientAddress) return;
      expect(detailsOf(valuesOf(contact(details), home), home)).toEqual(details);
    }),
  );
});

describe('the form takes what the contract takes, and nothing else', () => {
  const { rules, rulesOnSubmit } = contactRules(home);
  const { entries } = ContactDetails;
  const texts = { ...rules, ...rulesOnSubmit };
  const typed = fc.oneof(
    fc.string(),
    fc.emailAddress(),
    fc.constantFrom('', ' ', '(555) 010-0123', '+44 20 7946 0958'),
    fc
      .tuple(fc.constantFrom(20, 100, 200), fc.integer({ min: -1, max: 1 }))
      .map(([limit, more]) => 'x'.repeat(limit + more)),
  );
  test.each([
    'contactFirstName',
    'contactLastName',
    'suffix',
    'contactEmail',
    'country',
    'address1',
    'address2',
    'city',
    'state',
    'zipCode',
  ] as const)('%s', (name) => {
    fc.assert(
      fc.property(typed, (text) => {
        expect(firstProblem(texts[name], text, null) === null).toBe(v.is(entries[name], text.trim() || null));
      }),
    );
  });
  test.each(['homePhone', 'mobilePhone', 'workPhone'] as const)('%s', (name) => {
    fc.assert(
      fc.property(typed, (text) => {
        const values = filled({ [name]: text });
        if (firstProblem(rules[name], text, values) !== null) return;
        const sent = detailsOf(values, home)[name];
        expect(sent === null).toBe(text.trim() === '');
      }),
    );
  });
  test.each(['relationshipId', 'preferredCommunicationId', 'communicationLanguageId'] as const)('%s', (name) => {
    for (const text of ['', '1', '12'])
      expect(firstProblem(rules[name], text, null) === null).toBe(
        v.is(entries[name], text === '' ? null : Number(text)),
      );
  });
});

describe('the patient’s address', () => {
  it('is copied when the box is ticked, and stays to be changed when the tick goes', () => {
    const ticked = { ...filled(), ...withPatientAddress(filled({ city: 'Elsewhere' }), true, home) };
    expect(ticked).toMatchObject({
      usePatientAddress: true,
      address1: '7 Mossy Lane',
      address2: '',
      city: 'Puddleford',
      zipCode: '10042',
      state: 'New York',
      country: 'US',
    });
    expect({ ...ticked, ...withPatientAddress(ticked, false, home) }).toEqual({ ...ticked, usePatientAddress: false });
  });

  it('takes nothing that was typed where there is none on file', () => {
    const none: Address = { address1: null, address2: '', city: null, zipCode: null, state: null, country: null };
    expect(hasAddress(none)).toBe(false);
    expect(hasAddress({ ...none, city: 'Puddleford' })).toBe(true);
    expect(withPatientAddress(filled({ city: 'Elsewhere', address1: '1 Typed Street' }), true, none)).toEqual({});
  });

  it('is what a contact with the box shows, as it is now', () => {
    expect(valuesOf(contact({ usePatientAddress: true, city: 'Old Town' }), home).city).toBe('Puddleford');
  });
});

describe('another country', () => {
  it('takes the state away and leaves the numbers what they are', () => {
    const values = filled({ country: 'US', state: 'Ohio', homePhone: '(555) 010-0123' });
    expect(withCountry(values, 'GB', home)).toEqual({
      country: 'GB',
      state: '',
      homePhone: '+1 555 010 0123',
      mobilePhone: '',
      workPhone: '',
    });
  });

  it('left out means the patient’s for numbers', () => {
    expect(tidied(filled({ workPhone: '5550100123' }), 'workPhone', home)).toBe('(555) 010-0123');
    expect(tidied(filled({ workPhone: '5550100123' }), 'workPhone', null)).toBe('5550100123');
  });
});
