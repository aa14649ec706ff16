import { createHash, randomBytes, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { fileTables } from '../../server/files/fileTables.ts';
import { deleteObjects } from '../../server/files/moveFiles.ts';
import { readObject } from '../../server/files/storedFile.ts';
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
     select $1, id, $2, 'letter.txt', 'txt', octet_length($3::bytea), $3, 'ready' from message returning id`,
    [patientId, randomUUID(), text],
  );
  return Number(row?.['id']);
}

const Row = v.object({
  id: v.number(),
  content: v.nullable(v.instance(Buffer)),
  objectId: v.nullable(v.string()),
});

/** A hash of every file, wherever it is, by table and row; and how many are in the store. */
export async function allFiles({ query, pool }: Pick<TestServer, 'query' | 'pool'>) {
  const hashes = new Map<string, string>();
  let inStore = 0;
  for (const { table } of fileTables()) {
    const key = table === 'health_documents' ? 'resource_id' : 'id';
    for (const row of await query(`select ${key} as id, content, object_id as "objectId" from ${table}`)) {
      const { id, content, objectId } = v.parse(Row, row);
      if (objectId !== null) inStore += 1;
      const bytes = content ?? (await readObject(pool.db, objectId ?? ''));
      hashes.set(`${table} ${String(id)}`, createHash('sha256').update(bytes).digest('hex'));
    }
  }
  return { hashes, inStore };
}

/** Deletes objects that no row has now, as is done some time after a row had them last. */
export async function deleteReleased({ query, pool: { db } }: Pick<TestServer, 'query' | 'pool'>): Promise<void> {
  await query('update file_objects set delete_after = now() where delete_after is not null');
  while (db.objects !== null && (await deleteObjects(db, db.objects)) > 0);
}
