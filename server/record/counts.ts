/** The outcome for a resource. `used`: it only names people or places to which other resources refer. */
export type Outcome = 'add' | 'change' | 'unchanged' | 'retract' | 'older' | 'used';

const named: Readonly<Record<Outcome, string>> = {
  add: 'new',
  change: 'changed',
  unchanged: 'unchanged',
  retract: 'taken back',
  older: 'older than what is there',
  used: 'read for names',
};

/** The counts of an import by type, and of what was left out by reason. */
export class Counts {
  readonly #outcomes = new Map<string, Map<Outcome, number>>();
  readonly #leftOut = new Map<string, Map<string, number>>();
  readonly faults: string[] = [];
  hasAnothers = false;
  hasInvalid = false;

  add(type: string, outcome: Outcome): void {
    increase(this.#outcomes, type, outcome);
  }
  leaveOut(type: string, reason: string): void {
    increase(this.#leftOut, type, reason);
  }
  /** Leaves out what its sender has to correct. */
  leaveOutAsInvalid(type: string, reason: string): void {
    this.leaveOut(type, reason);
    this.hasInvalid = true;
  }
  /** Leaves out part of another patient's record. Somebody must look into it, so the import counts as failed. */
  leaveOutAsAnothers(type: string, reason: string): void {
    this.leaveOut(type, reason);
    this.hasAnothers = true;
  }
  fault(line: string): void {
    this.faults.push(line);
  }

  of(type: string, outcome: Outcome): number {
    return this.#outcomes.get(type)?.get(outcome) ?? 0;
  }

  /** What was left out, and why, each once. */
  reasons(): string[] {
    return [...this.#leftOut].flatMap(([type, reasons]) => [...reasons.keys()].map((reason) => `${type}: ${reason}`));
  }

  /** The counts as lines: for each type the outcomes, and what was left out and why. */
  lines(): string[] {
    const sorted = <One>(map: ReadonlyMap<string, One>) => [...map].sort(([one], [other]) => (one < other ? -1 : 1));
    return [
      ...sorted(this.#outcomes).map(
        ([type, outcomes]) =>
          `${type}: ${[...outcomes].map(([outcome, count]) => `${String(count)} ${named[outcome]}`).join(', ')}`,
      ),
      ...sorted(this.#leftOut).flatMap(([type, reasons]) =>
        sorted(reasons).map(([reason, count]) => `left out: ${String(count)} ${type}, ${reason}`),
      ),
    ];
  }
}

function increase<Key>(all: Map<string, Map<Key, number>>, type: string, key: Key): void {
  const counts = all.get(type) ?? new Map<Key, number>();
  counts.set(key, (counts.get(key) ?? 0) + 1);
  all.set(type, counts);
}
