import { Letter } from '@portal/api';
import * as v from 'valibot';
import type { Handlers } from '../http/handler.ts';
import { statement } from '../db/pool.ts';

const letters = statement(
  'letters.ofPatient',
  'select id as "letterId", subject, is_new as "isNew" from letters where patient_id = $patientId order by id desc',
  Letter,
);
const newLetters = statement(
  'letters.new',
  'select count(*)::int as count from letters where patient_id = $patientId and is_new',
  v.object({ count: v.number() }),
);

/** The letters of a patient. */
export const letterHandlers: Pick<Handlers, 'listLetters' | 'countNewLetters'> = {
  async listLetters({ db, params }) {
    return db.many(letters, { patientId: params.patientId });
  },

  async countNewLetters({ db, params }) {
    return (await db.one(newLetters, { patientId: params.patientId })).count;
  },
};
