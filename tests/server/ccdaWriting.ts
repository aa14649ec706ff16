import { CalendarDate, HealthEntry, type HealthListKey, PatientId } from '@portal/api';
import * as v from 'valibot';
import { type SummaryEntry, type SummaryContent, type SummaryScope } from '../../server/healthSummary/write/content.ts';
import { stableId } from '../../server/healthSummary/write/datatypes.ts';

/** For tests: the content from which a summary is written. */

export const snomed = 'http://snomed.info/sct';
export const loinc = 'http://loinc.org';
export const date = (text: string) => v.parse(HealthEntry.entries.start, text);
const day = (text: string) => v.parse(CalendarDate, text);
export const scopeOf = (more: Partial<SummaryScope> = {}): SummaryScope => ({
  patientId: v.parse(PatientId, 7),
  startDate: day('2025-11-23'),
  endDate: day('2026-11-23'),
  language: 'en',
  now: new Date('2026-11-23T15:00:00Z'),
  ...more,
});

export const kept = (list: HealthListKey, entries: readonly HealthEntry[]): SummaryEntry[] =>
  entries.map((entry, index) => ({ id: stableId('test', list, index), entry }));
export const number = (value: string, unit: string | null, name: string | null = null, code: string | null = null) => ({
  name,
  codes: code === null ? [] : [{ system: loinc, code, display: null }],
  comparator: null,
  value,
  unit,
  isNumber: true,
  missing: null,
});

export const nobody: SummaryContent = {
  scope: scopeOf(),
  patient: {
    firstName: 'Juniper',
    lastName: 'Marsh',
    fullName: 'Juniper Marsh',
    mrn: 'NL-1001',
    dateOfBirth: '1974-05-17',
    gender: null,
    birthCountry: null,
    ethnicity: null,
    race: null,
    religion: null,
    primaryLanguage: null,
    citizenship: null,
    maritalStatus: null,
    mothersMaidenName: null,
    occupation: null,
    homePhone: null,
    mobilePhone: null,
    primaryEmail: null,
    preferredCommunication: null,
    address1: null,
    address2: null,
    city: null,
    state: null,
    zipCode: null,
    country: null,
    insuranceNote: null,
    advancedDirectiveNote: null,
    isClinicalTrial: null,
    clinicalTrialID: null,
  },
  facility: {
    root: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
    name: 'Northlight Cancer Centre',
    timeZone: 'America/New_York',
    phone: null,
    email: null,
    address1: null,
    address2: null,
    city: null,
    state: null,
    zipCode: null,
    country: null,
  },
  careTeam: [],
  entries: {
    problems: [],
    medications: [],
    allergies: [],
    immunizations: [],
    vitals: [],
    procedures: [],
    encounters: [],
    socialHistory: [],
    goals: [],
    carePlans: [],
  },
  results: [],
  notes: [],
  treatment: [],
  instructions: null,
};
