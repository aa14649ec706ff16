import fc from 'fast-check';

/** What goes wrong in a schedule, by where it happens; `session`: keys leave by a lock, a log-out or a revocation. */
export const faultKinds = ['network', 'process', 'storage', 'clock', 'tab', 'deploy', 'session'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** How many schedules ran, of how many commands, with how many faults of each kind. */
export interface Tally {
  schedules: number;
  commands: number;
  readonly faults: Record<FaultKind, number>;
}

export const newTally = (): Tally => ({
  schedules: 0,
  commands: 0,
  faults: { network: 0, process: 0, storage: 0, clock: 0, tab: 0, deploy: 0, session: 0 },
});

/** Takes from `left` what the network does to one request after the other, counted where it is a fault; fine once nothing is left. */
export function fatesOf<F extends string>(left: (F | 'fine')[], tally: Tally): () => F | 'fine' {
  return () => {
    const fate = left.shift() ?? 'fine';
    if (fate !== 'fine') tally.faults.network += 1;
    return fate;
  };
}

/** What had to hold did not. */
export class Breach extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'Breach';
  }
}

/** Throws a `Breach` unless it is so. */
export function claim(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new Breach(what);
}

export interface ScheduleRun {
  readonly numRuns: number;
  readonly seed?: number;
  readonly path?: string;
  readonly tally: Tally;
  /** Lets everything that is ready run; the machine's own, because browsers and Node have different ones. */
  readonly turn: () => Promise<void>;
}

/** Random schedules of one part of what a device keeps. `run` rejects with fast-check's report (seed, path, the schedule) at the first breach. */
export interface Schedules {
  readonly name: string;
  run(how: ScheduleRun): Promise<void>;
}

/** What a schedule is played on, anew for each. */
export interface Played<Command> {
  run(one: Command): Promise<void>;
  /** Everything is whole again, and what had to last is looked for. */
  finish(): Promise<void>;
}

/** Schedules of commands that run one after another. `faultOf`: which fault a command is, or null. */
export const commandSchedules = <Command>(
  name: string,
  schedule: fc.Arbitrary<readonly Command[]>,
  faultOf: (command: Command) => FaultKind | null,
  begin: () => Promise<Played<Command>>,
): Schedules => ({
  name,
  run: ({ tally, numRuns, seed, path }) =>
    fc.assert(
      fc.asyncProperty(schedule, async (commands) => {
        const played = await begin();
        for (const one of commands) {
          tally.commands += 1;
          const fault = faultOf(one);
          if (fault !== null) tally.faults[fault] += 1;
          await played.run(one);
        }
        await played.finish();
        tally.schedules += 1;
      }),
      { numRuns, seed, path },
    ),
});
