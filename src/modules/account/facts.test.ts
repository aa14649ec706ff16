import type { RegistrationDetails } from '@portal/api';
import { expect, test } from 'vitest';
import { factsOf } from './facts.ts';

const details: RegistrationDetails = {
  fullName: 'Juniper Applewhistle',
  mrn: 'NL-1',
  dateOfBirth: '1971-03-14',
  gender: 'female',
  birthCountry: 'US',
  ethnicity: null,
  race: null,
  religion: ' ',
  primaryLanguage: null,
  citizenship: null,
  maritalStatus: null,
  mothersMaidenName: null,
  occupation: null,
  homePhone: null,
  mobilePhone: '2025550110',
  primaryEmail: null,
  preferredCommunication: null,
  address1: '7 Mossy Lane',
  address2: null,
  city: 'Puddleford',
  state: 'ME',
  zipCode: '04001',
  country: 'US',
  insuranceNote: null,
  advancedDirectiveNote: null,
  isClinicalTrial: false,
  clinicalTrialID: null,
};
const reading = { t: (key: string) => key, locale: 'en-US' };
const told = (more: Partial<RegistrationDetails> = {}) => {
  const { demographics, contact, other } = factsOf({ ...details, ...more }, reading);
  return Object.fromEntries([...demographics, ...contact, ...other].map(({ label, value }) => [label, value]));
};

test('what is known stands in its group; what is empty is left out', () => {
  expect(told()).toEqual({
    'account.fact_fullName': 'Juniper Applewhistle',
    'account.fact_mrn': 'NL-1',
    'account.fact_dateOfBirth': 'Mar 14, 1971',
    'account.fact_gender': 'account.gender_female',
    'account.fact_birthCountry': 'United States',
    'account.fact_mobilePhone': '(202) 555-0110',
    'account.fact_address': '7 Mossy Lane, Puddleford ME 04001, United States',
    'account.fact_isClinicalTrial': 'account.no',
  });
});

test('where sources differ each fact says whose it is, and what the others say', () => {
  const differences = [
    { fact: 'gender', source: 'Lab', others: [{ source: 'Desk', value: 'male' }] },
    { fact: 'isClinicalTrial', source: 'Desk', others: [{ source: 'Study', value: true }] },
  ];
  const { demographics, other } = factsOf(
    { ...details, differences },
    {
      ...reading,
      t: (key: string, values?: object) => [key, ...Object.values(values ?? {})].map(String).join(' '),
    },
  );
  expect([...demographics, ...other].filter(({ sources }) => sources.length > 0)).toMatchObject([
    { label: 'account.fact_gender', sources: ['account.factFrom Lab', 'account.factOther Desk account.gender_male'] },
    {
      label: 'account.fact_isClinicalTrial',
      sources: ['account.factFrom Desk', 'account.factOther Study account.yes'],
    },
  ]);
});

test('a way to be reached that the import names is told in the language of the page', () => {
  const fact = 'account.fact_preferredCommunication';
  expect(told({ preferredCommunication: 'Cell phone' })[fact]).toBe('account.way_mobilePhone');
  expect(told({ preferredCommunication: 'By carrier pigeon' })[fact]).toBe('By carrier pigeon');
});

test('what a source wrote in its own words is shown as it stands', () => {
  expect(told({ gender: 'nonbinary', dateOfBirth: '1971-03', birthCountry: 'Atlantis' })).toMatchObject({
    'account.fact_gender': 'nonbinary',
    'account.fact_dateOfBirth': '1971-03',
    'account.fact_birthCountry': 'Atlantis',
  });
});
