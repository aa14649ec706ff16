import { type PatientId, type RecordListName, type UserId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';

const begin = statement(
  'recordLooks.begin',
  `insert into record_looks (user_id, patient_id, list, looked_to, marked_from)
   select $userId, $patientId, $list, now_at.told_order, now_at.told_order
   from (select coalesce(max(told_order), 0) as told_order from record_changes where patient_id = $patientId) now_at on conflict do nothing`,
);
/** A visit lasts until an hour after the last look: until then what was new in it stays marked. */
const markedFrom = "case when looked_at < now() - interval '1 hour' then looked_to else marked_from end";
const read = statement(
  'recordLooks.read',
  `select looked_to as "lookedTo", ${markedFrom} as "markedFrom" from record_looks
   where user_id = $userId and patient_id = $patientId and list = $list`,
  v.object({ lookedTo: v.number(), markedFrom: v.number() }),
);
/** Never beyond what there is, and never back. */
const look = statement(
  'recordLooks.look',
  `update record_looks set marked_from = ${markedFrom}, looked_at = now(),
     looked_to = greatest(looked_to, least($until, (select coalesce(max(told_order), 0) from record_changes where patient_id = $patientId)))
   where user_id = $userId and patient_id = $patientId and list = $list`,
);

export interface ListReader {
  readonly userId: UserId;
  readonly patientId: PatientId;
  readonly list: RecordListName;
}
/** Up to where a reader has looked at a list, and since when its changes are marked. */
export interface Look {
  readonly lookedTo: number;
  readonly markedFrom: number;
}

/** How far a reader has looked. The first time begins with what is there now, of which nothing is new. */
export async function readLook(db: Db, reader: ListReader): Promise<Look> {
  const known = await db.maybe(read, { ...reader });
  if (known !== null) return known;
  await db.run(begin, { ...reader });
  return db.one(read, { ...reader });
}

export async function keepLook(db: Db, reader: ListReader, until: number): Promise<void> {
  await db.run(begin, { ...reader });
  await db.run(look, { ...reader, until });
}
