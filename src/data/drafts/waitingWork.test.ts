import { AssignedQuestionnaireId } from '@portal/api';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { CallError, type Failure } from '../errors.ts';
import { at, modelDevice, modelServer, patientId, questionnaire, said } from '../../../tests/apps/data/draftWorld.ts';
import { drawnWorld, type Fate } from '../../../tests/apps/data/drawnWorld.ts';
import { refused } from '../../../tests/apps/data/refused.ts';
import { blankDraft, type DiscardedRecord, type DraftRecord } from './record.ts';
import { hasWork, tellOfDiscard } from './waitingDrafts.ts';

const saved = at(1_800_000_000_000);
const discarded: DiscardedRecord = {
  kind: 'discarded',
  patientId,
  assignedQuestionnaireId: v.parse(AssignedQuestionnaireId, 5),
  discardedAt: at(1_800_000_001_000),
};
const draft = (more: Partial<DraftRecord>): DraftRecord => ({
  ...blankDraft(questionnaire(), patientId, 1_800_000_000_000, null),
  answers: said('a'),
  savedAt: saved,
  ...more,
});

it.each<[string, boolean, DiscardedRecord | DraftRecord]>([
  ['a discard', true, discarded],
  ['answers whose Send was pressed', true, draft({ submission: 'waiting', serverSavedAt: saved })],
  ['what the server does not have', true, draft({})],
  ['what the server has', false, draft({ serverSavedAt: saved })],
  ['a draft without an answer', false, draft({ answers: [] })],
  ['answers that the server would not have', false, draft({ submission: 'refused' })],
])('%s waits for the server: %s', (_, waits, stored) => {
  expect(hasWork(stored)).toBe(waits);
});

/** A device with a stored discard, and a server that still has the draft. */
async function afterDiscard(fates: Fate[]) {
  const world = drawnWorld(
    () => 0,
    () => new Promise((resolve) => void setImmediate(resolve)),
  );
  const { state, server } = modelServer(world, () => fates.shift() ?? 'fine');
  state.draft = { answers: said('a'), templateRevision: 1, savedAt: saved };
  const device = modelDevice(world);
  device.state.row = { lease: 1, record: discarded };
  const tell = async (through: Pick<typeof server, 'deleteDraft'> = server) => {
    const telling = tellOfDiscard(through, device.store, 1, discarded).then(
      () => 'told',
      () => 'later',
    );
    await world.drain();
    return telling;
  };
  return { state, device, tell };
}

it.each<Fate>(['requestLost', 'replyLost'])(
  'a discard made without a network stays on the device until the server knows (%s)',
  async (fate) => {
    const { state, device, tell } = await afterDiscard([fate, 'fine']);
    expect(await tell()).toBe('later');
    expect(device.state.row?.record).toEqual(discarded);
    expect(await tell()).toBe('told');
    expect(state.draft).toBeNull();
    expect(device.state.row).toBeNull();
  },
);

it.each<[string, Failure, string]>([
  ['a server that is overloaded', refused(503, 'unavailable'), 'later'],
  ['a session that is over', { kind: 'sessionEnded' }, 'later'],
  ['a questionnaire that is gone', refused(404, 'not_found'), 'told'],
])('%s: the discard is %s', async (_, failure, outcome) => {
  const { device, tell } = await afterDiscard([]);
  expect(await tell({ deleteDraft: () => Promise.reject(new CallError('deleteDraft', failure)) })).toBe(outcome);
  expect(device.state.row === null).toBe(outcome === 'told');
});
