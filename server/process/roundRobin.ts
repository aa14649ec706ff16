/** The outcome of a task: it ran, or its own queue or the whole queue was full. */
export type Turn<T> = { readonly done: T } | 'too_many_of_one' | 'too_many';

interface Waiting {
  readonly begin: () => void;
  readonly turnAway: () => void;
}

const order = ['first', 'second', 'last'] as const;
/** How soon it is an asker's turn: the first lane is served before the second, the second before the last. */
export type Lane = (typeof order)[number];

/**
 * Runs at most `atOnce` tasks at once and takes the askers of a lane in turn (round robin), so that one task of one asker does not wait
 * behind three hundred of another. At most `mostOfOne` tasks of one asker wait, and at most `mostInAll` in all. When the whole queue is full,
 * the asker with the longest queue loses its last task to an asker with fewer, in the last lane first.
 */
export function roundRobin(atOnce: number, mostOfOne: number, mostInAll: number) {
  const lanes: Readonly<Record<Lane, Map<string, Waiting[]>>> = {
    first: new Map(),
    second: new Map(),
    last: new Map(),
  };
  let running = 0;
  let waiting = 0;
  /** Gives a free place to the next queue in turn, which then moves to the end. */
  const passOn = (): void => {
    const lines = lanes[order.find((one) => lanes[one].size > 0) ?? 'last'];
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
  /** Takes the last task of the longest queue of the last lane, for an asker of an earlier one or with a shorter queue. */
  const makePlace = (mine: number, lane: Lane): boolean => {
    const from = order.findLast((one) => lanes[one].size > 0) ?? lane;
    if (order.indexOf(from) < order.indexOf(lane)) return false;
    const [longest] = [...lanes[from]].toSorted(([, a], [, b]) => b.length - a.length);
    if (longest === undefined || (from === lane && longest[1].length <= mine + 1)) return false;
    const [who, line] = longest;
    waiting -= 1;
    line.pop()?.turnAway();
    if (line.length === 0) lanes[from].delete(who);
    return true;
  };
  return async <T>(who: string, work: () => Promise<T>, lane: Lane = 'second'): Promise<Turn<T>> => {
    const lines = lanes[lane];
    if (running < atOnce) running += 1;
    else {
      const line = lines.get(who) ?? [];
      if (line.length >= mostOfOne) return 'too_many_of_one';
      if (waiting >= mostInAll && !makePlace(line.length, lane)) return 'too_many';
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
