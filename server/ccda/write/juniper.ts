import { CareTeamMember } from '@portal/api';
import * as v from 'valibot';
import { entryWith, type SummaryContent } from './content.ts';
import { stableId } from './datatypes.ts';
import { date, kept, loinc, nobody, number } from './testing.ts';
import { someEntries } from './testingEntries.ts';

/** A patient of whom there is something for each section, with the oddities of real records. */
export const juniper: SummaryContent = {
  ...nobody,
  patient: {
    ...nobody.patient,
    gender: 'Female',
    race: 'White',
    ethnicity: 'Not Hispanic or Latino',
    primaryLanguage: 'English',
    maritalStatus: 'Married',
    homePhone: '(555) 010-0123',
    primaryEmail: 'juniper@example.org',
    address1: '12 Willow Road',
    city: 'Puddleford',
    state: 'NY',
    zipCode: '10042',
    country: 'US',
  },
  facility: {
    ...nobody.facility,
    phone: '(555) 010-0142',
    email: 'office@example.org',
    address1: '1 Willow Road',
    city: 'Puddleford',
    state: 'NY',
    zipCode: '10042',
    country: 'US',
  },
  careTeam: [
    v.parse(CareTeamMember, {
      careTeamId: 3,
      patientId: 7,
      careProviderId: 4,
      firstName: 'Ottoline',
      lastName: 'Fernbrook',
      careProviderTitleValue: 'Dr.',
      careProviderTitle: 'Oncologist',
      suffix: null,
      publicEmail: 'o.fernbrook@example.org',
      publicPhone: '+15550100142',
      publicPhoneExt: null,
      fax: null,
      institution: 'Northlight Cancer Centre',
      address1: '1 Willow Road',
      address2: null,
      address3: null,
      city: 'Puddleford',
      state: 'NY',
      zipCode: '10042',
      country: 'US',
      photoFilename: null,
      photoThumbnailFilename: null,
      preferredSecureMessageIfSystemId: null,
      secureMessageRecipientForPatient: true,
    }),
  ],
  entries: someEntries,
  results: [
    {
      id: stableId('test', 'group'),
      name: 'Complete blood count',
      codes: [],
      date: date('2026-11-02T13:05:00.000Z'),
      isFinal: true,
      labName: 'Puddleford Laboratory',
      conclusion: null,
      entries: kept('results', [
        entryWith({
          name: 'Hemoglobin',
          codes: [{ system: loinc, code: '718-7', display: null }],
          start: date('2026-11-02T13:05:00.000Z'),
          values: [number('11.0', 'g/dL')],
          facts: [
            { name: 'interpretation', value: 'L' },
            { name: 'referenceRange', value: '12.0 - 16.0 g/dL' },
          ],
        }),
        entryWith({
          name: 'CRP',
          codes: [{ system: loinc, code: '1988-5', display: null }],
          start: date('2026-11-02T13:05:00.000Z'),
          values: [{ ...number('5', 'mg/L'), comparator: '<' }],
        }),
        entryWith({
          name: 'Culture',
          start: date('2026-11-02'),
          values: [{ ...number('', null), value: null, isNumber: false, missing: 'masked' }],
          facts: [{ name: 'comment', value: 'Sample was too small' }],
        }),
      ]),
    },
  ],
  notes: [
    {
      id: stableId('test', 'note'),
      name: 'Progress note',
      codes: [{ system: loinc, code: '11506-3', display: 'Progress note' }],
      date: date('2026-11-02'),
      writtenBy: 'Dr. Ottoline Fernbrook',
      institution: 'Northlight Cancer Centre',
      text: 'Feels well.\nNext visit in 3 months.',
    },
    {
      id: stableId('test', 'scan'),
      name: 'Scanned letter',
      codes: [],
      date: null,
      writtenBy: null,
      institution: 'Otter Bay Hospital',
      text: null,
    },
  ],
  instructions: 'Call us if you have a fever.\nDrink enough.',
};
