import { type PatientId, countNew, listedTreatment } from '@portal/api';
import * as v from 'valibot';
import type { Actor, Handlers } from '../http/handler.ts';
import { type Db, statement } from '../db/pool.ts';
import { readClosed } from '../testResults/closed.ts';
import { readOpenings } from '../testResults/opening.ts';
import { readTreatmentSummary, shownTreatment } from './treatmentSummary.ts';
import { capabilitiesOf } from '../contacts/capabilities.ts';

const anyUnseen = statement(
  'treatment.anyUnseen',
  'select exists (select from treatment_summary_items where patient_id = $patientId and seen_at is null) as "isAny"',
  v.object({ isAny: v.boolean() }),
);
/** Only the first time is stored. `$recordIds` null marks all items. */
const markSeen = statement(
  'treatment.seen',
  `update treatment_summary_items set seen_at = now() where patient_id = $patientId and seen_at is null
     and ($recordIds::bigint[] is null or id = any($recordIds::bigint[]))`,
);

/** The groups of a patient's summary that are shown, in the facility's order, without those that have nothing to show. */
async function shownSummary(db: Db, actor: Actor, patientId: PatientId) {
  const listed = listedTreatment(await capabilitiesOf(db, actor, patientId));
  const groups = await readTreatmentSummary(db, patientId, async () =>
    readClosed(db, patientId, await readOpenings(db, actor.userId, patientId)),
  );
  return shownTreatment(groups, listed);
}

/** A patient's treatment summary (specification 3, sections 2, 3, 4 and 7). */
export const treatmentSummaryHandlers = {
  async listTreatmentSummary({ db, actor, params }) {
    const groups = await shownSummary(db, actor, params.patientId);
    return groups.map(({ key, items }) => ({ key, value: items.map(({ item }) => item) }));
  },

  async countUnseenTreatmentSummary({ db, actor, params }) {
    // Usually there is nothing new, and then the summary is not read.
    const { isAny } = await db.one(anyUnseen, { patientId: params.patientId });
    return isAny ? countNew(await shownSummary(db, actor, params.patientId)) : 0;
  },

  async markTreatmentSummarySeen({ db, actor, params, body }) {
    // Somebody who reads for the patient does not change what counts as seen by the patient.
    if (params.patientId === actor.patientId)
      await db.run(markSeen, { patientId: params.patientId, recordIds: body.recordIds });
    return null;
  },
} satisfies Partial<Handlers>;
