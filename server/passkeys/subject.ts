import * as v from 'valibot';
import { statement } from '../db/pool.ts';
import type { Subject } from '../subject/subject.ts';

const ofPatient = statement(
  'passkeys.ofPatient',
  `select k.name, k.created_at as "createdAt", k.last_used_at as "lastUsedAt"
   from patients p join passkeys k on k.user_id = p.user_id where p.id = $patientId order by k.created_at, k.id`,
  v.object({ name: v.string(), createdAt: v.string(), lastUsedAt: v.nullable(v.string()) }),
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
      const passkeys = (await db.many(ofPatient, { patientId })).map((one) => ({
        Name: one.name,
        Added: one.createdAt,
        LastUsed: one.lastUsedAt,
      }));
      return { xml: { PasswordOffSince: off?.since ?? null, Passkey: passkeys }, fhir: [] };
    },
  },
};
