/** The outcome of a task: it ran, or its own queue or the whole queue was full. */
export type Turn<T> = { readonly done: T } | 'too_many_of_one' | 'too_many';

/**
 * Runs at most `atOnce` tasks at once, in turns between those who ask (round robin): whoever asks for three hundred waits for all of them, and somebody who
 * asks for one waits for one of each other's. At most `mostOfOne` tasks of one asker wait, and `mostInAll` in all.
 */
export function roundRobin(atOnce: number, mostOfOne: number, mostInAll: number) {
  const lines = new Map<string, (() => void)[]>();
  let running = 0;
  let waiting = 0;
  /** A free place goes to the next queue in turn, which then moves to the end. */
  const passOn = (): void => {
    const [next] = lines;
    if (next === undefined) {
      running -= 1;
      return;
    }
    const [who, [begin, ...rest]] = next;
    lines.delete(who);
    if (rest.length > 0) lines.set(who, rest);
    waiting -= 1;
    begin?.();
  };
  return async <T>(who: string, work: () => Promise<T>): Promise<Turn<T>> => {
    if (running < atOnce) running += 1;
    else {
      const line = lines.get(who) ?? [];
      if (line.length >= mostOfOne) return 'too_many_of_one';
      if (waiting >= mostInAll) return 'too_many';
      waiting += 1;
      await new Promise<void>((begin) => lines.set(who, [...line, begin]));
    }
    try {
      return { done: await work() };
    } finally {
      passOn();
    }
  };
}
