/** Bytes of all files of this process that are scanned and read, or wait for it: four of the largest. */
const most = 24_000_000;
let held = 0;

/** Does something with a file that is in memory; `busy` where others hold too much already, so that it has to come again. */
export async function inHand<T>(bytes: number, work: () => Promise<T>): Promise<T | 'busy'> {
  if (held + bytes > most) return 'busy';
  held += bytes;
  try {
    return await work();
  } finally {
    held -= bytes;
  }
}
