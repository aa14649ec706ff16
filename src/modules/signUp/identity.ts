import type { FacilityId, PatientId, SignUpIdentity } from '@portal/api';

/** What the server can ask for besides name and date of birth. */
export type VerificationField = 'pin' | 'mrn' | 'ssn';

/** The fields that a facility asks for, from its comma-separated list. Case does not matter, and unknown names are left out. */
export function verificationFields(list: string): ReadonlySet<VerificationField> {
  const named = new Set(list.split(',').map((name) => name.trim().toLowerCase()));
  return new Set((['pin', 'mrn', 'ssn'] as const).filter((field) => named.has(field)));
}

/** What the identity step holds while it is filled in. */
export interface IdentityValues {
  readonly firstName: string;
  readonly lastName: string;
  readonly day: string;
  readonly month: string;
  readonly year: string;
  readonly pin: string;
  readonly mrn: string;
  readonly ssn: string;
}

/** The identity as it is sent: the date as year/month/day, and fields that are not asked for empty (specification 1, section 5). */
export const identityOf = ({
  firstName,
  lastName,
  day,
  month,
  year,
  pin,
  mrn,
  ssn,
}: IdentityValues): SignUpIdentity => ({
  firstName: firstName.trim(),
  lastName: lastName.trim(),
  birthDate: `${year}/${month}/${day}`,
  pin,
  mrn: mrn.trim(),
  ssn,
});

export interface VerifiedPatient {
  readonly kind: 'patient';
  readonly patientId: PatientId;
  readonly identity: SignUpIdentity;
  readonly email: string;
  /** Their facility, whose texts they accept. */
  readonly facilityId: FacilityId;
  /** True when the record had no address, so there was a step for it. */
  readonly wasAskedForEmail: boolean;
}

export interface VerifiedRepresentative {
  readonly kind: 'representative';
  readonly token: string;
  readonly pin: string;
  readonly email: string;
  /** Their facility, whose texts they accept. */
  readonly facilityId: FacilityId;
}

/** The person for whom an account may be made. */
export type Verified = VerifiedPatient | VerifiedRepresentative;
