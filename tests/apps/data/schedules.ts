import fc from 'fast-check';

/** The kinds of faults in a schedule, by where they happen. `session`: keys are dropped by a lock, a log-out or a revocation. */
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

/** Takes the next fate of a request from `left` and counts it if it is a fault; `fine` once nothing is left. */
export function fatesOf<F extends string>(left: (F | 'fine')[], tally: Tally): () => F | 'fine' {
  return () => {
    const fate = left.shift() ?? 'fine';
    if (fate !== 'fine') tally.faults.network += 1;
    return fate;
  };
}

/** Thrown when a claim does not hold. */
export class Breach extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'Breach';
  }
}

/** Throws a `Breach` unless `isSo`. */
export function claim(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new Breach(what);
}

export interface ScheduleRun {
  readonly numRuns: number;
  readonly seed?: number;
  readonly path?: string;
  readonly tally: Tally;
  /** Lets everything that is ready run. The caller provides it, because browsers and Node need different means. */
  readonly turn: () => Promise<void>;
}

/**
 * Random schedules for one part of what a device stores. `run` rejects with fast-check's report (seed, path, the schedule) at the first
 * breach.
 */
export interface Schedules {
  readonly name: string;
  run(how: ScheduleRun): Promise<void>;
}

/** The world in which a schedule is played, made anew for each schedule. */
export interface Played<Command> {
  run(one: Command): Promise<void>;
  /** Ends all faults and claims that everything that had to last is there. */
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
