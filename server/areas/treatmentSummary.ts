import {
  type PatientId,
  type TreatmentItem,
  type TreatmentSummary,
  countNew,
  listedTreatment,
  namesOfField,
  shownGroups,
  treatmentGroupOf,
  type ListedGroup,
} from '@portal/api';
import * as v from 'valibot';
import type { Actor, Handlers } from '../app/handler.ts';
import { type Db, statement } from '../db/pool.ts';
import { readClosed } from '../labResults/closed.ts';
import { readOpenings } from '../labResults/opening.ts';
import { readTreatmentSummary, type SummaryItem } from '../record/treatmentSummary.ts';
import { capabilitiesOf } from './representatives.ts';

const anyUnseen = statement(
  'treatment.anyUnseen',
  'select exists (select from treatment_summary_items where patient_id = $patientId and seen_at is null) as "isAny"',
  v.object({ isAny: v.boolean() }),
);
/** The first time counts. `$recordIds`: null marks all that there is. */
const markSeen = statement(
  'treatment.seen',
  `update treatment_summary_items set seen_at = now() where patient_id = $patientId and seen_at is null
     and ($recordIds::bigint[] is null or id = any($recordIds::bigint[]))`,
);

/** What a facility shows of an item: nothing else leaves the server. */
function wireItem(item: SummaryItem, { key, fields }: ListedGroup): TreatmentItem {
  const names = treatmentGroupOf(key).fields.flatMap(({ with: more = [], ...field }) => [
    ...(fields.has(field.name.toLowerCase()) ? namesOfField(field) : []),
    ...more.filter((name) => fields.has(name.toLowerCase())).flatMap((name) => namesOfField({ name })),
  ]);
  const shown = new Set(names);
  return {
    ...Object.fromEntries(Object.entries(item.fields).filter(([name, value]) => shown.has(name) && value !== null)),
    isNullMessageHolder: item.nullMessage !== null,
    nullMessage: item.nullMessage,
    isPatientReviewed: item.isSeen,
    recordIds: [...item.recordIds],
  };
}

/** The groups that are shown of a patient's summary, in the order in which the facility lists them, without what has nothing to show. */
async function shownSummary(db: Db, actor: Actor, patientId: PatientId) {
  const listed = listedTreatment(await capabilitiesOf(db, actor, patientId));
  const stored = new Map(
    (
      await readTreatmentSummary(db, patientId, async () =>
        readClosed(db, patientId, await readOpenings(db, actor.userId, patientId)),
      )
    ).map(({ key, value }) => [key, value]),
  );
  const summary: TreatmentSummary = listed.map((group) => ({
    key: group.key,
    value: (stored.get(group.key) ?? []).map((item) => wireItem(item, group)),
  }));
  return shownGroups(summary, listed);
}

type TreatmentCalls = 'listTreatmentSummary' | 'countUnseenTreatmentSummary' | 'markTreatmentSummarySeen';

/** A patient's treatment summary (specification 3, sections 2, 3, 4 and 7). */
export const treatmentSummaryHandlers: Pick<Handlers, TreatmentCalls> = {
  async listTreatmentSummary({ db, actor, params }) {
    const groups = await shownSummary(db, actor, params.patientId);
    return groups.map(({ key, items }) => ({ key, value: items.map(({ item }) => item) }));
  },

  async countUnseenTreatmentSummary({ db, actor, params }) {
    // Mostly there is nothing new, and then nothing is read.
    const { isAny } = await db.one(anyUnseen, { patientId: params.patientId });
    return isAny ? countNew(await shownSummary(db, actor, params.patientId)) : 0;
  },

  async markTreatmentSummarySeen({ db, actor, params, body }) {
    // Who reads for the patient leaves the patient's own marks alone.
    if (params.patientId === actor.patientId)
      await db.run(markSeen, { patientId: params.patientId, recordIds: body.recordIds });
    return null;
  },
};
