import { answerFileSchedules } from '../../apps/data/answerFileSchedules.ts';
import { draftSchedules } from '../../apps/data/draftSchedules.ts';
import { messageSchedules } from '../../apps/data/messageSchedules.ts';
import { recordSchedules } from '../../apps/data/recordSchedules.ts';
import { type Schedules, faultKinds, newTally } from '../../apps/data/schedules.ts';
import { vaultSchedules } from '../../apps/data/vaultSchedules.ts';
import { numberOf, seedOf, valueOf } from '../../support/options.ts';
import { failureText } from './failureText.ts';
import { table } from './table.ts';

const worlds: readonly Schedules[] = [
  draftSchedules,
  answerFileSchedules,
  messageSchedules,
  vaultSchedules,
  recordSchedules,
];

const turn = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

/**
 * `npm run faults -- --memory 10000`: runs that many random schedules without a browser, over everything that a device stores. True when
 * none failed.
 */
export async function memoryFaults(args: readonly string[]): Promise<boolean> {
  const runs = numberOf(args, '--memory', 10_000);
  const seed = seedOf(args);
  const path = valueOf(args, '--path');
  const only = valueOf(args, '--only') ?? '';
  const write = (text: string) => process.stdout.write(text);
  write(
    `${runs} random schedules in memory, seed ${seed} (again: npm run faults -- --memory ${runs} --seed ${seed})\n`,
  );
  const rows: string[][] = [];
  let isWhole = true;
  for (const [index, world] of worlds.entries()) {
    if (!world.name.includes(only)) continue;
    const tally = newTally();
    const began = performance.now();
    const numRuns = Math.floor(runs / worlds.length) + (index < runs % worlds.length ? 1 : 0);
    let violations = 0;
    try {
      await world.run({ numRuns, seed: seed + index, path, tally, turn });
    } catch (error) {
      violations = 1;
      isWhole = false;
      write(`\n${world.name}: ${failureText(error)}\n`);
    }
    rows.push([
      world.name,
      ...[
        seed + index,
        tally.schedules,
        tally.commands,
        ...faultKinds.map((kind) => tally.faults[kind]),
        violations,
      ].map(String),
      `${((performance.now() - began) / 1000).toFixed(0)} s`,
    ]);
  }
  write(table([['in memory', 'seed', 'schedules', 'commands', ...faultKinds, 'violations', 'time'], ...rows]));
  return isWhole;
}
