import { FacilityId, LanguageCode, type PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { enqueueMail } from '../mail/queue.ts';

const inviter = statement(
  'inviter.find',
  `select coalesce(u.email, p.email_address) as email, p.first_name as "firstName", coalesce(language_of(u.id), p.language) as language, p.home_facility_id as "facilityId"
   from patients p join users u on u.id = p.user_id where p.id = $patientId`,
  v.object({ email: v.nullable(v.string()), firstName: v.string(), language: LanguageCode, facilityId: FacilityId }),
);

/** Notifies a patient that somebody whom they invited can act for them from now on. It names nobody, because others may see the mail. */
export async function tellInviter(tx: Db, patientId: PatientId, origin: string): Promise<void> {
  const { email, firstName, language, facilityId } = await tx.one(inviter, { patientId });
  if (email === null) return;
  await enqueueMail(tx, {
    kind: 'invitationAccepted',
    facilityId,
    to: email,
    language,
    values: { firstName, link: `${origin}/login` },
  });
}
