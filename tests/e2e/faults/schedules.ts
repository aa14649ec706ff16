import { setTimeout as wait } from 'node:timers/promises';
import type { AssignedQuestionnaireId } from '@portal/api';
import fc from 'fast-check';
import { type Profile, openProfile } from '../../support/browser.ts';
import { type Facility, type TestPatient, startFacility } from '../../support/facility.ts';
import { type Network, pass, refuse, reset, stall } from '../../support/proxy.ts';
import { type FieldName, type Place, type Shown, SheetPage, fields, scheduleSheet } from './sheetPage.ts';

/** One browser with one patient before one facility; every schedule gets a fresh assigned questionnaire. */
export interface Lane {
  readonly facility: Facility;
  readonly profile: Profile;
  readonly patient: TestPatient;
  stop(): Promise<void>;
}

export async function openLane(): Promise<Lane> {
  const facility = await startFacility();
  await facility.importQuestionnaire(scheduleSheet);
  const patient = await facility.newPatient();
  const profile = await openProfile({ likeInHand: true });
  // A start without a network is promised once the app has been put on the device, not before.
  const first = profile.context.pages()[0] ?? (await profile.context.newPage());
  await first.goto(`${facility.portalUrl}/login`);
  // A page that leaves before the worker has claimed it would end the registration.
  await first.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, {
    polling: 50,
    timeout: 60_000,
  });
  return {
    facility,
    profile,
    patient,
    async stop() {
      await profile.remove();
      await facility.stop();
    },
  };
}

/** What must hold, as the page told it. */
interface Model {
  /** Per field, everything it held since what was last shown as saved, oldest first. */
  readonly held: Record<FieldName, string[]>;
  place: Place;
  /** What was on the page when it was sent; null before. */
  sent: Shown | null;
  /** The page said that the facility has the answers. */
  acknowledged: boolean;
}

class Breach extends Error {}

function claim(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new Breach(what);
}

class Real {
  readonly lane: Lane;
  readonly assigned: AssignedQuestionnaireId;
  sheet: SheetPage;
  network: Network = pass;
  isServerUp = true;
  readonly trace: (name: string) => void;

  constructor(lane: Lane, assigned: AssignedQuestionnaireId, sheet: SheetPage, trace: (name: string) => void) {
    this.trace = trace;
    this.lane = lane;
    this.assigned = assigned;
    this.sheet = sheet;
  }

  get isReachable(): boolean {
    return this.network.kind === 'pass' && this.isServerUp;
  }

  async setNetwork(network: Network): Promise<void> {
    this.network = network;
    await this.lane.facility.portal.set(network);
  }

  async newPage(): Promise<SheetPage> {
    const page = await this.lane.profile.context.newPage();
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    return new SheetPage(page, this.lane.facility.portalUrl, this.assigned, this.lane.patient);
  }

  /** Status and answers of the row, and how often its submit was audited. */
  async row(): Promise<{ status: string; answers: string; events: number }> {
    const { db } = this.lane.facility;
    const [row] = await db.query(
      'select status, coalesce(answers::text, $2) as answers from assigned_questionnaires where id = $1',
      [this.assigned, '[]'],
    );
    const events = await db.value(
      "select count(*)::int from audit_events where type = 'questionnaire.submitted' and (detail->>'assignedQuestionnaireId')::bigint = $1",
      [this.assigned],
    );
    return { status: String(row?.['status']), answers: String(row?.['answers']), events: Number(events) };
  }
}

const latest = (model: Model): Shown =>
  Object.fromEntries(fields.map((name) => [name, model.held[name].at(-1) ?? ''])) as Shown;

/** What is on the page now counts as durable: an older value may never come back. */
function hold(model: Model, shown: Shown): void {
  for (const name of fields) model.held[name] = [shown[name]];
}

/** After anything that took the page away: every field shows what was saved, or something typed after that. */
function checkShown(model: Model, shown: Shown): void {
  for (const name of fields) {
    claim(
      model.held[name].includes(shown[name]),
      `${name} shows "${shown[name]}"; saved or typed after it were ${JSON.stringify(model.held[name])}`,
    );
  }
  hold(model, shown);
}

