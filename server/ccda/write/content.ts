import {
  type CalendarDate,
  type CareTeamMember,
  type HealthCode,
  type HealthEntry,
  type HealthListKey,
  type LanguageCode,
  type PatientId,
  type RecordDate,
  type RegistrationDetails,
  emptyHealthEntry,
} from '@portal/api';
import type { Openings } from '../../labResults/opening.ts';

/** What a summary is made of. */
export interface SummaryScope {
  readonly patientId: PatientId;
  readonly startDate: CalendarDate;
  readonly endDate: CalendarDate;
  readonly language: LanguageCode;
  readonly now: Date;
  /** What the reader has chosen to wait with; without it all is open that the facility does not hold back. */
  readonly openings?: Openings;
}

/** An entry with an id that stays the same whenever a summary is made. */
export interface Kept {
  readonly id: string;
  readonly entry: HealthEntry;
}
/** What was taken and reported together. */
export interface ResultGroup {
  readonly id: string;
  readonly name: string;
  readonly codes: readonly HealthCode[];
  readonly date: RecordDate | null;
  readonly isFinal: boolean;
  readonly labName: string | null;
  readonly conclusion: string | null;
  readonly entries: readonly Kept[];
}
export interface KeptNote {
  readonly id: string;
  readonly name: string;
  readonly codes: readonly HealthCode[];
  readonly date: RecordDate | null;
  readonly writtenBy: string | null;
  readonly institution: string | null;
  /** Its words; null: it is a PDF or a picture. */
  readonly text: string | null;
}
export interface Place {
  readonly address1: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zipCode: string | null;
  readonly country: string | null;
}
export interface SummaryFacility extends Place {
  /** OID or UUID under which its own numbers are unique in the world. */
  readonly root: string;
  readonly name: string;
  readonly timeZone: string;
  readonly phone: string | null;
  readonly email: string | null;
}
export interface SummaryPatient extends RegistrationDetails {
  readonly firstName: string;
  readonly lastName: string;
}

/** All that a summary tells, before it is put into any form. */
export interface SummaryContent {
  readonly scope: SummaryScope;
  readonly patient: SummaryPatient;
  readonly facility: SummaryFacility;
  readonly careTeam: readonly CareTeamMember[];
  readonly entries: Readonly<Record<Exclude<HealthListKey, 'results'>, readonly Kept[]>>;
  readonly results: readonly ResultGroup[];
  readonly notes: readonly KeptNote[];
  /** What the follow-up plan says to the patient. */
  readonly instructions: string | null;
}

/** An entry that says what is given and nothing else. */
export const entryWith = (said: Partial<HealthEntry>): HealthEntry => ({ ...emptyHealthEntry, ...said });
