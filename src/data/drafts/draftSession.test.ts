import { describe, expect, it } from 'vitest';
import { draftSchedules } from '../../../tests/apps/data/draftSchedules.ts';
import {
  at,
  modelDevice,
  modelServer,
  openPage,
  questionnaire,
  said,
  textOf,
} from '../../../tests/apps/data/draftWorld.ts';
import { drawnWorld, type Fate } from '../../../tests/apps/data/drawnWorld.ts';
import { newTally } from '../../../tests/apps/data/schedules.ts';
import { newIdempotencyKey } from '../idempotencyKey.ts';

const turn = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

describe('a draft under faults', () => {
  it(
    'keeps what was acknowledged exactly once, and what was not stays there to edit',
    { timeout: 120_000 },
    async () => {
      const tally = newTally();
      await draftSchedules.run({ numRuns: 1000, tally, turn });
      expect(Object.entries(tally.faults).filter(([, count]) => count === 0)).toEqual([['session', 0]]);
    },
  );
});

/** A world in which every step succeeds at once and in order. */
function calm(fate: () => Fate = () => 'fine') {
  const world = drawnWorld(() => 0, turn);
  const { state, server } = modelServer(world, fate);
  const device = modelDevice(world);
  let wall = 1_800_000_000_000;
  const resolved = async <T>(work: Promise<T>): Promise<T> => {
    let done = false;
    void work.then(
      () => {
        done = true;
      },
      () => {
        done = true;
      },
    );
    while (!done)
      if (!(await world.step()))
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
    return work;
  };
  const open = async (unattended = false, isDeviceToCome = false) => {
    const page = await resolved(
      openPage({ world, server, store: device.store, wall: () => (wall += 5), unattended, isDeviceToCome }),
    );
    if (!page) throw new Error('nothing to open');
    return page;
  };
  return { world, state, device, resolved, open };
}

