import * as v from 'valibot';
import { statement } from '../db/pool.ts';
import type { Subject } from '../subject/subject.ts';

const ofPatient = statement(
  'passkeys.ofPatient',
  `select k.name as "Name", k.created_at as "Added", k.last_used_at as "LastUsed"
   from patients p join passkeys k on k.user_id = p.user_id where p.id = $patientId order by k.created_at, k.id`,
  v.object({ Name: v.string(), Added: v.string(), LastUsed: v.nullable(v.string()) }),
);
const passwordOff = statement(
  'passkeys.passwordOff',
  'select u.password_off_at as since from patients p join users u on u.id = p.user_id where p.id = $patientId',
  v.object({ since: v.nullable(v.string()) }),
);

export const passkeySubject: Subject = {
  exported: {
    order: 120,
    element: 'Passkeys',
    async read({ db, patientId }) {
      const off = await db.maybe(passwordOff, { patientId });
      // Another clinic has no use for how somebody logs in here.
      return {
        xml: { PasswordOffSince: off?.since ?? null, Passkey: await db.many(ofPatient, { patientId }) },
        fhir: [],
      };
    },
  },
};
