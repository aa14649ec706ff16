import fc from 'fast-check';
import { drawnWorld, type Fate } from './drawnWorld.ts';
import { chosen, type MessagePage, modelLock, modelMessages, modelVault, openMessagePage } from './messageWorld.ts';
import { claim, fatesOf, type FaultKind, type ScheduleRun, type Schedules, type Tally } from './schedules.ts';

const deedNames = [
  'type',
  'type',
  'step',
  'step',
  'run',
  'run',
  'run',
  'send',
  'send',
  'takeBack',
  'discard',
  'file',
  'kill',
  'otherPage',
  'outbox',
  'reread',
  'full',
  'clock',
] as const;
type Deed = (typeof deedNames)[number];

const schedule = fc.record({
  deeds: fc.array(fc.constantFrom(...deedNames), { minLength: 8, maxLength: 40, size: 'max' }),
  fates: fc.array(fc.constantFrom<Fate>('fine', 'fine', 'requestLost', 'replyLost', 'twice'), {
    maxLength: 25,
    size: 'max',
  }),
  draws: fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

function kindOf(deed: Deed): FaultKind | null {
  switch (deed) {
    case 'kill':
      return 'process';
    case 'otherPage':
    case 'outbox':
      return 'tab';
    case 'full':
      return 'storage';
    case 'clock':
      return 'clock';
    case 'type':
    case 'step':
    case 'run':
    case 'send':
    case 'takeBack':
    case 'discard':
    case 'file':
    case 'reread':
      return null;
  }
}

/** Plays one schedule on two pages of one device with an outbox and an unreliable network. */
async function play({ deeds, fates, draws }: Schedule, tally: Tally, turn: () => Promise<void>): Promise<void> {
  let at = 0;
  const draw = () => draws[(at += 1) % draws.length] ?? 0;
  const world = drawnWorld(draw, turn);
  const fatesLeft = [...fates];
  const { state, server } = modelMessages(world, fatesOf(fatesLeft, tally));
  const { vault, state: device } = modelVault(world);
  const lock = modelLock();
  let wall = 1_800_000_000_000;
  const told: string[] = [];
  const open = async (isUnattended = false): Promise<MessagePage> => {
    let opened: MessagePage | null = null;
    void openMessagePage({ world, server, vault, lock, wall: () => (wall += 5), isUnattended }).then((page) => {
      opened = page;
      let last = '';
      page.session.subscribe(() => {
        const { phase } = page.session.state();
        if (phase.kind === 'sent' && last !== `${phase.messageId}`) told.push((last = `${phase.messageId}`));
      });
    });
    const there = (): MessagePage | null => opened;
    for (let page = there(); ; page = there()) {
      if (page) return page;
      await world.step();
    }
  };
  let page = await open();
  let other: MessagePage | null = null;
  /** Every text for which a person pressed Send, and every text that the person must be able to find again. */
  const pressed: string[] = [];
  let words = 0;
  let typed = '';
  /** The newest text that a page has shown as saved. */
  let promised = '';
  const waitsBack = new Set<string>();
  /**
   * Texts that were sent on a full device. The press could not be stored, so a page that opens after that page has ended does not know of
   * it.
   */
  const unnoted = new Set<string>();
  const sending = new Set<MessagePage['session']>();

  for (const deed of deeds) {
    tally.commands += 1;
    const fault = kindOf(deed);
    if (fault !== null) tally.faults[fault] += 1;
    const { session } = page;
    const phase = session.state().phase.kind;
    switch (deed) {
      case 'type':
        if (phase === 'waiting' || phase === 'sending') break;
        typed = `${session.record().content} w${(words += 1)}`.trim();
        session.write({ content: typed });
        break;
      case 'send':
        if (session.record().content !== '') pressed.push(session.record().content);
        // On a full device, a text that came from another device is in this page only.
        if (device.isFull) {
          promised = '';
          unnoted.add(session.record().content);
        }
        sending.add(session);
        void session.send().then(() => sending.delete(session));
        break;
      case 'takeBack': {
        const { content, submission } = session.record();
        const presses = pressed.length;
        // A press of Send in another page that is not stored yet may take effect after this.
        const isAlone = [...sending].every((one) => one === session);
        if (submission === 'waiting')
          void session.takeBack().then((how) => {
            if (how === 'takenBack' && isAlone && pressed.length === presses) waitsBack.add(content);
          });
        break;
      }
      case 'discard':
        promised = typed = '';
        void session.discard();
        break;
      case 'file':
        session.addFile(chosen(`${words}.pdf`));
        break;
      case 'kill':
        page.kill();
        page = await open();
        break;
      case 'otherPage':
        if (device.isFull) break;
        other ??= await open();
        [page, other] = [other, page];
        break;
      case 'outbox': {
        const outbox = await open(true);
        void outbox.session.pump().then(() => outbox.kill());
        break;
      }
      case 'reread':
        void session.reread();
        break;
      case 'full':
        // On a device that refuses to store, two pages learn of each other through the server only. The README names this limit.
        if (other === null) device.isFull = !device.isFull;
        break;
      case 'clock':
        wall += ((draw() % 97) - 48) * 3_600_000;
        break;
      case 'run':
        for (let steps = 0; steps < 12; steps += 1) await world.step();
        break;
      case 'step':
        await world.step();
    }
    await turn();
    for (const shown of [page, other]) {
      const now = shown?.session.state();
      if (now && (now.saved === 'device' || now.saved === 'server') && now.content === typed) promised = typed;
    }
    // A text that was taken back may be sent again only after another press of Send.
    for (const content of pressed) if (deed === 'send') waitsBack.delete(content);
  }
  await world.drain();
  page.kill();
  other?.kill();
  fatesLeft.length = 0;
  device.isFull = false;
  const last = await open();
  await world.drain();
  void last.session.pump();
  await world.drain();

  const sent = state.messages.map(({ text }) => text.content);
  // Each press of Send makes at most one message, with the text at the time of the press.
  const presses = [...pressed];
  for (const content of sent) {
    claim(presses.includes(content), `sent without a press: ${content}`);
    presses.splice(presses.indexOf(content), 1);
  }
  // Every message that a page showed as sent is stored.
  const stored = new Set(state.messages.map(({ answer }) => `${answer.messageId}`));
  for (const messageId of told) claim(stored.has(messageId), `said to be sent, and not stored: ${messageId}`);
  // A text that was taken back and not sent again must not become a message.
  for (const content of waitsBack)
    claim(!sent.includes(content) || unnoted.has(content), `taken back, and sent: ${content}`);
  // A text that was shown as saved is a message or can still be edited.
  const record = last.session.record();
  const there = [record.content, ...record.others.map(({ content }) => content), ...sent];
  claim(
    promised === '' || there.some((content) => content.includes(promised)),
    `said to be saved, and gone: ${promised}`,
  );
  claim(record.submission === 'none', 'it waits for ever');
}

export const messageSchedules: Schedules = {
  name: 'messages with files',
  run: ({ turn, tally, ...how }: ScheduleRun) =>
    fc.assert(
      fc.asyncProperty(schedule, async (drawn) => {
        await play(drawn, tally, turn);
        tally.schedules += 1;
      }),
      how,
    ),
};
