import { CalendarDate, Letter, LetterId, type PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';

const listed = statement(
  'letters.ofPatient',
  'select id as "letterId", subject, written_on as "writtenOn", is_new as "isNew" from letters where patient_id = $patientId order by written_on desc, id desc',
  Letter,
);
const fresh = statement(
  'letters.new',
  'select count(*) from letters where patient_id = $patientId and is_new',
  v.object({ count: v.number() }),
);
const whole = statement(
  'letters.whole',
  `select id as "letterId", subject, written_on as "writtenOn", content from letters
   where patient_id = $patientId and ($ids::bigint[] is null or id = any($ids)) order by written_on, id`,
  v.object({ letterId: LetterId, subject: v.string(), writtenOn: CalendarDate, content: v.string() }),
);

/** The letters of a patient, newest first, without their contents. */
export const readLetters = (db: Db, patientId: PatientId) => db.many(listed, { patientId });

/** How many of them the patient has not seen. */
export const countFreshLetters = async (db: Db, patientId: PatientId): Promise<number> =>
  (await db.one(fresh, { patientId })).count;

/** Whole letters of a patient, oldest first: those with these ids, or all if `ids` is null. */
export const wholeLetters = (db: Db, patientId: PatientId, ids: readonly number[] | null) =>
  db.many(whole, { patientId, ids: ids === null ? null : [...ids] });
