import type { Answer } from '@portal/api';
import { describe, expect, it } from 'vitest';
import { newIdempotencyKey } from '../idempotencyKey.ts';
import { answerFileSchedules } from '../../../tests/apps/data/answerFileSchedules.ts';
import {
  fileQuestion,
  modelFiles,
  modelFileStore,
  photo,
  withFiles,
} from '../../../tests/apps/data/answerFileWorld.ts';
import { modelDevice, modelServer, openPage, questionnaire } from '../../../tests/apps/data/draftWorld.ts';
import { drawnWorld } from '../../../tests/apps/data/drawnWorld.ts';
import { newTally } from '../../../tests/apps/data/schedules.ts';
import { pendingOf } from './pendingFiles.ts';

const turn = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

describe('files that answer questions', () => {
  it(
    'are kept where that was said, go up once and before the answers that name them',
    { timeout: 120_000 },
    async () => {
      const tally = newTally();
      await answerFileSchedules.run({ numRuns: 300, tally, turn });
      expect(tally.faults).toMatchObject({ session: 0, tab: 0 });
      for (const kind of ['network', 'process', 'storage'] as const) expect(tally.faults[kind]).toBeGreaterThan(0);
    },
  );
});

/**
 * A draft with files on one device, where every step succeeds at once; `isUp` says whether the network works. `draw` decides which step is
 * next; without it they come in order.
 */
async function calm(draw = () => 0) {
  const world = drawnWorld(draw, turn);
  const is = { up: true };
  const drafts = modelServer(world, () => (is.up ? 'fine' : 'requestLost'));
  drafts.state.questionnaire = withFiles();
  const onServer = modelFiles(drafts);
  const device = modelDevice(world);
  const onDevice = modelFileStore(world, () => device.state.full);
  let wall = 1_800_000_000_000;
  async function resolved<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    void work.finally(() => {
      isDone = true;
    });
    for (let step = 0; !isDone && step < 500; step += 1) if (!(await world.step())) await turn();
    return work;
  }
  const openPlain = (unattended = false) =>
    resolved(
      openPage({
        world,
        server: drafts.server,
        store: device.store,
        wall: () => (wall += 5),
        unattended,
        files: { store: onDevice.store, server: onServer.server },
      }),
    );
  const open = async (unattended = false) => {
    const page = await openPlain(unattended);
    const files = page?.draftSession.files();
    if (!page || !files) throw new Error('nothing to open');
    return { ...page, files };
  };
  const item = fileQuestion(drafts.state.questionnaire);
  return {
    world,
    is,
    drafts: drafts.state,
    onServer: onServer.state,
    device,
    onDevice: onDevice.state,
    open,
    openPlain,
    resolved,
    item,
  };
}

const keyOf = ({ textAnswer = '' }: Answer) => pendingOf(textAnswer).key;

