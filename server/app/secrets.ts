import { hash as digest, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { roundRobin } from './roundRobin.ts';
import { refusal } from './handler.ts';

/** 256 random bits as base64url: tokens, cookies and hand-overs. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** How secrets are stored and looked up. They are random, so a plain sha256 is enough. */
export const hashOf = (secret: string | Buffer): Buffer => digest('sha256', secret, 'buffer');

export interface Argon2Cost {
  readonly memoryKiB: number;
  readonly passes: number;
}

export interface Passwords {
  readonly hash: (password: string) => Promise<string>;
  /**
   * Does the same work when there is no hash to compare with, so that time tells nobody whether a name is known. `from` is the address that asks: they take
   * turns, and one from which too many wait is refused.
   */
  matches(password: string, stored: string | null, from: string): Promise<boolean>;
}

/** Longest password that is looked at; anything longer is wrong, at the same cost. */
const longest = 1000;

/** As many as there are processors, and not all threads of the process, which files need as well. */
const comparedAtOnce = Math.min(3, availableParallelism());
const waitingOfAddress = 20;
const waitingInAll = 500;

export function passwords(cost: Argon2Cost): Passwords {
  // The package's default algorithm is argon2id.
  const options = { memoryCost: cost.memoryKiB, timeCost: cost.passes, parallelism: 1 };
  const inTurn = roundRobin(comparedAtOnce, waitingOfAddress, waitingInAll);
  const dummy = hash(newSecret(), options);
  return {
    hash: (password) => hash(password, options),
    async matches(password, stored, from) {
      const fits = password.length > 0 && password.length <= longest;
      const turn = await inTurn(from, async () => verify(stored ?? (await dummy), fits ? password : 'x'));
      if (turn === 'too_many_of_one') throw refusal('too_many_requests');
      if (turn === 'too_many') throw refusal('unavailable');
      return turn.done && fits && stored !== null;
    },
  };
}
