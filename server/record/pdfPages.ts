import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { PDFDocument } from 'pdf-lib';
import counting from './countPages.cjs?raw';
import takingOne from './onePage.cjs?raw';

const library = createRequire(import.meta.url).resolve('pdf-lib');
/** Threads at once: parsing a large PDF takes a second and many times its size. */
const mostThreads = 2;
/** Who would wait behind more than these gets the whole file instead. */
const mostWaiting = 20;
const longest = 15_000;

/** Runs works at most so many at once, in their order; one that finds too many waiting does not run and gives `busy`. */
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
const inTurn = turns(mostThreads, mostWaiting);

/** What a program answers in a thread of its own; null where it comes to no answer within its bounds. */
function inThread(program: string, data: Readonly<Record<string, unknown>>): Promise<unknown> {
  return new Promise((resolve) => {
    const thread = new Worker(program, {
      eval: true,
      workerData: { library, ...data },
      resourceLimits: { maxOldGenerationSizeMb: 512 },
      stdout: true,
      stderr: true,
    });
    // The library tells of each fault that it gets over, and what nobody reads is kept.
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

/**
 * One page of a PDF as a PDF of its own, made beside the event loop within bounds of time, memory and threads. Null where it cannot be done:
 * `busy` if others are in the way, else the document itself cannot be taken apart.
 */
export const onePdfPage = (content: Uint8Array, index: number): Promise<Uint8Array | 'busy' | null> =>
  inTurn(async () => {
    const bytes = await inThread(takingOne, { content, index });
    return bytes instanceof Uint8Array ? bytes : null;
  });

/**
 * How many pages a PDF has that anybody may have made, counted beside the event loop. `broken`: no reader could open it. Null: it is protected, or could
 * not be counted within the bounds.
 */
export async function countedPages(content: Uint8Array): Promise<number | 'broken' | null> {
  const found = await inTurn(() => inThread(counting, { content }));
  return typeof found === 'number' || found === 'broken' ? found : null;
}

/** How many pages a PDF has, and whether it can only be shown whole: it is protected, or our library cannot read it. */
export async function pdfPages(content: Uint8Array): Promise<{ readonly pages: number; readonly isWhole: boolean }> {
  const count = async (ignoreEncryption: boolean) =>
    Math.max(1, (await PDFDocument.load(content, { ignoreEncryption, updateMetadata: false })).getPageCount());
  try {
    return { pages: await count(false), isWhole: false };
  } catch {
    return { pages: await count(true).catch(() => 1), isWhole: true };
  }
}
