import { createRequire } from 'node:module';
import { PDFDocument } from 'pdf-lib';
import { inThread, turns } from '../process/threads.ts';
import counting from './countPages.cjs?raw';
import takingOne from './onePage.cjs?raw';

const library = createRequire(import.meta.url).resolve('pdf-lib');
/** Threads at once: parsing a large PDF takes a second and many times its size. */
const mostThreads = 2;
/** Who would wait behind more than these gets the whole file instead. */
const mostWaiting = 20;

const inTurn = turns(mostThreads, mostWaiting);

/**
 * One page of a PDF as a PDF of its own, made beside the event loop within bounds of time, memory and threads. Null where it cannot be done:
 * `busy` if others are in the way, else the document itself cannot be taken apart.
 */
export const onePdfPage = (content: Uint8Array, index: number): Promise<Uint8Array | 'busy' | null> =>
  inTurn(async () => {
    const bytes = await inThread(takingOne, { library, content, index });
    return bytes instanceof Uint8Array ? bytes : null;
  });

/**
 * How many pages a PDF has that anybody may have made, counted beside the event loop. `broken`: no reader could open it. Null: it is protected, or could
 * not be counted within the bounds.
 */
export async function countedPages(content: Uint8Array): Promise<number | 'broken' | null> {
  const found = await inTurn(() => inThread(counting, { library, content }));
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
