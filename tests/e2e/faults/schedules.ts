import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { claim, newTally } from '../../apps/data/schedules.ts';
import { openProfile } from '../../support/browser.ts';
import { ownDeployment } from '../../support/deploy.ts';
import { startFacility } from '../../support/facility.ts';
import { pass } from '../../support/proxy.ts';
import { hasWorker } from '../../support/worker.ts';
import { claimNothingPlain, keepRecords, plantVisit } from './keptCommands.ts';
import { commands } from './scheduleCommands.ts';
import { acknowledge, arrive, type Command, type Lane, latest, type Model, prepare, Real } from './scheduleModel.ts';
import { scheduleSheet, SheetPage } from './sheetPage.ts';

export async function openLane(): Promise<Lane> {
  const deployment = await ownDeployment();
  const facility = await startFacility({ dist: deployment.dist });
  await facility.importQuestionnaire(scheduleSheet);
  const patient = await facility.newPatient();
  await plantVisit(facility, patient.patientId);
  const profile = await openProfile({ likeInHand: true });
  // A start without a network is promised only once the app has been stored on the device.
  await prepare(profile.context);
  const first = profile.context.pages()[0] ?? (await profile.context.newPage());
  await first.goto(`${facility.portalUrl}/login`);
  // Leaving the page before the worker has claimed it would end the registration.
  await hasWorker(first);
  return {
    facility,
    deployment,
    profile,
    patient,
    tally: newTally(),
    keeps: false,
    async stop() {
      await profile.remove();
      await facility.stop();
      await deployment.remove();
    },
  };
}

/** All faults have ended: what was to be sent arrives, and what was not is there and can be sent. */
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

async function runOne(
  lane: Lane,
  begins: Command | null,
  sequence: Iterable<Command>,
  trace: (name: string) => void,
): Promise<void> {
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
    await real.setClock(0);
    await begins?.run(model, real);
    await fc.asyncModelRun(() => ({ model, real }), sequence);
    trace('settle');
    await settle(model, real);
    await claimNothingPlain(model, real);
  } finally {
    // The next schedule, or the smaller one that fast-check tries, must start without faults.
    await facility.portal.set(pass);
    if (!real.isServerUp) await facility.startServer();
    for (const other of profile.context.pages().slice(0, -1)) await other.close();
    page.removeAllListeners('dialog');
  }
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
    fc.asyncProperty(fc.boolean(), commands, async (beginsWithRecords, sequence) => {
      await runOne(
        lane,
        beginsWithRecords && !lane.keeps ? keepRecords : null,
        sequence,
        onCommand ?? (() => undefined),
      );
      lane.tally.schedules += 1;
      onRun?.();
    }),
    { numRuns: runs, seed, path, endOnFailure: true },
  );
}
