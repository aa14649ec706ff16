import { CalendarDate, LabResultDetails } from '@portal/api';
import * as v from 'valibot';

/** Whose results are on paper. */
export const paperHead = {
  firstName: 'Juniper',
  lastName: 'Applewhistle',
  dateOfBirth: v.parse(CalendarDate, '1971-03-14'),
  mrn: 'NL-40127',
  facilityName: 'Northlight Cancer Centre',
  timeZone: 'America/New_York',
  defaultLanguage: 'en',
} as const;

export const printedAt = new Date('2026-11-23T15:00:00Z');

/** What each value has; a test adds its name and the value itself. */
export const labValue = {
  testResultDetailId: 1,
  unitOfMeasure: null,
  referencesRange: null,
  abnormalFlag: null,
  comment: null,
};

/** A result of one group with these values. */
export const labDetails = (
  startDate: string,
  rows: readonly object[] = [],
  comment: string | null = null,
): LabResultDetails =>
  v.parse(LabResultDetails, {
    labResultId: 7,
    startDate,
    requestingPhysician: 'Dr. Ottoline Fernbrook',
    labName: null,
    isReviewedByPatient: true,
    externalStatus: 'final',
    noteToPatient: null,
    comment,
    testResultGroups: [{ testResultGroupId: 1, groupDisplayName: 'Metabolic Panel', testResultDetails: rows }],
  });