/** Looks where the page came up again, and compares what it shows with what it had promised. */
async function arrive(model: Model, real: Real, place: Place): Promise<void> {
  // What the facility has need not be on the device any more.
  if (model.acknowledged && place === 'failed') return;
  model.place = place;
  if (place === 'elsewhere') {
    await real.sheet.takeOver();
    model.place = 'filling';
  }
  if (model.place === 'filling') {
    checkShown(model, await real.sheet.shown());
    if (model.sent !== null && !model.acknowledged) model.sent = null;
  }
  if (model.place === 'sent' || model.place === 'already') await acknowledge(model, real);
  // Without a network a sheet that nothing was written on need not be there; one that was, must.
  if (model.place === 'failed' && model.sent !== null && (await real.row()).status === 'Completed') return;
  if (model.place === 'failed') {
    const words = await real.sheet.page.locator('body').innerText();
    for (const name of fields)
      claim(
        model.held[name].includes(''),
        `the sheet is not there, and ${name} was saved: ${JSON.stringify(model.held[name])}\n${words}`,
      );
  }
  claim(model.place !== 'closed', 'an open questionnaire was said to be closed');
}

/** The page says that the answers are with the facility: then there is a row, at once, with exactly these answers. */
async function acknowledge(model: Model, real: Real): Promise<void> {
  const { status, answers, events } = await real.row();
  claim(status === 'Completed', `the page says sent, the row says ${status}`);
  claim(events === 1, `${events} submits were audited`);
  claim(model.sent !== null, 'sent without being asked to');
  for (const name of ['line', 'note'] as const)
    claim(
      model.sent[name] === '' || answers.includes(JSON.stringify(model.sent[name])),
      `${name} "${model.sent[name]}" is missing in ${answers}`,
    );
  model.acknowledged = true;
}

