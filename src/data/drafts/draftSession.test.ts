import type { Answer } from '@portal/api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  at,
  drawnWorld,
  type Fate,
  modelDevice,
  modelServer,
  openPage,
  type DraftPage,
  questionnaire,
  said,
  textOf,
} from '../testing/draftWorld.ts';
import { newIdempotencyKey } from '../idempotencyKey.ts';

type Deed =
  | {
      readonly kind:
        | 'type'
        | 'flush'
        | 'submit'
        | 'discard'
        | 'kill'
        | 'takeOver'
        | 'steal'
        | 'fill'
        | 'empty'
        | 'nudge';
    }
  | { readonly kind: 'time'; readonly steps: number }
  | { readonly kind: 'clock'; readonly hours: number };

const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Deed>({ kind: 'type' }) },
  { weight: 10, arbitrary: fc.nat({ max: 12 }).map((steps): Deed => ({ kind: 'time', steps })) },
  { weight: 2, arbitrary: fc.constantFrom<Deed>({ kind: 'flush' }, { kind: 'nudge' }) },
  { weight: 3, arbitrary: fc.constant<Deed>({ kind: 'submit' }) },
  { weight: 1, arbitrary: fc.constant<Deed>({ kind: 'discard' }) },
  { weight: 4, arbitrary: fc.constantFrom<Deed>({ kind: 'kill' }, { kind: 'takeOver' }, { kind: 'steal' }) },
  { weight: 1, arbitrary: fc.constantFrom<Deed>({ kind: 'fill' }, { kind: 'empty' }) },
  { weight: 1, arbitrary: fc.integer({ min: -48, max: 48 }).map((hours): Deed => ({ kind: 'clock', hours })) },
);
const fates = fc.array(fc.constantFrom<Fate>('fine', 'fine', 'fine', 'requestLost', 'replyLost', 'twice'), {
  maxLength: 60,
});

const turn = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

