import * as v from 'valibot';
import { statement } from '../db/pool.ts';
import type { Subject } from '../subject/subject.ts';

const switchedOn = statement(
  'secondFactor.switchedOn',
  'select s.switched_on_at as since, s.text_phone_number as phone from patients p join second_factors s on s.user_id = p.user_id where p.id = $patientId',
  v.object({ since: v.nullable(v.string()), phone: v.nullable(v.string()) }),
);
const browsers = statement(
  'secondFactor.browsersOfPatient',
  `select b.device, b.browser, b.created_at as "createdAt", b.expires_at as "expiresAt"
   from patients p join remembered_browsers b on b.user_id = p.user_id where p.id = $patientId and b.expires_at > now() order by b.created_at, b.id`,
  v.object({ device: v.string(), browser: v.nullable(v.string()), createdAt: v.string(), expiresAt: v.string() }),
);

export const secondFactorSubject: Subject = {
  exported: {
    order: 130,
    element: 'SecondStep',
    async read({ db, patientId }) {
      const on = await db.maybe(switchedOn, { patientId });
      // Another clinic has no use for how somebody logs in here.
      const remembered = (await db.many(browsers, { patientId })).map((one) => ({
        Device: one.device,
        Browser: one.browser,
        Since: one.createdAt,
        Until: one.expiresAt,
      }));
      return {
        xml: { OnSince: on?.since ?? null, TextMessagesTo: on?.phone ?? null, RememberedBrowser: remembered },
        fhir: [],
      };
    },
  },
};
