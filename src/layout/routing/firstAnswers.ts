import { loadIdentity } from '../../data/profile.ts';
import { queryClient } from '../../data/query/query.ts';

/** Milliseconds that the first drawing of a page waits for answers at most. */
const longestMs = 1_000;

/** Whether the page waits for an answer that this device does not have from before. */
const isWaiting = () => queryClient.isFetching({ predicate: ({ state }) => state.data === undefined }) > 0;

const queriesSettled = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      // An answer may lead to another question: the counts to the names of what is new.
      if (!isWaiting()) setTimeout(settle);
    };
    const settle = () => {
      if (isWaiting()) return;
      stop();
      resolve();
    };
    const stop = queryClient.getQueryCache().subscribe(look);
    look();
  });

/**
 * Waits a moment for what the page asks first: after a reload it has often arrived before the app (`startPrefetch.ts`), and after a log-in the
 * form still shows that it works. On a slow phone one drawing with the answers takes half the time of one without and one with them. Never
 * rejects; a failure is the page's to show.
 */
export async function firstAnswers(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longestMs);
  });
  await Promise.race([late, loadIdentity().then(queriesSettled, () => undefined)]);
  clearTimeout(timer);
}
