import type { AssignedQuestionnaireId } from '@portal/api';
import type fc from 'fast-check';
import type { BrowserContext } from 'playwright';
import { Breach, claim, type FaultKind, type Tally } from '../../apps/data/schedules.ts';
import type { Profile } from '../../support/browser.ts';
import type { Deployment } from '../../support/deploy.ts';
import { deviceClock } from '../../support/deviceClock.ts';
import type { Facility, TestPatient } from '../../support/facility.ts';
import { type Network, pass } from '../../support/proxy.ts';
import { type FieldName, type SheetState, type Shown, SheetPage, fields } from './sheetPage.ts';

/** One browser with one patient at one facility. Every schedule gets a newly assigned questionnaire. */
export interface Lane {
  readonly facility: Facility;
  readonly deployment: Deployment;
  readonly profile: Profile;
  readonly patient: TestPatient;
  /** Counts what its schedules did, by kind. */
  readonly tally: Tally;
  /** The device has an offline copy that was shown without a network, and nothing has ended it since. Carried over to the next schedule. */
  keeps: boolean;
  stop(): Promise<void>;
}

/** Makes every page of a newly opened browser use the device's clock. */
export async function prepare(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: deviceClock() });
}

/** What must hold, according to what the page has shown. */
export interface Model {
  /** For each field, everything that it held since it was last shown as saved, oldest first. */
  readonly held: Record<FieldName, string[]>;
  place: SheetState;
  /** The values on the page when it was sent; null before. */
  sent: Shown | null;
  /** The page said that the facility has the answers. */
  acknowledged: boolean;
}

export class Real {
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

  /** Changes the device's clock, if the page is one of the portal's. */
  async setClock(hours: number): Promise<void> {
    await this.sheet.page.evaluate(`globalThis.shiftClock?.(${hours * 3_600_000})`).catch(() => undefined);
  }

  /** Status and answers of the row, and the number of audited submits. */
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

export const latest = (model: Model): Shown =>
  Object.fromEntries(fields.map((name) => [name, model.held[name].at(-1) ?? ''])) as Shown;

/** The current values count as saved: an older value must never come back. */
export function hold(model: Model, shown: Shown): void {
  for (const name of fields) model.held[name] = [shown[name]];
}

/** After anything that took the page away, every field must show what was saved or something typed later. */
function checkShown(model: Model, shown: Shown): void {
  for (const name of fields) {
    claim(
      model.held[name].includes(shown[name]),
      `${name} shows "${shown[name]}"; saved or typed after it were ${JSON.stringify(model.held[name])}`,
    );
  }
  hold(model, shown);
}

/** Finds out where the page came up again, and compares what it shows with what it had promised. */
export async function arrive(model: Model, real: Real, place: SheetState): Promise<void> {
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
  // Without a network an empty questionnaire need not open; one that was filled in must.
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

/** The page says that the facility has the answers: the row must exist at once, with exactly these answers. */
export async function acknowledge(model: Model, real: Real): Promise<void> {
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

export type Command = fc.AsyncCommand<Model, Real>;
export const command = (
  name: string,
  kind: FaultKind | null,
  check: (model: Model) => boolean,
  run: (model: Model, real: Real) => Promise<void>,
): Command => ({
  check,
  run: async (model, real) => {
    real.trace(name);
    real.lane.tally.commands += 1;
    if (kind !== null) real.lane.tally.faults[kind] += 1;
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

export const isFilling = (model: Model): boolean => model.place === 'filling';
