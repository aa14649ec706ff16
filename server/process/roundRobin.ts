/** The outcome of a task: it ran, or its own queue or the whole queue was full. */
export type Turn<T> = { readonly done: T } | 'too_many_of_one' | 'too_many';

interface Waiting {
  readonly begin: () => void;
  readonly turnAway: () => void;
}

/**
 * Runs at most `atOnce` tasks at once and takes the askers in turn (round robin), so that one task of one asker does not wait behind three
 * hundred of another. At most `mostOfOne` tasks of one asker wait, and at most `mostInAll` in all. When the whole queue is full, the asker
 * with the longest queue loses its last task to an asker with fewer.
 */
export function roundRobin(atOnce: number, mostOfOne: number, mostInAll: number) {
  const lines = new Map<string, Waiting[]>();
  let running = 0;
  let waiting = 0;
  /** Gives a free place to the next queue in turn, which then moves to the end. */
  const passOn = (): void => {
    const [next] = lines;
    if (next === undefined) {
      running -= 1;
      return;
    }
    const [who, [first, ...rest]] = next;
    lines.delete(who);
    if (rest.length > 0) lines.set(who, rest);
    waiting -= 1;
    first?.begin();
  };
  const makePlace = (mine: number): boolean => {
    const longest = [...lines.values()].reduce((most, line) => (line.length > most.length ? line : most), []);
    if (longest.length <= mine + 1) return false;
    waiting -= 1;
    longest.pop()?.turnAway();
    return true;
  };
  return async <T>(who: string, work: () => Promise<T>): Promise<Turn<T>> => {
    if (running < atOnce) running += 1;
    else {
      const line = lines.get(who) ?? [];
      if (line.length >= mostOfOne) return 'too_many_of_one';
      if (waiting >= mostInAll && !makePlace(line.length)) return 'too_many';
      waiting += 1;
      const isTurn = await new Promise<boolean>((settle) => {
        lines.set(who, [...line, { begin: () => settle(true), turnAway: () => settle(false) }]);
      });
      if (!isTurn) return 'too_many';
    }
    try {
      return { done: await work() };
    } finally {
      passOn();
    }
  };
}
