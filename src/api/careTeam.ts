import * as v from 'valibot';
import { declareCall } from './call.ts';
import { CareProviderId, PatientId, brandedId } from './ids.ts';
import { ofPatient, own } from './presets.ts';
import { orNull } from './values.ts';

export const CareTeamId = brandedId('CareTeamId');
export type CareTeamId = v.InferOutput<typeof CareTeamId>;

/** Specification 2, section 3. */
export const CareTeamMember = v.object({
  careTeamId: CareTeamId,
  patientId: PatientId,
  careProviderId: CareProviderId,
  firstName: v.string(),
  lastName: v.string(),
  /** The form of address before the name: `Dr.` */
  careProviderTitleValue: orNull(v.string()),
  /** The profession: `Oncologist`. */
  careProviderTitle: orNull(v.string()),
  suffix: orNull(v.string()),
  publicEmail: orNull(v.string()),
  publicPhone: orNull(v.string()),
  publicPhoneExt: orNull(v.string()),
  fax: orNull(v.string()),
  institution: orNull(v.string()),
  address1: orNull(v.string()),
  address2: orNull(v.string()),
  address3: orNull(v.string()),
  city: orNull(v.string()),
  state: orNull(v.string()),
  zipCode: orNull(v.string()),
  country: orNull(v.string()),
  /** See `profileImageUrl`. */
  photoFilename: orNull(v.string()),
  photoThumbnailFilename: orNull(v.string()),
  preferredSecureMessageIfSystemId: orNull(v.number()),
  secureMessageRecipientForPatient: v.boolean(),
});
export type CareTeamMember = v.InferOutput<typeof CareTeamMember>;

/** A photo's address for an `<img>`: no session, because it cannot be guessed; cached for ever, because a new photo has a new name. */
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
