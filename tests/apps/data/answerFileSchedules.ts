import type { Answer } from '@portal/api';
import fc from 'fast-check';
import { fileQuestion, filesIn, modelFiles, modelFileStore, photo, withFiles } from './answerFileWorld.ts';
import { pendingOf } from '../../../src/data/drafts/pendingFiles.ts';
import { type DraftPage, modelDevice, modelServer, openPage } from './draftWorld.ts';
import { drawnWorld, type Fate } from './drawnWorld.ts';
import { claim, fatesOf, type FaultKind, type ScheduleRun, type Schedules, type Tally } from './schedules.ts';

const deedNames = [
  'choose',
  'choose',
  'chooseBad',
  'remove',
  'step',
  'step',
  'step',
  'nudge',
  'submit',
  'submit',
  'kill',
  'outbox',
  'fill',
  'empty',
  'unsure',
  'sure',
  'discard',
] as const;
type Deed = (typeof deedNames)[number];

const schedule = fc.record({
  deeds: fc.array(fc.constantFrom(...deedNames), { minLength: 4, maxLength: 40, size: 'max' }),
  fates: fc.array(fc.constantFrom<Fate>('fine', 'fine', 'requestLost', 'replyLost', 'twice'), {
    size: 'max',
    maxLength: 40,
  }),
  draws: fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

function kindOf(deed: Deed): FaultKind | null {
  switch (deed) {
    case 'kill':
    case 'outbox':
      return 'process';
    case 'fill':
    case 'empty':
      return 'storage';
    case 'choose':
    case 'chooseBad':
    case 'remove':
    case 'step':
    case 'nudge':
    case 'submit':
    case 'unsure':
    case 'sure':
    case 'discard':
      return null;
  }
}

/**
 * Plays one schedule on one draft with files. Pages end, the device is full, the scanner does not answer, and the network may lose or
 * repeat any request.
 */
async function play({ deeds, fates, draws }: Schedule, tally: Tally, turn: () => Promise<void>): Promise<void> {
  let drawAt = 0;
  const world = drawnWorld(() => draws[(drawAt += 1) % draws.length] ?? 0, turn);
  const fatesLeft = [...fates];
  const drafts = modelServer(world, fatesOf(fatesLeft, tally));
  drafts.state.questionnaire = withFiles();
  const id = fileQuestion(drafts.state.questionnaire);
  const onServer = modelFiles(drafts);
  const device = modelDevice(world);
  const onDevice = modelFileStore(world, () => device.state.full);
  let wall = 1_800_000_000_000;
  const open = async (unattended = false): Promise<DraftPage | null> => {
    let page: DraftPage | null | undefined;
    void openPage({
      world,
      server: drafts.server,
      store: device.store,
      wall: () => (wall += 5),
      unattended,
      files: { store: onDevice.store, server: onServer.server },
    }).then((opened) => {
      page = opened;
    });
    while (page === undefined) if (!(await world.step())) await Promise.resolve();
    return page;
  };

  let chosen = 0;
  /** Names of files that a page has shown as stored or sent and that nobody has removed. */
  let promised = new Set<string>();
  const removed = new Set<string>();
  let page = await open();
  const mine = (): DraftPage | null =>
    page && !page.draftSession.isClosed() && page.draftSession.state().submission !== 'sent' ? page : null;
  const answers = (): readonly Answer[] => mine()?.draftSession.current().answers ?? [];
  const stateOf = ({ textAnswer = '' }: Answer) =>
    mine()?.draftSession.files()?.stateOf(pendingOf(textAnswer).key).get().kind;
  const look = (): void => {
    const state = mine()?.draftSession.state();
    // A file that is shown as lost or refused is not promised.
    const shown = answers().filter(
      (answer) => answer.attachment !== undefined || !['lost', 'refused'].includes(stateOf(answer) ?? 'lost'),
    );
    const { sent, pending } = filesIn(shown);
    if (state?.device === 'saved') promised = new Set([...promised, ...sent, ...pending]);
    const { completed } = drafts.state;
    if (completed)
      for (const { attachment } of completed.questionnaire.patientQuestionAnswerList)
        claim(
          attachment === undefined ||
            [...onServer.state.files.values()].some((one) => one.fileName === attachment.fileName),
          `the answers name a file that is not there: ${attachment?.fileName ?? ''}`,
        );
  };
  const reopen = async (): Promise<void> => {
    page = await open();
    page?.draftSession.subscribe(look);
    look();
  };
  page?.draftSession.subscribe(look);
  const kill = (one: DraftPage | null): void => {
    one?.kill();
    onDevice.ended();
  };
  const outbox = async (): Promise<void> => {
    kill(page);
    const unattended = await open(true);
    let isDone = false;
    void unattended?.draftSession.pump().then(() => {
      isDone = true;
    });
    for (let step = 0; unattended && !isDone && step < 400; step += 1) await world.step();
    kill(unattended);
  };

  for (const deed of deeds) {
    tally.commands += 1;
    const fault = kindOf(deed);
    if (fault !== null) tally.faults[fault] += 1;
    const session = mine()?.draftSession;
    switch (deed) {
      case 'choose':
      case 'chooseBad': {
        const files = session?.files();
        if (!session || !files) break;
        chosen += 1;
        session.write([...answers(), files.choose(id, photo(`${deed === 'choose' ? 'good' : 'bad'}${chosen}.jpg`))]);
        break;
      }
      case 'remove': {
        const [first, ...rest] = answers();
        if (!session || !first) break;
        const { sent, pending } = filesIn([first]);
        for (const name of [...sent, ...pending]) {
          promised.delete(name);
          removed.add(name);
        }
        session.files()?.remove(first);
        session.write(rest);
        break;
      }
      case 'step':
        for (let step = 0; step < 6; step += 1) await world.step();
        break;
      case 'nudge':
        session?.nudge();
        break;
      case 'submit':
        if (session) void session.submit(answers());
        break;
      case 'kill':
        kill(page);
        await reopen();
        break;
      case 'outbox':
        await outbox();
        await reopen();
        break;
      case 'fill':
        device.state.full = true;
        break;
      case 'empty':
        device.state.full = false;
        break;
      case 'unsure':
        onServer.state.isUnsure = true;
        break;
      case 'sure':
        onServer.state.isUnsure = false;
        break;
      case 'discard': {
        // A full device cannot store that the draft was discarded, so the draft may come back.
        if (!session || device.state.full || session.state().submission !== 'none' || drafts.state.completed) break;
        let isDone = false;
        void session.discard().then(() => {
          isDone = true;
        });
        promised = new Set();
        while (!isDone && (await world.step()));
        kill(page);
        await reopen();
        promised = new Set();
        break;
      }
    }
    look();
  }

  // All faults have ended: the outbox sends what waits, and the draft is opened once more.
  fatesLeft.length = 0;
  device.state.full = false;
  onServer.state.isUnsure = false;
  await world.drain();
  await outbox();
  await world.drain();
  await reopen();
  await world.drain();

  // A late request may store a removed file on the server again. No answer refers to it, and it is deleted with the draft.
  const made = onServer.state.made.filter((name) => !removed.has(name));
  claim(new Set(made).size === made.length, `a file is there twice: ${made.join()}`);
  claim(drafts.state.completions <= 1, `${drafts.state.completions} completions`);
  const { completed } = drafts.state;
  const { sent, pending } = filesIn([
    ...(completed?.questionnaire.patientQuestionAnswerList ?? []),
    ...(completed === null || mine()?.draftSession.current().submission === 'refused' ? answers() : []),
  ]);
  const states = new Map(
    answers().flatMap((answer) => filesIn([answer]).pending.map((name) => [name, stateOf(answer)])),
  );
  if (completed === null) {
    // A file that was removed on a full device may be shown again after the process was killed; nothing promises that it stays.
    const owed = [...promised].filter((name) => !removed.has(name));
    const gone = owed.filter((name) => !sent.includes(name) && !pending.includes(name));
    claim(gone.length === 0, `files that were said to be kept are gone: ${gone.join()}`);
    const nowhere = owed.filter((name) => pending.includes(name) && states.get(name) === 'lost');
    claim(nowhere.length === 0, `files that were said to be kept have no bytes: ${nowhere.join()}`);
    const waiting = pending.filter((name) => name.startsWith('good') && states.get(name) === 'waiting');
    claim(waiting.length === 0, `files still wait: ${waiting.join()}`);
  } else if (device.state.row === null) {
    claim(onDevice.state.list.length === 0, 'files of a sent draft are still listed');
    claim(onDevice.state.bytes.size === 0, 'bytes of a sent draft are still there');
  }
  for (const key of onDevice.state.bytes.keys())
    claim(
      onDevice.state.list.some((one) => one.key === key),
      'bytes stand without an entry',
    );
}

export const answerFileSchedules: Schedules = {
  name: 'files that answer questions',
  run: ({ turn, tally, ...how }: ScheduleRun) =>
    fc.assert(
      fc.asyncProperty(schedule, async (drawn) => {
        await play(drawn, tally, turn);
        tally.schedules += 1;
      }),
      how,
    ),
};
