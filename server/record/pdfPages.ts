import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { PDFDocument } from 'pdf-lib';
import program from './onePage.cjs?raw';

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

function inThread(content: Uint8Array, index: number): Promise<Uint8Array | null> {
  return new Promise((resolve) => {
    const thread = new Worker(program, {
      eval: true,
      workerData: { library, content, index },
      resourceLimits: { maxOldGenerationSizeMb: 512 },
      stdout: true,
      stderr: true,
    });
    const timer = setTimeout(() => end(null), longest);
    const end = (bytes: Uint8Array | null) => {
      clearTimeout(timer);
      void thread.terminate();
      resolve(bytes);
    };
    thread.once('message', (bytes: unknown) => end(bytes instanceof Uint8Array ? bytes : null));
    thread.once('error', () => end(null));
    thread.once('exit', () => end(null));
  });
}

/**
 * One page of a PDF as a PDF of its own, made beside the event loop within bounds of time, memory and threads. Null where it cannot be done:
 * `busy` if others are in the way, else the document itself cannot be taken apart.
 */
export const onePdfPage = (content: Uint8Array, index: number): Promise<Uint8Array | 'busy' | null> =>
  inTurn(() => inThread(content, index));

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
