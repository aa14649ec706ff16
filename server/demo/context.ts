import type { CalendarDate, FacilityId, PatientId } from '@portal/api';

export interface DemoFacility {
  readonly facilityId: FacilityId;
  readonly timeZone: string;
  /** Today's date at the facility. */
  readonly today: CalendarDate;
}

export interface DemoPatient {
  readonly patientId: PatientId;
  readonly facility: DemoFacility;
}

/** What the data of one subject can refer to, by the names in the data. */
export interface DemoContext {
  readonly facility: (name: string) => DemoFacility;
  readonly patient: (name: string) => DemoPatient;
  /** The id of an external system. */
  readonly system: (name: string) => number;
  /** One hash for all users: whoever can read the demo's rows knows the password anyway. */
  readonly passwordHash: string;
  readonly pinHash: string;
}

/** The patient with the demo's record, plan and messages. */
export const mainPatient = 'Juniper Applewhistle';
