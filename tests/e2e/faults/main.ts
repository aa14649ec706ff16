import { stopCluster } from '../../support/cluster.ts';
import { numberOf, seedOf, valueOf } from '../../support/options.ts';
import { startFacility } from '../../support/facility.ts';
import { moments, scanKeptRecords, scanProfile } from './profileScan.ts';
import { faultKinds } from '../../apps/data/schedules.ts';
import type { Lane } from './scheduleModel.ts';
import { openLane, runSchedules } from './schedules.ts';
import { failureText } from './failureText.ts';
import { table } from './table.ts';

/**
 * `npm run faults`: `--runs` schedules in two parallel lanes; `--seed` repeats a run, with `--path` the schedule that failed. True when
 * none failed.
 */
export async function faults(args: readonly string[]): Promise<boolean> {
  const runs = numberOf(args, '--runs', 200);
  const seed = seedOf(args);
  const laneCount = Math.min(numberOf(args, '--lanes', 2), runs);
  const path = valueOf(args, '--path');
  const isVerbose = args.includes('--verbose');
  const write = (text: string) => process.stdout.write(text);
  write(
    `${runs} random schedules, seed ${seed}, ${laneCount} lanes (again: npm run faults -- --runs ${runs} --seed ${seed} --lanes ${laneCount})\n`,
  );
  const began = performance.now();
  let done = 0;
  const lanes: Lane[] = [];
  try {
    for (let index = 0; index < laneCount; index += 1) lanes.push(await openLane());
    const results = await Promise.allSettled(
      lanes.map((lane, index) =>
        runSchedules(lane, {
          runs: Math.floor(runs / laneCount) + (index < runs % laneCount ? 1 : 0),
          seed: seed + index,
          path,
          onRun: () => {
            done += 1;
            if (done % 10 === 0 || done === runs)
              write(`${done} of ${runs}, ${((performance.now() - began) / 1000).toFixed(0)} s\n`);
          },
          onCommand: isVerbose ? (name) => write(`  lane ${index}: ${name}\n`) : undefined,
        }),
      ),
    );
    const broken = results.filter((result) => result.status === 'rejected');
    write(
      table([
        ['in a browser', 'seed', 'schedules', 'commands', ...faultKinds, 'violations'],
        ...lanes.map(({ tally }, index) => [
          `lane ${index}`,
          ...[
            seed + index,
            tally.schedules,
            tally.commands,
            ...faultKinds.map((kind) => tally.faults[kind]),
            results[index]?.status === 'rejected' ? 1 : 0,
          ].map(String),
        ]),
      ]),
    );
    for (const { reason } of broken) write(`\n${failureText(reason)}\n`);
    write(
      broken.length === 0
        ? `${done} schedules, no answer lost, none doubled, in ${((performance.now() - began) / 60_000).toFixed(1)} min.\n`
        : `${broken.length} lanes broke after ${done} schedules; seed ${seed}.\n`,
    );
    return broken.length === 0;
  } finally {
    await Promise.all(lanes.map((lane) => lane.stop().catch(() => undefined)));
    await stopCluster();
  }
}

/**
 * `npm run faults -- --scan`: searches profile folders after a lock, a log-out, a revocation and SIGKILL. True when nothing can be read.
 */
export async function scanProfiles(): Promise<boolean> {
  const facility = await startFacility();
  try {
    const scans = [];
    for (const moment of moments) scans.push(...(await scanProfile(facility, moment, true)));
    for (const isDeleted of [false, true]) scans.push(...(await scanKeptRecords(isDeleted)));
    const rows = scans.map(({ moment, isCompacted, readable, wraps, wrapsFound }) => [
      moment,
      isCompacted ? 'after' : 'before',
      String(readable.length),
      `${wrapsFound} of ${wraps}`,
    ]);
    process.stdout.write(table([['profile folder', 'compaction', 'readable texts', 'wrapped keys found'], ...rows]));
    for (const hit of new Set(scans.flatMap(({ readable }) => readable))) process.stdout.write(`Readable: ${hit}\n`);
    return scans.every(({ readable }) => readable.length === 0);
  } finally {
    await facility.stop();
    await stopCluster();
  }
}