type Command = fc.AsyncCommand<Model, Real>;
const command = (
  name: string,
  check: (model: Model) => boolean,
  run: (model: Model, real: Real) => Promise<void>,
): Command => ({
  check,
  run: async (model, real) => {
    real.trace(name);
    try {
      await run(model, real);
    } catch (error) {
      throw error instanceof Breach
        ? error
        : new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  },
  toString: () => name,
});

const always = () => true;
const isFilling = (model: Model) => model.place === 'filling';

const enter = (name: FieldName, value: string) =>
  command(`enter ${name} ${JSON.stringify(value)}`, isFilling, async (model, real) => {
    model.held[name].push(value);
    await real.sheet.enter(name, value);
  });

const waitUntilSaved = command('wait until it says saved', isFilling, async (model, real) => {
  if (fields.every((name) => model.held[name].at(-1) === '')) return;
  await real.sheet.waitUntilSaved();
  if (await real.sheet.saysSaved()) hold(model, latest(model));
});

const glance = command('look whether it says saved', isFilling, async (model, real) => {
  if (await real.sheet.saysSaved()) hold(model, latest(model));
});

const networks = { pass, refuse, reset, stall } as const;
const changeNetwork = (kind: keyof typeof networks) =>
  command(`network: ${kind}`, always, (_, real) => real.setNetwork(networks[kind]));

const cutSubmit = (direction: 'toServer' | 'toClient', after: number, how: 'reset' | 'stall') =>
  command(`cut the submit: ${direction} after ${after}, ${how}`, always, async (_, real) => {
    if (!real.isReachable) return;
    await real.lane.facility.portal.set({
      kind: 'cut',
      direction,
      after,
      how,
      afterwards: 'pass',
      from: /^PUT \S*\/assignedquestionnaires\/\d+ /,
    });
  });

const killServer = command('kill the server', always, async (_, real) => {
  if (!real.isServerUp) return;
  real.isServerUp = false;
  await real.lane.facility.killServer();
});

const startServer = command('start the server', always, async (_, real) => {
  if (real.isServerUp) return;
  await real.lane.facility.startServer();
  real.isServerUp = true;
});

const reload = command('reload', always, async (model, real) => arrive(model, real, await real.sheet.reload()));

const killBrowser = command('kill the browser', always, async (model, real) => {
  await real.lane.profile.kill();
  const context = await real.lane.profile.reopen();
  await Promise.all(
    context
      .pages()
      .slice(1)
      .map((page) => page.close()),
  );
  real.sheet = await real.newPage();
  await arrive(model, real, await real.sheet.open());
});

const secondTab = command('go on in a second tab', isFilling, async (model, real) => {
  const first = real.sheet;
  real.sheet = await real.newPage();
  await arrive(model, real, await real.sheet.open());
  await first.page.close({ runBeforeUnload: false });
});

const submit = command('send', isFilling, async (model, real) => {
  model.sent = latest(model);
  const place = await real.sheet.send();
  model.place = place;
  if (place === 'filling') model.sent = null;
  if (place === 'sent') await acknowledge(model, real);
});

const pause = (ms: number) => command(`pause ${ms} ms`, always, () => wait(ms));

const words = fc
  .string({ unit: fc.constantFrom(...Array.from('abcdefghij klmnopé漢字😀"<&')), minLength: 1, maxLength: 40 })
  .map((value) => value.trim() || 'x');
const commands = fc.commands(
  [
    fc.constantFrom('Bright', 'Mixed', 'Low').map((value) => enter('mood', value)),
    fc.constantFrom('Yes', 'No').map((value) => enter('sleep', value)),
    words.map((value) => enter('line', value)),
    words.map((value) => enter('note', value)),
    fc.integer({ min: 0, max: 30 }).map((value) => enter('count', String(value))),
    fc.constant(waitUntilSaved),
    fc.constant(glance),
    fc.constantFrom('pass', 'refuse', 'reset', 'stall', 'pass').map((kind) => changeNetwork(kind)),
    fc
      .tuple(
        fc.constantFrom('toServer', 'toClient'),
        fc.integer({ min: 0, max: 2500 }),
        fc.constantFrom('reset', 'stall', 'reset'),
      )
      .map(([direction, after, how]) => cutSubmit(direction, after, how)),
    fc.constant(killServer),
    fc.constant(startServer),
    fc.constant(reload),
    fc.constant(killBrowser),
    fc.constant(secondTab),
    fc.constant(submit),
    fc.constantFrom(5, 50, 400).map(pause),
  ],
  { maxCommands: 14, size: 'max' },
);

/** Everything is whole again: what was asked to be sent arrives, what was not is there and can be sent. */
async function settle(model: Model, real: Real): Promise<void> {
  await real.setNetwork(pass);
  if (!real.isServerUp) {
    await real.lane.facility.startServer();
    real.isServerUp = true;
  }
  if (!model.acknowledged) await arrive(model, real, await real.sheet.open());
  for (let tries = 0; model.place === 'filling' && tries < 3; tries += 1) {
    model.sent = latest(model);
    model.place = await real.sheet.send();
    if (model.place === 'sent') await acknowledge(model, real);
    if (model.place === 'sending') await arrive(model, real, await real.sheet.open());
  }
  for (const until = Date.now() + 40_000; (await real.row()).status !== 'Completed'; await wait(100)) {
    claim(Date.now() < until, `what waited (${model.place}) did not arrive in 40 s`);
  }
  await acknowledge(model, real);
}

async function runOne(lane: Lane, sequence: Iterable<Command>, trace: (name: string) => void): Promise<void> {
  const { facility, profile, patient } = lane;
  await facility.portal.set(pass);
  const assigned = await facility.assign(patient.patientId, scheduleSheet.title);
  const page = profile.context.pages()[0] ?? (await profile.context.newPage());
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  const real = new Real(lane, assigned, new SheetPage(page, facility.portalUrl, assigned, patient), trace);
  const model: Model = {
    held: { mood: [''], sleep: [''], line: [''], note: [''], count: [''] },
    place: 'filling',
    sent: null,
    acknowledged: false,
  };
  try {
    trace('open');
    await arrive(model, real, await real.sheet.open());
    await fc.asyncModelRun(() => ({ model, real }), sequence);
    trace('settle');
    await settle(model, real);
  } finally {
    // The next schedule, or the smaller one that fast-check tries, finds everything whole.
    await facility.portal.set(pass);
    if (!real.isServerUp) await facility.startServer();
    for (const other of profile.context.pages().slice(0, -1)) await other.close();
    page.removeAllListeners('dialog');
  }
}

/** A failure with everything that caused it. */
export function told(reason: unknown): string {
  if (!(reason instanceof Error)) return String(reason);
  return reason.cause === undefined ? (reason.stack ?? reason.message) : `${reason.message}\n${told(reason.cause)}`;
}

/** Runs random schedules in one lane. Throws fast-check's report (seed, path, the schedule) at the first breach. */
export async function runSchedules(
  lane: Lane,
  {
    runs,
    seed,
    path,
    onRun,
    onCommand,
  }: { runs: number; seed: number; path?: string; onRun?: () => void; onCommand?: (name: string) => void },
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      await runOne(lane, sequence, onCommand ?? (() => undefined));
      onRun?.();
    }),
    { numRuns: runs, seed, path, endOnFailure: true },
  );
}
