import {
  CalendarDate,
  type ContactId,
  type PatientId,
  type Section,
  type UserId,
  mostYearsOfAccess,
} from '@portal/api';
import * as v from 'valibot';
import { type AuditActor, audit } from '../audit/audit.ts';
import { type Db, statement } from '../db/pool.ts';
import type { Refuse } from '../http/handler.ts';
import { holdLink } from './representatives.ts';

/** How many days before the end both are reminded. */
export const reminderDays = 14;

/** Until when somebody may act for a patient, the last day included, and why; null: no end, no reason. */
export interface RepresentationEnd {
  readonly lastDay: CalendarDate | null;
  readonly reason: string | null;
}

const daysOf = statement(
  'ends.days',
  `select today.day as "firstDay", (today.day + make_interval(years => $mostYearsOfAccess))::date as "finalDay"
   from patients p join facilities f on f.id = p.home_facility_id cross join lateral (select today_in(f.time_zone) as day) today where p.id = $patientId`,
  v.object({ firstDay: CalendarDate, finalDay: CalendarDate }),
);
/** Refuses a last day that is over in the time zone of the patient's facility, or too far away. */
export async function requirePossibleEnd(
  db: Db,
  patientId: PatientId,
  lastDay: CalendarDate | null,
  refuse: Refuse<'last_day_over' | 'last_day_too_late'>,
): Promise<void> {
  if (lastDay === null) return;
  const { firstDay, finalDay } = await db.one(daysOf, { patientId, mostYearsOfAccess });
  if (lastDay < firstDay) throw refuse('last_day_over');
  if (lastDay > finalDay) throw refuse('last_day_too_late');
}

/** An end that is nearer than the reminder would come when it is chosen needs none. */
const put = statement(
  'ends.put',
  `update contacts c set access_last_day = $accessLastDay, access_reason = $accessReason,
     end_reminded_for = case when $accessLastDay::date - today_in(f.time_zone) <= $reminderDays then $accessLastDay::date end
   from patients p join facilities f on f.id = p.home_facility_id
   where c.id = $contactId and p.id = c.patient_id and (c.access_last_day, c.access_reason) is distinct from ($accessLastDay::date, $accessReason::text)`,
);
/** Stores the end that a contact's access has or will begin with. True if it is another than before. */
export const putEnd = async (tx: Db, contactId: ContactId, { lastDay, reason }: RepresentationEnd): Promise<boolean> =>
  (await tx.run(put, { contactId, accessLastDay: lastDay, accessReason: reason, reminderDays })) > 0;

const dropOver = statement(
  'ends.dropOver',
  `update contacts c set access_last_day = null, access_reason = null from patients p join facilities f on f.id = p.home_facility_id
   where c.id = $contactId and p.id = c.patient_id and c.access_last_day < today_in(f.time_zone)`,
);
/** Forgets an end that is over, so that a new invitation is not over from the start. */
export const dropPastEnd = async (tx: Db, contactId: ContactId): Promise<void> => {
  await tx.run(dropOver, { contactId });
};

const get = statement(
  'ends.of',
  'select access_last_day as "lastDay", access_reason as reason from contacts where id = $contactId',
  v.object({ lastDay: v.nullable(CalendarDate), reason: v.nullable(v.string()) }),
);
export const endOf = (db: Db, contactId: ContactId): Promise<RepresentationEnd> => db.one(get, { contactId });

interface RepresentingContact {
  /** The contact's account, if there is one. */
  readonly userId: UserId | null;
  readonly patientId: PatientId;
  readonly contactId: ContactId;
}

/** Changes until when a contact may act for a patient. */
export async function changeEnd(
  tx: Db,
  actor: AuditActor,
  { userId, patientId, contactId }: RepresentingContact,
  end: RepresentationEnd,
): Promise<void> {
  if (userId !== null) await tx.run(holdLink, { userId, patientId });
  if (!(await putEnd(tx, contactId, end))) return;
  await audit(tx, {
    type: 'representative.end_changed',
    actor,
    patientId,
    detail: { userId, contactId, lastDay: end.lastDay, reason: end.reason },
  });
}

const putOfSection = statement(
  'ends.putOfSection',
  `insert into section_ends as e (contact_id, section, last_day, reason, needs_reminder)
   select c.id, $section, $lastDay::date, $reason, coalesce($lastDay::date - today_in(f.time_zone) > $reminderDays, false)
   from contacts c join patients p on p.id = c.patient_id join facilities f on f.id = p.home_facility_id where c.id = $contactId
   on conflict (contact_id, section) do update set last_day = excluded.last_day, reason = excluded.reason, needs_reminder = excluded.needs_reminder
   where (e.last_day, e.reason) is distinct from (excluded.last_day, excluded.reason)`,
);
const dropOfSection = statement(
  'ends.dropOfSection',
  'delete from section_ends where contact_id = $contactId and section = $section',
);
/** Changes until when a contact may use the rights in one section; the contact's own end stays the latest. */
export async function changeSectionEnd(
  tx: Db,
  actor: AuditActor,
  { userId, patientId, contactId }: RepresentingContact,
  section: Section,
  { lastDay, reason }: RepresentationEnd,
): Promise<void> {
  if (userId !== null) await tx.run(holdLink, { userId, patientId });
  const changed =
    lastDay === null && reason === null
      ? await tx.run(dropOfSection, { contactId, section })
      : await tx.run(putOfSection, { contactId, section, lastDay, reason, reminderDays });
  if (changed === 0) return;
  await audit(tx, {
    type: 'representative.end_changed',
    actor,
    patientId,
    detail: { userId, contactId, section, lastDay, reason },
  });
}
