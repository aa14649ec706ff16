import { describe, expect, it } from 'vitest';
import {
  at,
  type DraftPage,
  modelDevice,
  modelServer,
  openPage,
  patientId,
  questionnaire,
  said,
  textOf,
} from '../../../tests/apps/data/draftWorld.ts';
import { drawnWorld, type Fate } from '../../../tests/apps/data/drawnWorld.ts';
import { blankDraft, type DraftRecord, fittingAnswers, isOutdated, mergeDrafts } from './record.ts';

const turn = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

/** A device and a server whose exchanges happen in order; the test sets their fates and the clock. */
function setting() {
  const fates: Fate[] = [];
  const world = drawnWorld(() => 0, turn);
  const { state, server } = modelServer(world, () => fates.shift() ?? 'fine');
  const device = modelDevice(world);
  const clock = { now: 1_800_000_000_000 };
  const open = async (): Promise<DraftPage> => {
    let page: DraftPage | null | undefined;
    void openPage({ world, server, store: device.store, wall: () => (clock.now += 5) }).then((opened) => {
      page = opened;
    });
    while (page === undefined) await world.step();
    if (page === null) throw new Error('nothing to open');
    return page;
  };
  /** Long enough for everything except what is retried again and again. */
  const pass = async () => {
    for (let step = 0; step < 80; step += 1) await world.step();
  };
  return { fates, world, state, device, clock, open, pass };
}
const onServer = (state: ReturnType<typeof setting>['state']): string => textOf(state.draft?.answers ?? []);
const others = ({ draftSession }: DraftPage): string[] =>
  draftSession.current().others.map((other) => textOf(other.answers));
const heldBy = ({ draftSession }: DraftPage): string => textOf(draftSession.current().answers);

describe('words that another page saved on the server alone', () => {
  /** A page whose device was full saved `mine and more` on the server. The next page opened without a network. */
  const unseen = async () => {
    const all = setting();
    const first = await all.open();
    first.draftSession.write(said('mine'));
    await all.world.drain();
    all.device.state.full = true;
    first.draftSession.write(said('mine and more'));
    await all.world.drain();
    expect(first.draftSession.state()).toMatchObject({ device: 'refused', server: 'saved' });
    first.kill();
    all.fates.push('requestLost');
    const page = await all.open();
    expect(heldBy(page)).toBe('mine');
    return { ...all, page };
  };

  it('stay there while the device is full, until the person has seen them, and the page says so', async () => {
    const { open, pass, page, state, world } = await unseen();
    page.draftSession.write(said('mine, otherwise'));
    await pass();
    expect(others(page)).toEqual(['mine and more']);
    expect(page.draftSession.state()).toMatchObject({ device: 'refused', server: 'undecided' });
    expect(onServer(state)).toBe('mine and more');
    page.kill();
    const next = await open();
    expect(heldBy(next)).toBe('mine and more');
    next.draftSession.close();
    await world.drain();
  });

  it('are gone over once the person has put them away', async () => {
    const { pass, page, state } = await unseen();
    page.draftSession.write(said('mine, otherwise'));
    await pass();
    page.draftSession.dismissOther();
    await pass();
    expect(page.draftSession.state().server).toBe('saved');
    expect(onServer(state)).toBe('mine, otherwise');
  });

  it('are kept on the device as soon as that stores again, and then gone over', async () => {
    const { device, page, state, world } = await unseen();
    page.draftSession.write(said('mine, otherwise'));
    device.state.full = false;
    await world.drain();
    expect(page.draftSession.state()).toMatchObject({ device: 'saved', server: 'saved' });
    expect(onServer(state)).toBe('mine, otherwise');
    expect(device.state.row?.record).toMatchObject({ others: [{ answers: said('mine and more') }] });
  });

  it('stay there, too, when the server tells of them by a refusal', async () => {
    const { open, pass, device, state } = setting();
    const page = await open();
    device.state.full = true;
    state.draft = { answers: said('there'), templateRevision: 1, savedAt: at(1_900_000_000_000) };
    page.draftSession.write(said('here'));
    await pass();
    expect(others(page)).toEqual(['there']);
    expect(page.draftSession.state().server).toBe('undecided');
    expect(onServer(state)).toBe('there');
  });

  it('are found when a clock that went back gave both the same instant', async () => {
    const { clock, device, fates, open, state, world } = setting();
    const first = await open();
    first.draftSession.write(said('mine'));
    await world.drain();
    clock.now -= 3_600_000;
    device.state.full = true;
    first.draftSession.write(said('mine and more'));
    await world.drain();
    first.kill();
    device.state.full = false;
    fates.push('requestLost');
    const page = await open();
    page.draftSession.write(said('mine, otherwise'));
    expect(page.draftSession.current().savedAt).toBe(state.draft?.savedAt);
    await world.drain();
    expect(others(page)).toEqual(['mine and more']);
    expect(onServer(state)).toBe('mine, otherwise');
  });
});