describe('a chosen file', () => {
  it('outlasts the page without a network, and goes up before the answers that the outbox sends', async () => {
    const { is, drafts, onServer, onDevice, open, resolved, item } = await calm();
    const page = await open();
    is.up = false;
    const entry = page.files.choose(item, photo('hand.jpg'));
    page.draftSession.write([entry]);
    expect(page.draftSession.state().device).toBe('writing');
    await resolved(page.draftSession.settle());
    expect(page.draftSession.state()).toMatchObject({ device: 'saved', submission: 'none' });
    expect(await resolved(page.draftSession.submit([entry]))).toEqual({ kind: 'waiting' });
    page.kill();
    expect(onDevice.bytes.size).toBe(1);

    is.up = true;
    const outbox = await open(true);
    await resolved(outbox.draftSession.pump());
    const answers = drafts.completed?.questionnaire.patientQuestionAnswerList ?? [];
    expect(answers).toEqual([{ questionnaireItemId: item, attachment: [...onServer.files.values()][0] }]);
    expect(onServer.made).toEqual(['hand.jpg']);
    expect([onDevice.bytes.size, onDevice.list.length]).toEqual([0, 0]);
  });

  it('is in this page alone where the device is full, and the answers do not seem to wait', async () => {
    const { is, device, open, resolved, item } = await calm();
    const page = await open();
    await resolved(page.draftSession.settle());
    is.up = false;
    device.state.full = true;
    const entry = page.files.choose(item, photo('hand.jpg'));
    page.draftSession.write([entry]);
    expect(await resolved(page.draftSession.submit([entry]))).toEqual({ kind: 'failed' });
    expect(page.draftSession.state().device).toBe('refused');
    expect(page.files.stateOf(keyOf(entry)).get()).toEqual({ kind: 'waiting', why: 'later', isKept: false });
  });

  it('can be chosen where the form that another tab had asks for it, and this one did not', async () => {
    const { drafts, openPlain, resolved } = await calm();
    const newer = drafts.questionnaire;
    drafts.questionnaire = questionnaire();
    const page = await openPlain();
    if (page === null) throw new Error('nothing to open');
    const { draftSession } = page;
    await resolved(draftSession.settle());
    draftSession.yieldOwnership();
    const there = { ...draftSession.current(), questionnaire: newer, templateRevision: 2 };
    expect(draftSession.files()).toBeNull();
    await resolved(draftSession.readyToOwn(there, null));
    draftSession.own(null, there);
    expect(draftSession.files()).not.toBeNull();
    page.kill();
  });

  it('waits for a scanner that does not answer, and so do the answers', async () => {
    const { onServer, drafts, open, resolved, item, world } = await calm();
    const page = await open();
    onServer.isUnsure = true;
    const entry = page.files.choose(item, photo('hand.jpg'));
    page.draftSession.write([entry]);
    expect(await resolved(page.draftSession.submit([entry]))).toEqual({ kind: 'waiting' });
    expect(page.files.stateOf(keyOf(entry)).get()).toEqual({ kind: 'waiting', why: 'unchecked', isKept: true });
    expect(page.draftSession.files()?.summary(page.draftSession.current()).isUnchecked).toBe(true);
    expect(drafts.completions).toBe(0);
    onServer.isUnsure = false;
    await world.drain();
    expect(drafts.completions).toBe(1);
    expect(onServer.made).toEqual(['hand.jpg']);
  });

  it('is said to be saved once the server has it, or would not have it', async () => {
    const { onServer, drafts, open, item, world } = await calm();
    const page = await open();
    const entries = [page.files.choose(item, photo('hand.jpg')), page.files.choose(item, photo('bad.jpg'))];
    const seen: string[] = [];
    page.draftSession.subscribe(() => {
      if (page.draftSession.state().server === 'saved') seen.push(onServer.made.join());
    });
    page.draftSession.write(entries);
    await world.drain();
    expect(page.draftSession.state()).toMatchObject({ device: 'saved', server: 'saved' });
    expect(new Set(seen)).toEqual(new Set(['hand.jpg']));
    const [file] = onServer.files.values();
    expect(drafts.draft?.answers).toEqual([{ questionnaireItemId: item, attachment: file }, entries[1]]);
  });

  it('that is refused keeps the answers back, in the next page too, until it is taken out', async () => {
    const { drafts, onDevice, open, resolved, item } = await calm();
    const page = await open();
    const entry = page.files.choose(item, photo('bad.jpg'));
    page.draftSession.write([entry]);
    const outcome = { kind: 'invalid', questionnaireItemIds: [item] };
    expect(await resolved(page.draftSession.submit([entry]))).toEqual(outcome);
    page.kill();
    const next = await open();
    const refused = { kind: 'refused', why: 'harmful' };
    expect(next.draftSession.current().answers).toEqual([entry]);
    expect(next.files.stateOf(keyOf(entry)).get()).toEqual(refused);
    expect(next.files.isOnItsWay(entry)).toBe(false);
    expect(onDevice.bytes.size).toBe(0);
    next.files.remove(entry);
    expect(await resolved(next.draftSession.submit([]))).toMatchObject({ kind: 'sent' });
    expect(drafts.completions).toBe(1);
    expect(onDevice.list).toEqual([]);
  });

  it('goes with the draft that is discarded without a network', async () => {
    const { is, onDevice, open, resolved, item } = await calm();
    const page = await open();
    is.up = false;
    page.draftSession.write([page.files.choose(item, photo('hand.jpg'))]);
    await resolved(page.draftSession.settle());
    expect(onDevice.bytes.size).toBe(1);
    await resolved(page.draftSession.discard());
    expect([onDevice.bytes.size, onDevice.list.length]).toEqual([0, 0]);
  });

  it('leaves no bytes when it is removed and the draft is discarded at once', async () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      let drawn = seed;
      const draw = () => {
        drawn = (drawn * 48_271) % 2_147_483_647;
        return drawn;
      };
      const { world, onDevice, open, resolved, item } = await calm(draw);
      const page = await open();
      const entry = page.files.choose(item, photo('hand.jpg'));
      page.draftSession.write([entry]);
      for (let step = 0; step < seed % 8; step += 1) await world.step();
      page.files.remove(entry);
      page.draftSession.write([]);
      await resolved(page.draftSession.discard());
      expect([seed, onDevice.bytes.size, onDevice.list.length]).toEqual([seed, 0, 0]);
    }
  });

  it('counts among what the facility does not have where somebody else completed the questionnaire', async () => {
    const { is, drafts, open, resolved, item } = await calm();
    const page = await open();
    is.up = false;
    const entry = page.files.choose(item, photo('hand.jpg'));
    page.draftSession.write([entry]);
    expect(await resolved(page.draftSession.submit([entry]))).toEqual({ kind: 'waiting' });
    drafts.completed = {
      key: newIdempotencyKey(),
      questionnaire: { ...drafts.questionnaire, statusDescription: 'Completed' },
    };
    is.up = true;
    expect(await resolved(page.draftSession.pump())).toMatchObject({ kind: 'alreadyCompleted', differing: [item] });
  });
});
