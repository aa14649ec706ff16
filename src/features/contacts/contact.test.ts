import { Contact, type SectionRight, saveContact, sectionRights, Section } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import { firstProblem } from '../../ui/form/rules.ts';
import { problemsOnSubmit } from '../../ui/form/formState.ts';
import {
  accessState, communicationOptions, contactRules, countryOptions, detailsOf, hasRight, isPrimaryFixed, languageOptions, newContact, stateOptions, tidied, valuesOf, withContact, withCountry, withPatientAddress, withRight,
  type Address, type ContactValues,
} from './contact.ts';

const home: Address = { address1: '7 Mossy Lane', address2: null, city: 'Puddleford', zipCode: '10042', state: 'New York', country: 'US' };
const languages = [{ languageId: 1, languageCode: 'en' as const, displayName: 'English' }, { languageId: 2, languageCode: 'es' as const, displayName: 'Español' }, { languageCode: 'fr' as const, displayName: 'Français' }];
const contact = (more: object = {}) =>
  v.parse(Contact, {
    contactId: 5, patientId: 1, contactFirstName: 'Linnea', contactLastName: 'Applewhistle', suffix: null, relationship: 'Spouse', relationshipId: 3, isPrimaryContact: false, isNextOfKin: true, providesTransport: false,
    usePatientAddress: false, address1: null, address2: null, city: null, zipCode: null, state: null, country: null, homePhone: null, mobilePhone: '+15550100191', workPhone: null, isOkToLeaveMsgHome: false,
    isOkToLeaveMsgMobile: true, isOkToLeaveMsgWork: false, contactEmail: 'linnea@example.org', preferredCommunicationId: null, communicationLanguageId: 1, isActive: true, isAuthorizedRepresentativeActive: false,
    authorizedRepresentativeUserId: null, invitationId: null, isInvitationLocked: false, isInvitationExpired: false, userInfo: null, ...more,
  });
const filled = (more: Partial<ContactValues> = {}): ContactValues => ({ ...newContact(1, languages), contactFirstName: 'Linnea', contactLastName: 'Applewhistle', relationshipId: '3', ...more });
const problemsOf = (values: ContactValues) => Object.fromEntries([...problemsOnSubmit(contactRules(home), values)].map(([name, { text }]) => [name, text]));