describe('a draft that is taken over', () => {
  it('keeps what this page had from the server when the other page hands over words that know nothing of it', async () => {
    const { open, pass, state, device, world } = setting();
    const first = await open();
    device.state.full = true;
    first.draftSession.write(said('saved late'));
    const former = await open();
    await world.drain();
    expect(onServer(state)).toBe('saved late');
    former.draftSession.write(said('typed last'));
    const unkept = former.draftSession.unkept();
    former.draftSession.yieldOwnership();
    const page = await open();
    expect(heldBy(page)).toBe('saved late');
    if (unkept) page.draftSession.goOnFrom(unkept);
    await pass();
    expect(heldBy(page)).toBe('typed last');
    expect(others(page)).toEqual(['saved late']);
    page.kill();
    expect(heldBy(await open())).toBe('saved late');
  });

  it('shows nothing as other answers that the page which hands it over had typed or seen', async () => {
    const { open, device, state, world } = setting();
    const former = await open();
    former.draftSession.write(said('on the device'));
    await world.drain();
    device.state.full = true;
    former.draftSession.write(said('on the device, on the server'));
    await world.drain();
    former.draftSession.write(said('on the device, on the server, typed last'));
    const unkept = former.draftSession.unkept();
    former.draftSession.yieldOwnership();
    const page = await open();
    if (unkept) page.draftSession.goOnFrom(unkept);
    await world.drain();
    expect(others(page)).toEqual([]);
    expect(onServer(state)).toBe('on the device, on the server, typed last');
  });

  it('keeps what the device has, and the page that hands it over could not read', async () => {
    const { open, device, world } = setting();
    const first = await open();
    first.draftSession.write(said('on the device'));
    while (first.draftSession.state().device !== 'saved') await world.step();
    first.kill();
    const former: DraftRecord = { ...blankDraft(questionnaire(), patientId, 0, null), answers: said('typed last') };
    const page = await open();
    page.draftSession.goOnFrom(former);
    await world.drain();
    expect(others(page)).toEqual(['on the device']);
    expect(device.state.row?.record).toMatchObject({ answers: said('typed last') });
  });

  it('looks at the server again: what another device saved meanwhile is not gone over unseen', async () => {
    const { clock, open, device, state, world } = setting();
    const page = await open();
    page.draftSession.write(said('mine'));
    await world.drain();
    const { row } = device.state;
    page.draftSession.yieldOwnership();
    state.draft = { answers: said('of another device'), templateRevision: 1, savedAt: at(clock.now + 1) };
    const taken = await Promise.all([device.store.acquireLease(), world.drain()]);
    page.draftSession.own(taken[0].lease, row?.record ?? null);
    page.draftSession.write(said('mine, later'));
    await world.drain();
    expect(others(page)).toEqual(['of another device']);
    expect(onServer(state)).toBe('mine, later');
  });

  it('tells what no longer fits where the other page had an older form, of the device as of what was typed last', async () => {
    const { open, device, state, world } = setting();
    state.questionnaire = questionnaire({ items: [1, 2] });
    const older = await open();
    older.draftSession.write(said('on the device', 2));
    await world.drain();
    const { row } = device.state;
    state.questionnaire = questionnaire({ revision: 2 });
    const page = await open();
    older.draftSession.yieldOwnership();
    page.draftSession.yieldOwnership();
    const taken = await Promise.all([device.store.acquireLease(), world.drain()]);
    const there = row?.record ?? null;
    page.draftSession.own(taken[0].lease, there);
    expect(page.draftSession.current()).toMatchObject({
      answers: [],
      templateRevision: 2,
      lost: said('on the device', 2),
    });
    if (there?.kind !== 'draft') throw new Error('not kept');
    page.draftSession.goOnFrom({ ...there, answers: said('typed last', 2) });
    await world.drain();
    const told = { answers: [], templateRevision: 2, lost: said('typed last', 2) };
    expect(page.draftSession.current()).toMatchObject(told);
    expect(device.state.row?.record).toMatchObject(told);
  });

  it.each([
    ['a newer form, even where every answer fits', 2, true, 'none'],
    ['the same form', 1, false, 'waiting'],
  ] as const)(
    'that waits to be sent is a draft again only where this page has %s, and says so',
    async (_, revision, says, now) => {
      const { open, device, state, world } = setting();
      const older = await open();
      older.draftSession.write(said('sent off'));
      await world.drain();
      const kept = device.state.row?.record;
      if (kept?.kind !== 'draft') throw new Error('not kept');
      const there: DraftRecord = { ...kept, submission: 'waiting' };
      older.kill();
      state.questionnaire = questionnaire({ revision });
      const page = await open();
      page.draftSession.yieldOwnership();
      const taken = await Promise.all([device.store.acquireLease(), world.drain()]);
      expect(page.draftSession.own(taken[0].lease, there)).toBe(says);
      expect(page.draftSession.state().submission).toBe(now);
      expect(page.draftSession.current()).toMatchObject({
        answers: said('sent off'),
        lost: [],
        templateRevision: revision,
      });
      page.kill();
    },
  );

  it('is not given up for a write under the lease that it had before', async () => {
    const { open, device, world } = setting();
    const page = await open();
    const taking = device.store.acquireLease();
    page.draftSession.write(said('slow'));
    void page.draftSession.settle();
    await world.step();
    const taken = await taking;
    page.draftSession.yieldOwnership();
    page.draftSession.own(taken.lease, taken.stored);
    await world.drain();
    expect(page.draftSession.state().ownership).toBe('owner');
  });

  it('is not said to be on the server for an earlier save that ends after the take-over', async () => {
    const { open, device, state, world } = setting();
    const page = await open();
    page.draftSession.write(said('sent before'));
    while (state.draft === null) await world.step();
    expect(page.draftSession.state().server).toBe('writing');
    const there = device.state.row?.record;
    page.draftSession.yieldOwnership();
    if (there?.kind !== 'draft') throw new Error('not kept');
    page.draftSession.own(device.state.row?.lease ?? 0, {
      ...there,
      answers: said('typed elsewhere'),
      savedAt: at(1_800_000_900_000),
    });
    await turn();
    expect(page.draftSession.state().server).not.toBe('saved');
    await world.drain();
    expect(onServer(state)).toBe('typed elsewhere');
  });
});

