import * as v from 'valibot';
import { statement } from '../db/pool.ts';
import type { Subject } from '../subject/subject.ts';

const switchedOn = statement(
  'secondFactor.switchedOn',
  'select s.switched_on_at as since from patients p join second_factors s on s.user_id = p.user_id where p.id = $patientId',
  v.object({ since: v.nullable(v.string()) }),
);
const browsers = statement(
  'secondFactor.browsersOfPatient',
  `select b.device as "Device", b.browser as "Browser", b.created_at as "Since", b.expires_at as "Until"
   from patients p join remembered_browsers b on b.user_id = p.user_id where p.id = $patientId and b.expires_at > now() order by b.created_at, b.id`,
  v.object({ Device: v.string(), Browser: v.nullable(v.string()), Since: v.string(), Until: v.string() }),
);

export const secondFactorSubject: Subject = {
  exported: {
    order: 130,
    element: 'SecondStep',
    async read({ db, patientId }) {
      const on = await db.maybe(switchedOn, { patientId });
      // Another clinic has no use for how somebody logs in here.
      return {
        xml: { OnSince: on?.since ?? null, RememberedBrowser: await db.many(browsers, { patientId }) },
        fhir: [],
      };
    },
  },
};
