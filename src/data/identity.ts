import {
  anySection,
  type CallShape,
  type Capabilities,
  hasRight,
  type PatientId,
  type Representation,
  sectionOf,
  type SectionRight,
  type UserProfile,
} from '@portal/api';
import type { AnyInput } from './wire.ts';

/** Who is signed in and what they may see (specification 1, section 4). */
export interface Identity {
  readonly profile: UserProfile;
  /** What they may see of the patient whose record is open. */
  readonly capabilities: Capabilities;
  /** The patient whose record is open; null for whoever has none, such as a kiosk's staff. */
  readonly patientId: PatientId | null;
  readonly representations: readonly Represented[];
}

/** A patient for whom somebody acts; `rights` is null where a facility's own back end does not tell them. */
export type Represented = Omit<Representation, 'rights'> & { readonly rights: Representation['rights'] | null };

/** A patient whom the user represents; null for the user's own record. */
export const otherThanSelf = ({ ids }: Pick<UserProfile, 'ids'>, patientId: PatientId | null): PatientId | null =>
  ids.some(({ idType, value }) => idType === 'PatientContact' && value === patientId) ? patientId : null;

/** Whom the user represents at the moment; null for their own record. */
export function represented(of: Identity | null): Omit<Represented, 'rights'> | null {
  if (of === null || otherThanSelf(of.profile, of.patientId) === null) return null;
  return of.representations.find(({ patientId }) => patientId === of.patientId) ?? null;
}

/** Whether the user may do this in the open record: always in their own. A back end that names no rights refuses what they lack. */
export function mayDo(of: Identity | null, one: SectionRight): boolean {
  const patient = represented(of);
  const rights = of?.representations.find(({ patientId }) => patientId === patient?.patientId)?.rights ?? null;
  return patient === null || rights === null || hasRight(rights, one);
}

/** Whether a call's declaration says that a representative may lack the right to it, whatever else they may do. */
export const dependsOnRights = ({ section, ownOnly }: CallShape): boolean =>
  ownOnly === true || (section !== undefined && section !== anySection);

/**
 * Whether somebody may make a call, by its declared roles, section and right. A call that they may not make is never sent, so that the
 * patient's log does not show the app's own requests as attempts of the representative.
 */
export function mayCall(of: Identity, call: CallShape, { params, query }: Pick<AnyInput, 'params' | 'query'>): boolean {
  if (call.access === 'everyone') return true;
  if (of.profile.loginType === 'patientLinkUser' && !call.access.includes('linkUser')) return false;
  const patient = of.representations.find(({ patientId }) => patientId === params?.['patientId']);
  if (patient === undefined || patient.rights === null || otherThanSelf(of.profile, patient.patientId) === null)
    return true;
  if (call.ownOnly === true) return false;
  const section = sectionOf(call, (name) => query?.[name]?.toString());
  if (section === undefined || section === null) return section === undefined;
  return section === anySection
    ? patient.rights.length > 0
    : hasRight(patient.rights, { section, right: call.right ?? 'read' });
}

/** A patient whose record the user can open. */
interface OpenablePatient {
  readonly patientId: PatientId;
  readonly firstName: string;
  readonly lastName: string;
  readonly isOwn: boolean;
  /** Until when the user may act for them; null: no end. */
  readonly lastDay: Representation['lastDay'];
}

/** Every patient whose record the user can open: first their own, then those whom they act for. */
export function choicesOf({
  profile,
  representations,
}: Pick<Identity, 'profile' | 'representations'>): OpenablePatient[] {
  const own = profile.ids.find(({ idType }) => idType === 'Patient');
  const others = representations.map(({ patientId, firstName, lastName, lastDay }) => ({
    patientId,
    firstName,
    lastName,
    lastDay,
    isOwn: false,
  }));
  return own === undefined
    ? others
    : [
        { patientId: own.value, firstName: profile.firstName, lastName: profile.lastName, lastDay: null, isOwn: true },
        ...others,
      ];
}
