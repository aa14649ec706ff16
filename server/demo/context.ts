import type { FacilityId, PatientId } from '@portal/api';

export interface SeededPatient {
  readonly patientId: PatientId;
  readonly facility: 'northlight' | 'harbour';
  /** The name to sign in with; null: has no login and is known to the kiosk alone. */
  readonly username: string | null;
  readonly firstName: string;
  readonly lastName: string;
  /** True for those who sit in the waiting room today: each should have something due today. */
  readonly dueToday: boolean;
  /** True for one of them whose questionnaire the facility has not opened yet. */
  readonly notStartable: boolean;
}

/** What the demo data of one subject may build upon. */
export interface SeedContext {
  readonly facilities: Readonly<
    Record<'northlight' | 'harbour', { readonly facilityId: FacilityId; readonly timeZone: string }>
  >;
  readonly patients: readonly SeededPatient[];
}