describe('a draft', () => {
  it('is on the device first, then on the server, and each is said only when it is so', async () => {
    const { open, world } = calm();
    const { draftSession } = await open();
    const seen: string[] = [];
    draftSession.subscribe(() => {
      const { device, server } = draftSession.state();
      if (seen.at(-1) !== `${device}/${server}`) seen.push(`${device}/${server}`);
    });
    draftSession.write(said('a'));
    expect(draftSession.state()).toMatchObject({ device: 'writing', server: 'waiting' });
    await world.drain();
    expect(draftSession.state()).toMatchObject({ device: 'saved', server: 'saved' });
    expect(seen).not.toContain('none/saved');
  });

  it('can be typed on before the device is ready, is kept as soon as it is, and is not said to be kept before', async () => {
    const { open, world, device } = calm();
    const { draftSession } = await open(false, true);
    expect(draftSession.state().device).toBe('none');
    const seen: string[] = [];
    draftSession.subscribe(() => {
      if (draftSession.state().device === 'saved')
        seen.push(textOf(device.state.row?.record?.kind === 'draft' ? device.state.row.record.answers : []));
    });
    draftSession.write(said('a'));
    expect(draftSession.state().device).toBe('writing');
    expect(draftSession.unkept()?.answers).toEqual(said('a'));
    await world.drain();
    expect(draftSession.state().device).toBe('saved');
    expect(new Set(seen)).toEqual(new Set(['a']));
  });

  it('does not take back a draft that another tab has taken while the device got ready', async () => {
    const { open, world } = calm();
    const { draftSession } = await open(false, true);
    draftSession.yieldOwnership();
    const other = await open();
    other.draftSession.write(said('b'));
    await world.drain();
    expect(other.draftSession.state()).toMatchObject({ device: 'saved', ownership: 'owner' });
    expect(draftSession.state().ownership).toBe('elsewhere');
  });

  it('says that the device does not keep it, goes on, and saves on the server', async () => {
    const { open, world, device, state } = calm();
    const { draftSession } = await open();
    device.state.full = true;
    draftSession.write(said('a'));
    await world.drain();
    expect(draftSession.state()).toMatchObject({ device: 'refused', server: 'saved' });
    expect(textOf(state.draft?.answers ?? [])).toBe('a');
    device.state.full = false;
    draftSession.write(said('ab'));
    await world.drain();
    expect(draftSession.state().device).toBe('saved');
  });

  it('waits in the outbox and is sent once when the reply is lost', async () => {
    const fates: Fate[] = [];
    const { open, state, resolved, world } = calm(() => fates.shift() ?? 'fine');
    const page = await open();
    const { draftSession } = page;
    draftSession.write(said('a'));
    await world.drain();
    fates.push('replyLost', 'requestLost', 'requestLost');
    expect(await resolved(draftSession.submit(said('a')))).toEqual({ kind: 'waiting' });
    expect(state.completions).toBe(1);
    page.kill();
    const outbox = await open(true);
    expect(await resolved(outbox.draftSession.pump())).toMatchObject({ kind: 'sent' });
    expect(state.completions).toBe(1);
  });

  it('that waits is not sent by itself once the person changes it, and is a draft again', async () => {
    const fates: Fate[] = [];
    const { open, state, resolved, world } = calm(() => fates.shift() ?? 'fine');
    const page = await open();
    const { draftSession } = page;
    fates.push(...Array.from({ length: 3 }, (): Fate => 'requestLost'));
    expect(await resolved(draftSession.submit(said('a')))).toEqual({ kind: 'waiting' });
    draftSession.takeBack();
    draftSession.nudge();
    await world.drain();
    expect([state.completions, draftSession.state()]).toMatchObject([0, { submission: 'none', server: 'saved' }]);
    page.kill();
    const outbox = await open(true);
    await resolved(outbox.draftSession.pump());
    expect(state.completions).toBe(0);
    expect(textOf(state.draft?.answers ?? [])).toBe('a');
  });

  it('sends nothing empty when the page goes between the press of Send and the request', async () => {
    const { open, state, world } = calm();
    const { draftSession } = await open();
    draftSession.write(said('a'));
    await world.drain();
    const outcome = draftSession.submit(said('ab'));
    draftSession.close();
    await world.drain();
    expect(await outcome).toEqual({ kind: 'waiting' });
    expect(state.completions).toBe(0);
    const outbox = await open(true);
    await world.drain();
    expect(textOf(outbox.draftSession.current().answers)).toBe('ab');
  });

  it('is not said to be waiting when neither device nor server has it', async () => {
    const fates: Fate[] = [];
    const { open, device, resolved, world } = calm(() => fates.shift() ?? 'fine');
    const { draftSession } = await open();
    device.state.full = true;
    fates.push(...Array.from({ length: 4 }, (): Fate => 'requestLost'));
    expect(await resolved(draftSession.submit(said('a')))).toEqual({ kind: 'failed' });
    expect(textOf(draftSession.current().answers)).toBe('a');
    await world.drain();
  });

  it('tells the loser of two completions where its answers differ, and keeps them', async () => {
    const { open, state, resolved, device, world } = calm();
    const { draftSession } = await open();
    draftSession.write(said('mine'));
    await world.drain();
    state.completed = {
      key: newIdempotencyKey(),
      questionnaire: { ...questionnaire(), statusDescription: 'Completed', patientQuestionAnswerList: said('theirs') },
    };
    const outcome = await resolved(draftSession.submit(said('mine')));
    expect(outcome).toMatchObject({ kind: 'alreadyCompleted', differing: [1, 91, 93] });
    expect(device.state.row?.record).toMatchObject({ kind: 'draft', submission: 'refused', answers: said('mine') });
  });

  it('is matched again when the questionnaire was revised, and shows what no longer fits', async () => {
    const { open, state, resolved, world } = calm();
    state.questionnaire = questionnaire({ items: [1, 2] });
    const { draftSession } = await open();
    draftSession.write([...said('stays', 1), ...said('goes', 2)]);
    await world.drain();
    state.questionnaire = questionnaire({ revision: 2, items: [1, 3] });
    const outcome = await resolved(draftSession.submit(draftSession.current().answers));
    expect(outcome).toMatchObject({ kind: 'revised', kept: said('stays', 1), lost: said('goes', 2) });
    expect(draftSession.current()).toMatchObject({ templateRevision: 2, lost: said('goes', 2) });
    expect(draftSession.current().lostFrom?.questionnaireItems.map((item) => item.formattedText)).toContain(
      'Question 2',
    );
    expect(await resolved(draftSession.submit(draftSession.current().answers))).toMatchObject({ kind: 'sent' });
  });

  it('goes on from a later draft of another device and keeps what that one said', async () => {
    const { open, state, world } = calm();
    const { draftSession } = await open();
    draftSession.write(said('here'));
    await world.drain();
    state.draft = { answers: said('there'), templateRevision: 1, savedAt: at(1_900_000_000_000) };
    draftSession.write(said('here, more'));
    await world.drain();
    expect(draftSession.state().server).toBe('saved');
    expect(textOf(state.draft.answers)).toBe('here, more');
    expect(textOf(draftSession.current().others[0]?.answers ?? [])).toBe('there');
  });

  it('stays discarded, also when the server heard of it late', async () => {
    const fates: Fate[] = [];
    const { open, resolved, world, state } = calm(() => fates.shift() ?? 'fine');
    const page = await open();
    const { draftSession } = page;
    draftSession.write(said('a'));
    await world.drain();
    fates.push('requestLost');
    await resolved(draftSession.discard());
    expect(state.draft).not.toBeNull();
    page.kill();
    const again = await open();
    expect(again.draftSession.current().answers).toEqual([]);
    again.draftSession.write(said('b'));
    await world.drain();
    expect(textOf(state.draft?.answers ?? [])).toBe('b');
  });

  it('makes few requests while the link is down', async () => {
    let requests = 0;
    const { open, world } = calm(() => {
      requests += 1;
      return requests < 3 ? 'fine' : 'requestLost';
    });
    const { draftSession } = await open();
    draftSession.write(said('a'));
    for (let step = 0; step < 12; step += 1) await world.step();
    draftSession.close();
    await world.drain();
    expect(requests).toBeLessThan(8);
  });
});