describe('a draft under faults', () => {
  it(
    'keeps what was acknowledged exactly once, and what was not stays there to edit',
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(deed, { minLength: 3, maxLength: 40 }),
          fates,
          fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
          async (deeds, drawnFates, draws) => {
            let drawAt = 0;
            const world = drawnWorld(() => draws[(drawAt += 1) % draws.length] ?? 0, turn);
            const fatesLeft = [...drawnFates];
            const { state: onServer, server } = modelServer(world, () => fatesLeft.shift() ?? 'fine');
            const device = modelDevice(world);
            let wall = 1_800_000_000_000;
            const open = async (): Promise<DraftPage | null> => {
              const opening = openPage({
                world,
                server,
                store: device.store,
                wall: () => (wall += 5),
                isDeviceToCome: device.state.row === null && (draws[drawAt % draws.length] ?? 0) % 2 === 0,
              });
              let page: DraftPage | null | undefined;
              void opening.then((opened) => {
                page = opened;
              });
              while (page === undefined) if (!(await world.step())) await Promise.resolve();
              return page;
            };

            // Every change adds a word to the text. What the pages have promised so far: the words shown as saved on the device,
            // or on the server. A promise holds until the draft is discarded.
            let typed = 0;
            let promisedOnDevice = new Set<number>();
            let promisedOnServer = new Set<number>();
            let discardedUpTo = 0;
            let sent: string | null = null;
            const submitted = new Set<string>();
            let page = ((): DraftPage | null => null)();

            const wordsOf = (answers: readonly Answer[]) =>
              textOf(answers)
                .split(' ')
                .map(Number)
                .filter((word) => word > 0);
            const look = () => {
              if (!page) return;
              const state = page.draftSession.state();
              if (state.ownership !== 'owner' || page.draftSession.isClosed()) return;
              const words = wordsOf(page.draftSession.current().answers);
              if (state.device === 'saved') promisedOnDevice = new Set([...promisedOnDevice, ...words]);
              if (state.server === 'saved') promisedOnServer = new Set([...promisedOnServer, ...words]);
            };
            const check = ({ draftSession, sawServer }: DraftPage) => {
              if (onServer.completed) return;
              const { answers, others } = draftSession.current();
              const shown = new Set([answers, ...others.map((other) => other.answers)].flatMap(wordsOf));
              const promised = [...promisedOnDevice, ...(sawServer ? promisedOnServer : [])].filter(
                (word) => word > discardedUpTo,
              );
              expect(
                promised.filter((word) => !shown.has(word)),
                'words that were said to be saved are gone',
              ).toEqual([]);
              expect(
                [...shown].filter((word) => word <= discardedUpTo),
                'discarded words came back',
              ).toEqual([]);
            };
            const reopen = async () => {
              const opened = await open();
              if (opened) {
                page = opened;
                check(opened);
                opened.draftSession.subscribe(look);
              }
              look();
            };

            const opened = (): DraftPage | null => page;
            await reopen();
            for (const one of deeds) {
              switch (one.kind) {
                case 'type':
                  if (page && page.draftSession.state().ownership === 'owner' && !page.draftSession.isClosed()) {
                    typed += 1;
                    page.draftSession.write(said(`${textOf(page.draftSession.current().answers)} ${typed}`));
                  }
                  break;
                case 'time':
                  for (let step = 0; step < one.steps; step += 1) await world.step();
                  break;
                case 'flush':
                  void page?.draftSession.flush();
                  break;
                case 'nudge':
                  page?.draftSession.nudge();
                  break;
                case 'submit':
                  if (page && !page.draftSession.isClosed()) {
                    const answers = page.draftSession.current().answers;
                    submitted.add(textOf(answers));
                    void page.draftSession.submit(answers).then((outcome) => {
                      if (outcome.kind === 'sent') sent = textOf(outcome.completed.patientQuestionAnswerList);
                    });
                  }
                  break;
                case 'discard':
                  if (
                    page &&
                    !page.draftSession.isClosed() &&
                    page.draftSession.state().submission === 'none' &&
                    !device.state.full
                  ) {
                    const upTo = typed;
                    let done = false;
                    void page.draftSession.discard().then(() => {
                      done = true;
                    });
                    while (!done && (await world.step()));
                    discardedUpTo = upTo;
                    page.kill();
                    page = null;
                    await reopen();
                  }
                  break;
                case 'kill':
                  page?.kill();
                  page = null;
                  await reopen();
                  break;
                case 'takeOver': {
                  // The other tab hears of it, and says what was typed last on its way out.
                  const former = page;
                  const unkept = former?.draftSession.unkept();
                  former?.draftSession.yieldOwnership();
                  page = null;
                  await reopen();
                  if (unkept && !former?.draftSession.isClosed()) opened()?.draftSession.goOnFrom(unkept);
                  break;
                }
                case 'steal': {
                  // A device that keeps nothing protects nobody from a page that hears nothing; the page says so (`refused`).
                  if (device.state.full) break;
                  // The former page hears nothing, goes on living for a while, and what it still writes must not land.
                  const former = page;
                  if (former?.draftSession.state().device === 'refused') break;
                  page = null;
                  former?.loseLease();
                  await reopen();
                  former?.draftSession.yieldOwnership();
                  break;
                }
                case 'fill':
                  device.state.full = true;
                  break;
                case 'empty':
                  device.state.full = false;
                  break;
                case 'clock':
                  wall += one.hours * 3_600_000;
                  break;
              }
              look();
            }

            // The network heals, the app is opened once more, and everything comes to rest.
            fatesLeft.length = 0;
            device.state.full = false;
            await world.drain();
            page?.kill();
            page = null;
            await reopen();
            await world.drain();

            expect(onServer.completions).toBeLessThanOrEqual(1);
            if (sent !== null)
              expect(sent).toBe(textOf(onServer.completed?.questionnaire.patientQuestionAnswerList ?? []));
            if (onServer.completed)
              expect(submitted).toContain(textOf(onServer.completed.questionnaire.patientQuestionAnswerList));
            else expect(page).not.toBeNull();
          },
        ),
        { numRuns: 1000 },
      );
    },
  );
});

/** A world in which everything goes well, at once, in order. */
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
    expect(outcome).toMatchObject({ kind: 'alreadyCompleted', differing: [1] });
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