describe('what is required', () => {
  it('are first name, last name, relationship and language', () => {
    expect(problemsOf(newContact(null, languages))).toEqual({ contactFirstName: 'core.required', contactLastName: 'core.required', relationshipId: 'core.required', communicationLanguageId: 'core.required' });
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
  expect(detailsOf(filled({ contactFirstName: ' Linnea  ', suffix: '  ', homePhone: '(555) 010-0190', city: '' }), home)).toMatchObject({ contactFirstName: 'Linnea', suffix: null, homePhone: '+15550100190', mobilePhone: null, city: null });
});

test('what a form sends is what the contract takes, and says the same when it is opened again', () => {
  const text = fc.string({ maxLength: 20 });
  const aPhone = fc.constantFrom('', '(555) 010-0123', '+44 20 7946 0958', '555-0123');
  const some = fc.record({
    contactFirstName: text, contactLastName: text, suffix: text, relationshipId: fc.constantFrom('1', '7'), communicationLanguageId: fc.constantFrom('1', '2'), preferredCommunicationId: fc.constantFrom('', '3'),
    contactEmail: fc.constantFrom('', ' linnea@example.org '), homePhone: aPhone, mobilePhone: aPhone, workPhone: aPhone, address1: text, address2: text, city: text, state: text, zipCode: text,
    country: fc.constantFrom('', 'US', 'GB', 'MX'), isPrimaryContact: fc.boolean(), isNextOfKin: fc.boolean(), providesTransport: fc.boolean(), usePatientAddress: fc.boolean(), isOkToLeaveMsgHome: fc.boolean(),
    isOkToLeaveMsgMobile: fc.boolean(), isOkToLeaveMsgWork: fc.boolean(),
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

describe('the patient’s address', () => {
  it('is copied when the box is ticked, and stays to be changed when the tick goes', () => {
    const ticked = { ...filled(), ...withPatientAddress(filled({ city: 'Elsewhere' }), true, home) };
    expect(ticked).toMatchObject({ usePatientAddress: true, address1: '7 Mossy Lane', address2: '', city: 'Puddleford', zipCode: '10042', state: 'New York', country: 'US' });
    expect({ ...ticked, ...withPatientAddress(ticked, false, home) }).toEqual({ ...ticked, usePatientAddress: false });
  });

  it('is what a contact with the box shows, as it is now', () => {
    expect(valuesOf(contact({ usePatientAddress: true, city: 'Old Town' }), home).city).toBe('Puddleford');
  });
});

describe('another country', () => {
  it('takes the state away and leaves the numbers what they are', () => {
    const values = filled({ country: 'US', state: 'Ohio', homePhone: '(555) 010-0123' });
    expect(withCountry(values, 'GB', home)).toEqual({ country: 'GB', state: '', homePhone: '+1 555 010 0123', mobilePhone: '', workPhone: '' });
  });

  it('left out means the patient’s for numbers', () => {
    expect(tidied(filled({ workPhone: '5550100123' }), 'workPhone', home)).toBe('(555) 010-0123');
    expect(tidied(filled({ workPhone: '5550100123' }), 'workPhone', null)).toBe('5550100123');
  });
});

const countries = [
  { countryId: 1, countryCode: 'US', countryNameDisplay: 'United States', sortOrder: 1 },
  { countryId: 2, countryCode: 'CA', countryNameDisplay: 'Canada', sortOrder: 2 },
  { countryId: 3, countryCode: 'MX', countryNameDisplay: 'Mexico', sortOrder: 1000 },
  { countryId: 4, countryCode: 'ZW', countryNameDisplay: 'Zimbabwe', sortOrder: 1001 },
];
test.each([
  ['US', 'US CA MX ZW'],
  ['MX', 'MX US CA ZW'],
  ['ZW', 'ZW US CA MX'],
  [null, 'US CA MX ZW'],
  ['', 'US CA MX ZW'],
  ['FR', 'US CA MX FR ZW'],
])('countries for a patient in %s: %s', (country, order) => {
  const options = countryOptions(countries, country, (code) => `called ${code}`);
  expect(options.map(({ value }) => value).join(' ')).toBe(order);
  if (country === 'FR') expect(options).toContainEqual({ value: 'FR', label: 'called FR' });
});

test('states are those of the country; one that is not among them stays while it stands there', () => {
  const states = [{ stateId: 1, countryId: 1, stateNameDisplay: 'Ohio' }, { stateId: 2, countryId: 2, stateNameDisplay: 'Ontario' }, { stateId: 3, countryId: 1, stateNameDisplay: 'Texas' }];
  const names = (country: string, chosen: string) => stateOptions(states, countries, country, chosen).map(({ value }) => value);
  expect(names('US', '')).toEqual(['Ohio', 'Texas']);
  expect(names('CA', '')).toEqual(['Ontario']);
  expect(names('US', 'Old Colony')).toEqual(['Ohio', 'Texas', 'Old Colony']);
  expect(names('MX', 'Jalisco')).toEqual([]);
  expect(names('', '')).toEqual([]);
});

test('fax is no way to be reached, however it is written', () => {
  const ways = ['Email', 'Fax', 'FAX', 'MobilePhone'].map((code, index) => ({ preferredCommunicationId: index, preferredCommunicationCode: code, preferredCommunicationDisplay: code }));
  expect(communicationOptions(ways).map(({ label }) => label)).toEqual(['Email', 'MobilePhone']);
});

test('a language without an id cannot be chosen', () => {
  expect(languageOptions(languages).map(({ value }) => value)).toEqual(['1', '2']);
});

describe('the state of access', () => {
  const account = { authorizedRepresentativeUserId: 4, isAuthorizedRepresentativeActive: true, userInfo: { userName: 'linnea', isEmailConfirmed: true, isLockedOut: false, minutesLeftBeforeLockoutExpires: 0 } };
  const locked = (minutes: number) => ({ ...account, userInfo: { ...account.userInfo, isLockedOut: true, minutesLeftBeforeLockoutExpires: minutes } });
  it.each<[string, object | null, boolean, ReturnType<typeof accessState>]>([
    ['being added, may invite', null, true, { kind: 'notInvited' }],
    ['being added, may not', null, false, { kind: 'nothing' }],
    ['no account, may invite', {}, true, { kind: 'notInvited' }],
    ['no account, may not', {}, false, { kind: 'nothing' }],
    ['invited', { invitationId: 8 }, true, { kind: 'invited', isOver: false }],
    ['invited, expired', { invitationId: 8, isInvitationExpired: true }, true, { kind: 'invited', isOver: true }],
    ['invited, locked', { invitationId: 8, isInvitationLocked: true }, true, { kind: 'invited', isOver: true }],
    ['invited, may not invite any more', { invitationId: 8 }, false, { kind: 'nothing' }],
    ['enabled', account, false, { kind: 'enabled', lockedMinutes: null }],
    ['enabled and locked', locked(7), true, { kind: 'enabled', lockedMinutes: 7 }],
    ['locked for less than a minute', locked(0), true, { kind: 'enabled', lockedMinutes: 1 }],
    ['disabled', { ...account, isAuthorizedRepresentativeActive: false }, true, { kind: 'disabled' }],
    ['disabled and locked', { ...locked(7), isAuthorizedRepresentativeActive: false }, false, { kind: 'disabled' }],
  ])('%s', (_name, more, canInvite, state) => {
    expect(accessState(more === null ? null : contact(more), canInvite)).toEqual(state);
  });
});

test('there is one primary contact at most, and it stays so while it is being changed', () => {
  const first = contact({ contactId: 1, isPrimaryContact: true });
  const second = contact({ contactId: 2 });
  expect(isPrimaryFixed(first)).toBe(true);
  expect(isPrimaryFixed(second)).toBe(false);
  expect(isPrimaryFixed(null)).toBe(false);
  fc.assert(
    fc.property(fc.array(fc.record({ contactId: fc.integer({ min: 1, max: 6 }), isPrimaryContact: fc.boolean() }), { maxLength: 20 }), (saves) => {
      let list: readonly Contact[] = [first, second];
      for (const save of saves) {
        list = withContact(list, contact(save));
        expect(list.filter(({ isPrimaryContact }) => isPrimaryContact).length).toBeLessThanOrEqual(1);
        expect(list.find(({ contactId }) => contactId === save.contactId)).toMatchObject(save);
        expect(new Set(list.map(({ contactId }) => contactId)).size).toBe(list.length);
      }
    }),
  );
});

test('rights: who answers reads, who does not read does nothing there, and other sections are left alone', () => {
  const all = Section.options.flatMap((section) => sectionRights[section].map((right): SectionRight => ({ section, right })));
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...all), fc.boolean()), { maxLength: 30 }), (presses) => {
      let given: readonly SectionRight[] = [];
      for (const [one, isGiven] of presses) {
        const before = given;
        given = withRight(given, one, isGiven);
        expect(hasRight(given, one)).toBe(isGiven);
        for (const { section } of given) expect(hasRight(given, { section, right: 'read' })).toBe(true);
        expect(given.filter(({ section }) => section !== one.section)).toEqual(before.filter(({ section }) => section !== one.section));
        expect(new Set(given.map(({ section, right }) => `${section}:${right}`)).size).toBe(given.length);
      }
    }),
  );
});
