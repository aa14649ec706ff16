import { mostRecordChanges, type RecordListName } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import type { Handlers } from '../http/handler.ts';
import type { FoundChange, RecordReader } from './found.ts';
import { keepLook, readLook } from './looks.ts';
import { noteChanges } from './notes.ts';
import { openHeldChanges, resultChanges } from './results.ts';
import { summaryChanges } from './summaries.ts';
import { readTouched, type Touched } from './touched.ts';
import { treatmentChanges } from './treatment.ts';

type ReadContext = Parameters<Handlers['listResultChanges']>[0];
type FindChanges = (db: Db, reader: RecordReader, touched: readonly Touched[]) => Promise<FoundChange[]>;

const unseen = statement(
  'recordChanges.anyUnseen',
  'select exists (select from record_changes where patient_id = $patientId and told_order > $lookedTo) as "isAny"',
  v.object({ isAny: v.boolean() }),
);

async function lookOf({ db, tx, actor: { userId }, params: { patientId } }: ReadContext, list: RecordListName) {
  // An item of the treatment summary may be made of a result.
  if (list === 'results' || list === 'treatment') await openHeldChanges(tx, db, patientId);
  return readLook(db, { userId, patientId, list });
}

/** The three calls of a list; `find` knows what its changes are. */
function handlersOf(list: RecordListName, find: FindChanges) {
  const changesIn = async (context: ReadContext) => {
    const { db, actor, params } = context;
    const { touched, until } = await readTouched(db, params.patientId, await lookOf(context, list));
    const reader = { actor, patientId: params.patientId };
    const found = new Map<string, FoundChange>();
    // What was seen during this visit is known to the reader, so the rest is compared with it.
    for (const isSeen of [false, true]) {
      const some = touched.filter((one) => one.isSeen === isSeen);
      for (const change of some.length === 0 ? [] : await find(db, reader, some))
        if (!found.has(change.key)) found.set(change.key, change);
    }
    const newestFirst = [...found.values()].toSorted((one, other) =>
      other.changedAt.localeCompare(one.changedAt, 'en'),
    );
    return { changes: newestFirst.slice(0, mostRecordChanges), until };
  };
  return {
    list: changesIn,
    count: async (context: ReadContext) => {
      // Usually nothing came in, and then the list is not read.
      const { lookedTo } = await lookOf(context, list);
      const { isAny } = await context.db.one(unseen, { patientId: context.params.patientId, lookedTo });
      return isAny ? (await changesIn(context)).changes.filter(({ isSeen }) => !isSeen).length : 0;
    },
    looked: async ({
      db,
      actor: { userId },
      params: { patientId },
      body,
    }: Parameters<Handlers['lookedAtResults']>[0]) => {
      await keepLook(db, { userId, patientId, list }, body.until);
      return null;
    },
  };
}

const results = handlersOf('results', resultChanges);
const notes = handlersOf('notes', noteChanges);
const summary = handlersOf('summary', summaryChanges);
const treatment = handlersOf('treatment', treatmentChanges);

/** What changed in the lists of a record since their reader last looked. */
export const recordChangeHandlers = {
  listResultChanges: results.list,
  countResultChanges: results.count,
  lookedAtResults: results.looked,
  listNoteChanges: notes.list,
  countNoteChanges: notes.count,
  lookedAtNotes: notes.looked,
  listSummaryChanges: summary.list,
  countSummaryChanges: summary.count,
  lookedAtSummary: summary.looked,
  listTreatmentChanges: treatment.list,
  countTreatmentChanges: treatment.count,
  lookedAtTreatment: treatment.looked,
} satisfies Partial<Handlers>;
