/** What came of a work: it ran, or there was no room for it to wait, beside its own kind or at all. */
export type Turn<T> = { readonly done: T } | 'too_many_of_one' | 'too_many';

/**
 * Runs works at most `atOnce` at once and lets those who ask for them take turns: whoever asks for three hundred waits for all of them, and somebody who asks
 * for one waits for one of each other's. `mostOfOne` and `mostInAll` may wait.
 */
export function fairTurns(atOnce: number, mostOfOne: number, mostInAll: number) {
  const lines = new Map<string, (() => void)[]>();
  let running = 0;
  let waiting = 0;
  /** The place of who ends goes to the first of the next line, which then stands behind all others. */
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
