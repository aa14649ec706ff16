import type { Answer } from '@portal/api';
import fc from 'fast-check';
import { type DraftPage, modelDevice, modelServer, openPage, questionnaire, said, textOf } from './draftWorld.ts';
import { type Fate, drawnWorld } from './drawnWorld.ts';
import { claim, fatesOf, type FaultKind, type ScheduleRun, type Schedules, type Tally } from './schedules.ts';

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
        | 'evict'
        | 'revise'
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
  { weight: 2, arbitrary: fc.constantFrom<Deed>({ kind: 'fill' }, { kind: 'empty' }, { kind: 'evict' }) },
  { weight: 1, arbitrary: fc.constant<Deed>({ kind: 'revise' }) },
  { weight: 1, arbitrary: fc.integer({ min: -48, max: 48 }).map((hours): Deed => ({ kind: 'clock', hours })) },
);
const schedule = fc.record({
  deeds: fc.array(deed, { minLength: 3, maxLength: 40, size: 'max' }),
  fates: fc.array(fc.constantFrom<Fate>('fine', 'fine', 'fine', 'requestLost', 'replyLost', 'twice'), {
    size: 'max',
    maxLength: 60,
  }),
  draws: fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

function kindOf(one: Deed): FaultKind | null {
  switch (one.kind) {
    case 'kill':
      return 'process';
    case 'takeOver':
    case 'steal':
      return 'tab';
    case 'fill':
    case 'empty':
    case 'evict':
      return 'storage';
    case 'revise':
      return 'deploy';
    case 'clock':
      return 'clock';
    case 'type':
    case 'time':
    case 'flush':
    case 'nudge':
    case 'submit':
    case 'discard':
      return null;
  }
}

const wordsOf = (answers: readonly Answer[]): number[] =>
  textOf(answers)
    .split(' ')
    .map(Number)
    .filter((word) => word > 0);

/**
 * Plays one schedule on one draft of one device. Pages end, take the draft from each other and find the device full; the network may lose
 * or repeat any request.
 */
async function play({ deeds, fates, draws }: Schedule, tally: Tally, turn: () => Promise<void>): Promise<void> {
  let drawAt = 0;
  const world = drawnWorld(() => draws[(drawAt += 1) % draws.length] ?? 0, turn);
  const fatesLeft = [...fates];
  const { state: onServer, server } = modelServer(world, fatesOf(fatesLeft, tally));
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

  // Every change adds a word to the text. These are the words that the pages have shown as saved, on the device or on the server. A word
  // must not be lost until the draft is discarded.
  let typed = 0;
  let promisedOnDevice = new Set<number>();
  let promisedOnServer = new Set<number>();
  let discardedUpTo = 0;
  let sent: string | null = null;
  const submitted = new Set<string>();
  let page = ((): DraftPage | null => null)();

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
    const promised = [...promisedOnDevice, ...(sawServer ? promisedOnServer : [])];
    const gone = promised.filter((word) => word > discardedUpTo && !shown.has(word));
    claim(gone.length === 0, `words that were said to be saved are gone: ${gone.join(' ')}`);
    const back = [...shown].filter((word) => word <= discardedUpTo);
    claim(back.length === 0, `discarded words came back: ${back.join(' ')}`);
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
    tally.commands += 1;
    const fault = kindOf(one);
    if (fault !== null) tally.faults[fault] += 1;
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
        // The other tab is told, and hands over what was typed last before it stops.
        const former = page;
        const unkept = former?.draftSession.unkept();
        former?.draftSession.yieldOwnership();
        page = null;
        await reopen();
        if (unkept && !former?.draftSession.isClosed()) opened()?.draftSession.goOnFrom(unkept);
        break;
      }
      case 'steal': {
        // While the device is full, nothing stops a former page that is not told. That page shows `refused`, so this case is skipped.
        if (device.state.full) break;
        // The former page is not told and goes on running for a while. Nothing that it still writes may be stored.
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
      case 'evict': {
        // The browser deletes all storage while no page is open, so only what the server has is left.
        page?.kill();
        page = null;
        await world.drain();
        device.state.row = null;
        const left = new Set(wordsOf(onServer.draft?.answers ?? []));
        promisedOnDevice = new Set();
        promisedOnServer = new Set([...promisedOnServer].filter((word) => left.has(word)));
        if ([...left].some((word) => word <= discardedUpTo)) discardedUpTo = 0;
        await reopen();
        break;
      }
      case 'revise':
        // The facility publishes a new version of the same questions.
        if (!onServer.completed)
          onServer.questionnaire = questionnaire({ revision: onServer.questionnaire.templateRevision + 1 });
        break;
      case 'clock':
        wall += one.hours * 3_600_000;
        break;
    }
    look();
  }

  // The network works again, the app is opened once more, and everything may finish.
  fatesLeft.length = 0;
  device.state.full = false;
  await world.drain();
  page?.kill();
  page = null;
  await reopen();
  await world.drain();

  claim(onServer.completions <= 1, `${onServer.completions} completions`);
  const stored = onServer.completed && textOf(onServer.completed.questionnaire.patientQuestionAnswerList);
  claim(sent === null || sent === stored, `said to be sent: ${sent ?? ''}; stored: ${stored ?? 'nothing'}`);
  claim(stored === null || submitted.has(stored), `stored, and never sent: ${stored ?? ''}`);
  claim(stored !== null || page !== null, 'neither sent nor there to edit');
}

export const draftSchedules: Schedules = {
  name: 'drafts of questionnaires',
  run: ({ turn, tally, ...how }: ScheduleRun) =>
    fc.assert(
      fc.asyncProperty(schedule, async (drawn) => {
        await play(drawn, tally, turn);
        tally.schedules += 1;
      }),
      how,
    ),
};
