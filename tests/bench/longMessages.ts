import type { PatientId } from '@portal/api';
import type { Sql } from '../support/facility.ts';

/**
 * Threads of a few messages, every tenth with 200. Each has a provider's row; one in seven is archived, one in thirty has something unread.
 */
export async function giveThreads(db: Sql, patientId: PatientId, count: number): Promise<void> {
  await db.query(
    `with made as (
       insert into secure_threads (patient_id, facility_id, care_provider_id, provider_first_name, provider_last_name, subject)
       select p.id, p.home_facility_id, c.id, c.first_name, c.last_name, 'Bench thread ' || n || ' about the next visit'
       from patients p, generate_series(1, $2::int) n, lateral (
         select c.* from care_providers c where c.facility_id = p.home_facility_id order by (c.id + n) % 4, c.id limit 1) c
       where p.id = $1 returning id),
     numbered as (select made.id, row_number() over (order by made.id) as n from made),
     sides as (
       insert into secure_thread_members (thread_id, is_patient, archived_at)
       select t.id, side.is_patient, case when side.is_patient and t.n % 7 = 0 then now() end from numbered t, (values (true), (false)) as side (is_patient))
     select count(*) from numbered`,
    [patientId, count],
  );
  await db.query(
    `insert into secure_messages (thread_id, patient_id, is_from_patient, author_first_name, author_last_name, content, sent_at, read_at, send_key, source)
     select t.id, t.patient_id, m % 2 = 1, case when m % 2 = 1 then p.first_name else t.provider_first_name end,
       case when m % 2 = 1 then p.last_name else t.provider_last_name end,
       'Message ' || m || '. Thank you for writing. The iron tablets are best taken an hour before breakfast, and the next blood count is in three weeks. Call us if anything changes until then.',
       now() - t.n * interval '6 hours' - (t.messages - m) * interval '1 minute', case when t.n % 30 > 0 or m < t.messages then now() end, 'bench-' || t.id || '-' || m, 'bench'
     from (select s.*, row_number() over (order by s.id) as n, case when s.id % 10 = 0 then 200 else s.id % 5 + 2 end as messages from secure_threads s where s.patient_id = $1) t
       join patients p on p.id = t.patient_id, lateral generate_series(1, t.messages) m`,
    [patientId],
  );
}
