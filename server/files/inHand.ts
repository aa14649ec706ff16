/** Bytes of all files of this process that are scanned and read, or wait for it: four of the largest. */
const most = 24_000_000;
let held = 0;
/** The last work for each draft. */
const lines = new Map<string, Promise<void>>();

/**
 * Does something with a file that is in memory, for one draft after the other tries for it, so that those find what the first one made. `busy`:
 * others hold too much already, so that it has to come again.
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
