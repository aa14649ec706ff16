/** The bytes of all files that this process may be scanning and reading, or queueing for it: four of the largest files. */
const most = 24_000_000;
let held = 0;
/** The last task of each draft. */
const lines = new Map<string, Promise<void>>();

/**
 * Runs a task for a file that is in memory. Tasks of one draft run one after another, so that a retry finds what the first attempt stored.
 * Gives `busy` if other files take too much memory already; the client must send the file again.
 */
export async function inHand<T>(draft: string, bytes: number, work: () => Promise<T>): Promise<T | 'busy'> {
  if (held + bytes > most) return 'busy';
  held += bytes;
  const mine = (lines.get(draft) ?? Promise.resolve()).then(work);
  const ended = mine.then(
    () => undefined,
    () => undefined,
  );
  lines.set(draft, ended);
  try {
    return await mine;
  } finally {
    held -= bytes;
    if (lines.get(draft) === ended) lines.delete(draft);
  }
}
