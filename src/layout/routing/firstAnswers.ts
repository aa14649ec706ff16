import { loadIdentity } from '../../data/profile.ts';
import { queryClient } from '../../data/query/query.ts';

/** Milliseconds that the first drawing of a page waits for answers at most. */
const longestMs = 300;

const queriesSettled = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (queryClient.isFetching() > 0) return;
      stop();
      resolve();
    };
    const stop = queryClient.getQueryCache().subscribe(look);
    look();
  });

/**
 * Waits a moment for what the start script has asked for (`startPrefetch.ts`): on a slow phone it has arrived before the app, and one drawing
 * with the answers takes half the time of one without and one with them. Never rejects; a failure is the page's to show.
 */
export async function firstAnswers(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longestMs);
  });
  await Promise.race([late, loadIdentity().then(queriesSettled, () => undefined)]);
  clearTimeout(timer);
}