describe('what a draft starts with', () => {
  const local: DraftRecord = {
    ...blankDraft(questionnaire(), patientId, 0, null),
    answers: said('here'),
    savedAt: at(2_000),
    serverSavedAt: at(2_000),
  };
  const answer = (answers: string | null, savedAt = 2_000) =>
    questionnaire({
      draft: answers === null ? null : { answers: said(answers), templateRevision: 1, savedAt: at(savedAt) },
    });

  it('keeps both of two drafts that a clock that went back gave the same instant, and counts neither as saved for the other', () => {
    const draft = mergeDrafts(local, answer('there'), patientId, 0);
    expect(textOf(draft.answers)).toBe('here');
    expect(draft.others.map((other) => textOf(other.answers))).toEqual(['there']);
    expect(draft.savedAt).not.toBe(draft.serverSavedAt);
  });

  it('shows with the words of its question what of other answers does not fit any more, and keeps it once they are used', async () => {
    const revised = questionnaire({
      revision: 2,
      draft: { answers: said('there'), templateRevision: 2, savedAt: at(9_000) },
    });
    const older = questionnaire({ items: [1, 2] });
    const mine: DraftRecord = {
      ...blankDraft(older, patientId, 0, null),
      answers: [...said('here'), ...said('of a question that is gone', 2)],
      savedAt: at(3_000),
    };
    const draft = mergeDrafts(mine, revised, patientId, 0);
    expect(textOf(draft.answers)).toBe('there');
    const [other] = draft.others;
    const { kept, lost } = fittingAnswers(draft.questionnaire, other?.answers ?? []);
    expect([kept, lost]).toEqual([said('here'), said('of a question that is gone', 2)]);
    expect(draft.lostFrom?.questionnaireItems.map((item) => item.questionnaireItemId)).toContain(2);

    const { world, state, device, open } = setting();
    state.questionnaire = revised;
    state.draft = revised.draft;
    device.state.row = { record: mine, lease: 1 };
    const { draftSession } = await open();
    draftSession.write(kept);
    draftSession.dismissOther(lost);
    await world.drain();
    expect(draftSession.current()).toMatchObject({ others: [], lost });
    expect(device.state.row?.record).toMatchObject({ others: [], lost });
  });

  it('is not decided by an answer from before the device knew of a later save', () => {
    expect(isOutdated(answer(null), local)).toBe(true);
    expect(isOutdated(answer('before', 1_000), local)).toBe(true);
    expect(isOutdated(answer('here'), local)).toBe(false);
    expect(isOutdated(answer('here'), { ...local, answers: said('here, more'), savedAt: at(3_000) })).toBe(false);
    expect(isOutdated(answer('discarded meanwhile'), null)).toBe(true);
    expect(isOutdated(answer(null), null)).toBe(false);
  });
});
