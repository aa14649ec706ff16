import { createAheadCopies } from './aheadCopies.ts';
import { createAheadCount } from './aheadCount.ts';
import { type AheadEnvironment, type AheadOptions, DeviceRefused } from './aheadEnvironment.ts';
import { createAheadLists } from './aheadLists.ts';
import { createAheadQueue } from './aheadQueue.ts';
import { createAheadRequests } from './aheadRequests.ts';
import type { Keeps } from './keeps.ts';

/** `failed`: something could not be fetched, and is for the next run. */
type AheadOutcome = 'done' | 'failed' | 'ended' | 'refused';

/**
 * Fetches once what modules want to have kept and what is not kept, or has changed: lists, then what they name, then files, newest first.
 * Rejects with nothing.
 */
export async function runAhead(
  environment: AheadEnvironment,
  keeps: readonly Keeps[],
  options: AheadOptions,
): Promise<AheadOutcome> {
  const count = createAheadCount(environment, keeps);
  const copies = createAheadCopies(environment, options);
  const requests = createAheadRequests(environment, options.signal, copies, count);
  const lists = createAheadLists(environment, options, copies, count, requests);
  const queue = createAheadQueue(environment, options, copies, count, requests);
  try {
    await environment.store.refresh().catch(() => undefined);
    count.show('running');
    for (const module of keeps) {
      count.workOn(module.title);
      const { wanted, isWhole } = await lists.recordsOf(module);
      for (const one of wanted) queue.add(one);
      if (isWhole) queue.endLists(module, wanted);
    }
    await copies.write();
    await queue.work();
    await copies.write();
    // Where something failed it is not known what it would have named.
    if (!requests.hasFailures()) await queue.forgetTakenBack();
    count.show('done');
    return requests.hasFailures() ? 'failed' : 'done';
  } catch (error) {
    requests.stop();
    if (error instanceof DeviceRefused) {
      count.show('stopped', null, true);
      return 'refused';
    }
    // Whatever was fetched is kept as far as that is still wanted.
    if (!options.signal.aborted) {
      await copies.write().catch(() => undefined);
      count.show('stopped');
    }
    return 'ended';
  }
}
