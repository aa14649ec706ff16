import { randomBytes, randomUUID } from 'node:crypto';
import type { TestServer } from './facilityServer.ts';

/** Adds a message of a patient with a text file; gives the file's id. */
export async function seedFile({ query }: Pick<TestServer, 'query'>, patientId: number): Promise<number> {
  const text = Buffer.from(`A letter ${randomBytes(200).toString('hex')}`);
  const [row] = await query(
    `with thread as (insert into secure_threads (patient_id, facility_id, provider_first_name, provider_last_name, subject)
       select id, home_facility_id, 'Ottoline', 'Fernbrook', 'A question' from patients where id = $1 returning id),
     message as (insert into secure_messages (thread_id, patient_id, is_from_patient, author_first_name, author_last_name, content, send_key)
       select id, $1, true, 'A', 'B', 'See the file', $2 from thread returning id)
     insert into message_attachments (patient_id, message_id, upload_key, file_name, file_type, byte_count, content, state)
     select $1, id, $2, 'letter.txt', 'txt', octet_length($3), $3, 'ready' from message returning id`,
    [patientId, randomUUID(), text],
  );
  return Number(row?.['id']);
}
