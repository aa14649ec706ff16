import { Worker } from 'node:worker_threads';

/** Runs at most `mostAtOnce` tasks at once, in order. A task that would wait behind `mostInLine` others does not run and gives `busy`. */
export function turns(mostAtOnce: number, mostInLine: number): <T>(work: () => Promise<T>) => Promise<T | 'busy'> {
  let running = 0;
  const line: (() => void)[] = [];
  return async (work) => {
    if (running >= mostAtOnce) {
      if (line.length >= mostInLine) return 'busy';
      await new Promise<void>((resolve) => line.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** The longest that a thread may take, in milliseconds. */
const longest = 15_000;

/** Runs a program in a thread and gives its answer, or null when it exceeds its limits of time or memory or fails. */
export function inThread(program: string, data: Readonly<Record<string, unknown>>): Promise<unknown> {
  return new Promise((resolve) => {
    const thread = new Worker(program, {
      eval: true,
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
      stdout: true,
      stderr: true,
    });
    // A library prints every fault that it recovers from. Output that nobody reads would stay in memory.
    thread.stdout.resume();
    thread.stderr.resume();
    const timer = setTimeout(() => end(null), longest);
    const end = (answer: unknown) => {
      clearTimeout(timer);
      void thread.terminate();
      resolve(answer);
    };
    thread.once('message', end);
    thread.once('error', () => end(null));
    thread.once('exit', () => end(null));
  });
}
