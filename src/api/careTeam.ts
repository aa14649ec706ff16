import * as v from 'valibot';
import { declareCall } from './call.ts';
import { CareProviderId, CareTeamId, PatientId } from './ids.ts';
import { ofPatient } from './presets.ts';

const own = ['patient', 'representative'] as const;

/** Specification 2, section 3. */
export const CareTeamMember = v.object({
  careTeamId: CareTeamId,
  patientId: PatientId,
  careProviderId: CareProviderId,
  firstName: v.string(),
  lastName: v.string(),
  /** How they are addressed, before the name: `Dr.` */
  careProviderTitleValue: v.nullable(v.string()),
  /** What they are: `Oncologist`. */
  careProviderTitle: v.nullable(v.string()),
  suffix: v.nullable(v.string()),
  publicEmail: v.nullable(v.string()),
  publicPhone: v.nullable(v.string()),
  publicPhoneExt: v.nullable(v.string()),
  fax: v.nullable(v.string()),
  institution: v.nullable(v.string()),
  address1: v.nullable(v.string()),
  address2: v.nullable(v.string()),
  address3: v.nullable(v.string()),
  city: v.nullable(v.string()),
  state: v.nullable(v.string()),
  zipCode: v.nullable(v.string()),
  country: v.nullable(v.string()),
  /** See `profileImageUrl`. */
  photoFilename: v.nullable(v.string()),
  photoThumbnailFilename: v.nullable(v.string()),
  preferredSecureMessageIfSystemId: v.nullable(v.number()),
  secureMessageRecipientForPatient: v.boolean(),
});
export type CareTeamMember = v.InferOutput<typeof CareTeamMember>;

/**
 * Address of a photo, for an `<img>`: it needs no session, as its name cannot be guessed, and may be kept for ever, as a new
 * photo has a new name.
 */
export const profileImageUrl = (fileName: string): string =>
  `/api/images/userprofileimage/${encodeURIComponent(fileName)}`;

export const listCareTeam = declareCall({
  ...ofPatient,
  name: 'listCareTeam',
  capability: 'Dashboard.CareTeam',
  section: 'CareTeam',
  path: '/api/patients/{patientId}/careTeamMembers',
  access: own,
  answer: v.array(CareTeamMember),
  audited: true,
});
