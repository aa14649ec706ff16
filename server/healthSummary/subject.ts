import { healthSummaryViewed } from '@portal/api';
import * as v from 'valibot';
import { statement } from '../db/pool.ts';
import { type Subject, openedEvent } from '../subject/subject.ts';
import { takenOn } from '../testResults/view.ts';
import { readReceivedSummaries, receivedSummaryOf, receivedSummaryXml } from './receivedSummaries.ts';
import { viewedSummary } from './viewed.ts';

const opened = statement(
  'healthSummary.opened',
  `select d.ccda_id as id, d.title, d.document_date as effective, d.document_precision as "effectivePrecision"
   from shown_health_documents d where d.patient_id = $patientId and d.ccda_id = any($ids::bigint[])`,
  v.object({
    id: v.number(),
    title: v.string(),
    effective: v.nullable(v.string()),
    effectivePrecision: v.nullable(v.picklist(['year', 'month', 'day', 'time'])),
  }),
);

/** What the export, the activity log and the audit say of summaries. */
export const healthSummarySubject: Subject = {
  exported: {
    order: 110,
    element: 'HealthSummaries',
    async read({ db, patientId }) {
      const all = await readReceivedSummaries(db, patientId);
      return { xml: { HealthSummary: all.map(receivedSummaryXml) }, fhir: all.map(receivedSummaryOf) };
    },
  },
  opened: {
    kind: 'document',
    ids: ['ccdaId'],
    read: async (db, patientId, ids) =>
      (await db.many(opened, { patientId, ids: [...ids] })).map(({ id, title, ...dated }) => ({
        id,
        name: title,
        date: takenOn(dated),
      })),
  },
  openedEvent: openedEvent(healthSummaryViewed, viewedSummary),
};
