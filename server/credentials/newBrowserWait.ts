import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../db/pool.ts';
import { refusal } from '../http/handler.ts';
import type { Lane } from '../process/roundRobin.ts';
import { isGuessing } from './guessedNames.ts';
import { type FailureKeys, failuresOf } from './loginFailures.ts';

/** At an address that has failed, a new browser waits longer, up to so many times. */
const mostSteps = 5;
/** How many tries of one source, and of all, may wait in this process. */
const waitingOfSource = 10;
const waitingInAll = 3000;

interface Line {
  /** Resolves when the last one's wait is over: tries of one source go one after another. */
  readonly last: Promise<unknown>;
  readonly length: number;
}
const lines = new Map<string, Line>();
let waiting = 0;

async function lineUp(source: string, ms: number): Promise<void> {
  const before = lines.get(source) ?? { last: Promise.resolve(), length: 0 };
  if (before.length >= waitingOfSource || waiting >= waitingInAll) throw refusal('too_many_requests');
  const last = before.last.then(() => wait(ms, undefined, { ref: false }));
  lines.set(source, { last, length: before.length + 1 });
  waiting += 1;
  await last;
  waiting -= 1;
  const { length, ...rest } = lines.get(source) ?? before;
  if (length > 1) lines.set(source, { ...rest, length: length - 1 });
  else lines.delete(source);
}

/**
 * Lets a browser that is new wait before it tries a password, while somebody is trying out many names, and gives the lane in which the
 * password is compared. Nobody is locked out by it: a person's own browsers and passkeys never wait, a new browser some seconds.
 */
export async function slowNewBrowser(db: Db, { source, isNewBrowser }: FailureKeys, delayMs: number): Promise<Lane> {
  if (!isNewBrowser) return 'first';
  if (!(await isGuessing(db))) return 'second';
  const failures = await failuresOf(db, source);
  await lineUp(source, delayMs * Math.min(mostSteps, 1 + failures));
  return failures === 0 ? 'second' : 'last';
}
