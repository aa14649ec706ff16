import { randomBytes } from 'node:crypto';
import { CareProviderId, CareTeamId, type FacilityId, type PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';

export interface Photo {
  readonly type: 'svg' | 'png' | 'jpg';
  readonly bytes: Buffer;
}

const text = v.optional(v.nullable(v.string()), null);
/** What is told of a provider. */
export const ProviderDetails = v.object({
  firstName: v.string(),
  lastName: v.string(),
  /** The form of address, such as `Dr.` */
  titleValue: text,
  /** The profession, such as `Oncologist`. */
  title: text,
  suffix: text,
  email: text,
  phone: text,
  phoneExtension: text,
  fax: text,
  institution: text,
  address1: text,
  address2: text,
  address3: text,
  city: text,
  state: text,
  zipCode: text,
  country: text,
});
export interface NewProvider extends v.InferOutput<typeof ProviderDetails> {
  /** Null keeps the stored one. */
  readonly photo: Photo | null;
  readonly thumbnail: Photo | null;
}

const addImage = statement('care.addImage', 'insert into profile_images (file_name, bytes) values ($fileName, $bytes)');
const saveProvider = statement(
  'care.saveProvider',
  `insert into care_providers (facility_id, first_name, last_name, title_value, title, suffix, public_email, public_phone, public_phone_ext, fax, institution,
     address1, address2, address3, city, state, zip_code, country, photo_file_name, photo_thumbnail_file_name)
   values ($facilityId, $firstName, $lastName, $titleValue, $title, $suffix, $publicEmail, $publicPhone, $publicPhoneExt, $fax, $institution, $address1,
     $address2, $address3, $city, $state, $zipCode, $country, $photoFileName, $photoThumbnailFileName)
   on conflict (facility_id, first_name, last_name) do update set
     title_value = coalesce(excluded.title_value, care_providers.title_value), title = coalesce(excluded.title, care_providers.title), suffix = coalesce(excluded.suffix, care_providers.suffix),
     public_email = coalesce(excluded.public_email, care_providers.public_email), public_phone = coalesce(excluded.public_phone, care_providers.public_phone),
     public_phone_ext = coalesce(excluded.public_phone_ext, care_providers.public_phone_ext), fax = coalesce(excluded.fax, care_providers.fax),
     institution = coalesce(excluded.institution, care_providers.institution), address1 = coalesce(excluded.address1, care_providers.address1),
     address2 = coalesce(excluded.address2, care_providers.address2), address3 = coalesce(excluded.address3, care_providers.address3), city = coalesce(excluded.city, care_providers.city),
     state = coalesce(excluded.state, care_providers.state), zip_code = coalesce(excluded.zip_code, care_providers.zip_code), country = coalesce(excluded.country, care_providers.country),
     photo_file_name = coalesce(excluded.photo_file_name, care_providers.photo_file_name),
     photo_thumbnail_file_name = coalesce(excluded.photo_thumbnail_file_name, care_providers.photo_thumbnail_file_name)
   returning id`,
  v.object({ id: CareProviderId }),
);
const dropUnused = statement(
  'care.dropUnusedImages',
  'delete from profile_images i where not exists (select from care_providers c where i.file_name in (c.photo_file_name, c.photo_thumbnail_file_name))',
);
/** A provider whom staff add or change is theirs from then on: no import changes or removes them. */
const ownProvider = statement(
  'care.ownProvider',
  'update imported_care_providers set is_made = false where care_provider_id = $careProviderId and is_made',
);
const ownMember = statement(
  'care.ownMember',
  'delete from imported_care_team_members where care_team_member_id = $careTeamId',
);
const addMember = statement(
  'care.addMember',
  `insert into care_team_members (patient_id, care_provider_id, external_system_id, takes_messages) values ($patientId, $careProviderId, $externalSystemId, $takesMessages)
   on conflict (patient_id, care_provider_id) do update set external_system_id = excluded.external_system_id, takes_messages = excluded.takes_messages
   returning id, xmax = 0 as "isNew"`,
  v.object({ id: CareTeamId, isNew: v.boolean() }),
);

/** Stores a picture under a random name that nobody can guess. */
async function saveImage(tx: Db, photo: Photo | null): Promise<string | null> {
  if (photo === null) return null;
  const name = `${randomBytes(16).toString('hex')}.${photo.type}`;
  await tx.run(addImage, { fileName: name, bytes: photo.bytes });
  return name;
}

/** Adds a facility's provider or updates the one with the same name. Null keeps what is stored. A replaced picture is deleted. */
export async function saveCareProvider(tx: Db, facilityId: FacilityId, one: NewProvider): Promise<CareProviderId> {
  const photo = await saveImage(tx, one.photo);
  const thumbnail = await saveImage(tx, one.thumbnail);
  const { id } = await tx.one(saveProvider, {
    ...one,
    facilityId,
    publicEmail: one.email,
    publicPhone: one.phone,
    publicPhoneExt: one.phoneExtension,
    photoFileName: photo,
    photoThumbnailFileName: thumbnail ?? photo,
  });
  await tx.run(ownProvider, { careProviderId: id });
  if (photo !== null) await tx.run(dropUnused);
  return id;
}

/** Adds a provider to a patient's care team. `systemId`: the system that delivers messages to them. */
export async function addToCareTeam(
  tx: Db,
  patientId: PatientId,
  providerId: CareProviderId,
  systemId: number | null,
  takesMessages: boolean,
): Promise<{ id: CareTeamId; isNew: boolean }> {
  const member = await tx.one(addMember, {
    patientId,
    careProviderId: providerId,
    externalSystemId: systemId,
    takesMessages,
  });
  await tx.run(ownMember, { careTeamId: member.id });
  return member;
}
