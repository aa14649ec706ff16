import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelDevice, modelServer, openPage, said, textOf } from '../../../tests/apps/data/draftWorld.ts';
import { drawnWorld, type Fate } from '../../../tests/apps/data/drawnWorld.ts';
import type { StoredDraft } from './record.ts';

const turn = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });
const textIn = (record: StoredDraft | null | undefined): string | null =>
  record?.kind === 'draft' ? textOf(record.answers) : null;

/** A draft open in a page with a slow device. The order of events, writes to the device included, is drawn at random. */
async function slowWorld(draw: () => number, fate: () => Fate) {
  const world = drawnWorld(draw, turn);
  const { state, server } = modelServer(world, fate);
  const device = modelDevice(world);
  const onDevice = () => device.state.row?.record;
  /** For each save that was sent to the server: whether this device had it by then. */
  const saves: { readonly sent: string; readonly had: string | null }[] = [];
  let wall = 1_800_000_000_000;
  let opened: Awaited<ReturnType<typeof openPage>> | undefined;
  void openPage({
    world,
    server: {
      ...server,
      putDraft(draft) {
        saves.push({ sent: textOf(draft.answers), had: textIn(onDevice()) });
        return server.putDraft(draft);
      },
    },
    store: device.store,
    wall: () => (wall += 5),
  }).then((page) => {
    opened = page;
  });
  while (opened === undefined) await world.step();
  if (opened === null) throw new Error('nothing to open');
  return { world, state, device, onDevice, saves, draftSession: opened.draftSession };
}

describe('a draft on a device that writes slowly', () => {
  it('is not said to be saved while something newer was typed than what is being written', async () => {
    const { world, device, onDevice, draftSession } = await slowWorld(
      () => 0,
      () => 'fine',
    );
    draftSession.write(said('a'));
    while (textIn(onDevice()) !== 'a') await world.step();
    // The row is written, but the device has not reported it yet.
    draftSession.write(said('ab'));
    while (draftSession.state().device === 'writing') {
      expect(draftSession.unkept()?.answers).toEqual(said('ab'));
      await world.step();
    }
    expect(draftSession.state().device).toBe('saved');
    expect(textIn(device.state.row?.record)).toBe('ab');
  });

  it('promises only what is so, whatever is slow and in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('type', 'step', 'step', 'step', 'submit', 'pump'), { minLength: 5, maxLength: 40 }),
        fc.array(fc.constantFrom<Fate>('fine', 'requestLost'), { maxLength: 20 }),
        fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
        async (deeds, fates, draws) => {
          let at = 0;
          // The page opens with a connection; the fates after that are drawn at random.
          const fatesLeft: Fate[] = ['fine', ...fates];
          const { world, onDevice, saves, draftSession } = await slowWorld(
            () => draws[(at += 1) % draws.length] ?? 0,
            () => fatesLeft.shift() ?? 'fine',
          );
          let typed = '';
          const broken: string[] = [];
          const look = () => {
            if (draftSession.isClosed()) return;
            const said = textOf(draftSession.current().answers);
            if (draftSession.state().device === 'saved' && textIn(onDevice()) !== said) broken.push(`saved: ${said}`);
          };
          draftSession.subscribe(look);
          const sent = (outcome: { readonly kind: string } | null) => {
            const kept = onDevice();
            if (outcome?.kind === 'waiting' && !(kept?.kind === 'draft' && kept.submission === 'waiting'))
              broken.push(`waiting: ${textIn(kept) ?? 'nothing'}`);
          };
          for (const deed of deeds) {
            if (draftSession.isClosed()) break;
            if (deed === 'type') draftSession.write(said((typed += 'x')));
            if (deed === 'step') await world.step();
            if (deed === 'submit') void draftSession.submit(said(typed === '' ? (typed = 'x') : typed)).then(sent);
            if (deed === 'pump') void draftSession.pump().then(sent);
            await turn();
            look();
          }
          await world.drain();
          look();
          expect(broken).toEqual([]);
          // The text only grows, so the device must have what was sent, or more.
          for (const save of saves) expect(save.had).toMatch(new RegExp(`^${save.sent}`));
        },
      ),
      { numRuns: 400 },
    );
  });
});
