import { createRequire } from 'node:module';
import { PDFDocument } from 'pdf-lib';
import { inThread, turns } from '../process/threads.ts';
import counting from './countPages.cjs?raw';
import takingOne from './onePage.cjs?raw';

const library = createRequire(import.meta.url).resolve('pdf-lib');
/** How many threads run at once. Parsing a large PDF takes a second and many times its size in memory. */
const mostThreads = 2;
/** Who would wait behind more requests than these gets the whole file instead. */
const mostWaiting = 20;

const inTurn = turns(mostThreads, mostWaiting);

/** One page of a PDF as its own PDF, made in a thread within limits. `busy`: too many others wait; null: it cannot be split. */
export const onePdfPage = (content: Uint8Array, index: number): Promise<Uint8Array | 'busy' | null> =>
  inTurn(async () => {
    const bytes = await inThread(takingOne, { library, content, index });
    return bytes instanceof Uint8Array ? bytes : null;
  });

/** The pages of an untrusted PDF, counted in a thread within limits. `broken`: no reader could open it. Null: protected or not counted. */
export async function countedPages(content: Uint8Array): Promise<number | 'broken' | null> {
  const found = await inTurn(() => inThread(counting, { library, content }));
  return typeof found === 'number' || found === 'broken' ? found : null;
}

/** The number of pages of a PDF, and whether it can only be shown whole because it is protected or our library cannot read it. */
export async function pdfPages(content: Uint8Array): Promise<{ readonly pages: number; readonly isWhole: boolean }> {
  const count = async (ignoreEncryption: boolean) =>
    Math.max(1, (await PDFDocument.load(content, { ignoreEncryption, updateMetadata: false })).getPageCount());
  try {
    return { pages: await count(false), isWhole: false };
  } catch {
    return { pages: await count(true).catch(() => 1), isWhole: true };
  }
}
