import { CareTeamMember, type PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';

const members = statement(
  'careTeam.members',
  `select t.id as "careTeamId", t.patient_id as "patientId", c.id as "careProviderId", c.first_name as "firstName", c.last_name as "lastName",
     c.title_value as "careProviderTitleValue", c.title as "careProviderTitle", c.suffix, c.public_email as "publicEmail", c.public_phone as "publicPhone",
     c.public_phone_ext as "publicPhoneExt", c.fax, c.institution, c.address1, c.address2, c.address3, c.city, c.state, c.zip_code as "zipCode", c.country,
     c.photo_file_name as "photoFilename", c.photo_thumbnail_file_name as "photoThumbnailFilename",
     t.external_system_id as "preferredSecureMessageIfSystemId", t.takes_messages as "secureMessageRecipientForPatient"
   from care_team_members t join care_providers c on c.id = t.care_provider_id
   where t.patient_id = $patientId order by lower(c.last_name), lower(c.first_name), t.id`,
  CareTeamMember,
);
const image = statement(
  'careTeam.image',
  'select bytes from profile_images where file_name = $fileName',
  v.object({ bytes: v.instance(Buffer) }),
);

/** A patient's care team, by last, then first name. */
export const readCareTeam = (db: Db, patientId: PatientId) => db.many(members, { patientId });

const imageTypes: Readonly<Record<string, string>> = { svg: 'image/svg+xml', png: 'image/png', jpg: 'image/jpeg' };

/** A photo by its file name; null if there is none. */
export async function profileImage(db: Db, fileName: string): Promise<{ bytes: Buffer; type: string } | null> {
  const [, ending = ''] = /^[0-9a-f]{32}\.(svg|png|jpg)$/.exec(fileName) ?? [];
  const type = imageTypes[ending];
  const found = type === undefined ? null : await db.maybe(image, { fileName });
  return found === null || type === undefined ? null : { ...found, type };
}
