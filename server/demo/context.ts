import type { CalendarDate, FacilityId, PatientId } from '@portal/api';

export interface DemoFacility {
  readonly facilityId: FacilityId;
  readonly timeZone: string;
  /** The day that it is there. */
  readonly today: CalendarDate;
}

export interface DemoPatient {
  readonly patientId: PatientId;
  readonly facility: DemoFacility;
}

/** What the data of one subject may build upon, by the names that it has in the data. */
export interface DemoContext {
  readonly facility: (name: string) => DemoFacility;
  readonly patient: (name: string) => DemoPatient;
  /** The number of an external system. */
  readonly system: (name: string) => number;
  /** One for all: who reads the demo's rows knows its password anyway. */
  readonly passwordHash: string;
  readonly pinHash: string;
}

/** Whose record, plan and messages the demo has. */
export const mainPatient = 'Juniper Applewhistle';
