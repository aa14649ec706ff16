import { hash as digest, randomBytes, randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { spokenCodeLength, spokenCodeLetters } from '@portal/api';
import { hash, verify } from '@node-rs/argon2';
import { type Lane, roundRobin } from '../process/roundRobin.ts';
import { refusal } from './handler.ts';

/** 256 random bits as base64url, for tokens, cookies and hand-overs. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** A one-time code that people read out or write down: 39 random bits, so it is stored as a keyed hash and its tries are limited. */
export const newSpokenCode = (): string =>
  Array.from({ length: spokenCodeLength }, () => spokenCodeLetters[randomInt(spokenCodeLetters.length)] ?? '').join('');

/** The hash under which a secret is stored and looked up. Secrets are random, so a plain SHA-256 is enough. */
export const hashOf = (secret: string | Buffer): Buffer => digest('sha256', secret, 'buffer');

interface Argon2Cost {
  readonly memoryKiB: number;
  readonly passes: number;
}

/** Compares a password with a hash. Without one it does the same work, so that the time does not reveal whether a name is known. */
export type Compare = (password: string, stored: string | null) => Promise<boolean>;

export interface Passwords {
  readonly hash: (password: string) => Promise<string>;
  /**
   * Runs work that compares a password. Addresses (`from`) take turns, and an address with too many waiting requests is refused. For calls
   * that anybody may make, all costly work of the request belongs into `work`.
   */
  inTurn<T>(from: string, work: (matches: Compare) => Promise<T>, lane?: Lane): Promise<T>;
  /** Makes one comparison in turn. */
  matches(password: string, stored: string | null, from: string): Promise<boolean>;
}

/** Longest password that is compared. Anything longer is wrong, at the same cost. */
const longest = 1000;

/** At most the number of processors, and fewer than the threads of Node's pool, which files need as well. */
const comparedAtOnce = Math.min(3, availableParallelism());
const waitingOfAddress = 20;
const waitingInAll = 500;

export function passwords(cost: Argon2Cost): Passwords {
  // The package's default algorithm is argon2id.
  const options = { memoryCost: cost.memoryKiB, timeCost: cost.passes, parallelism: 1 };
  const turns = roundRobin(comparedAtOnce, waitingOfAddress, waitingInAll);
  const dummy = hash(newSecret(), options);
  const compare: Compare = async (password, stored) => {
    const fits = password.length > 0 && password.length <= longest;
    return (await verify(stored ?? (await dummy), fits ? password : 'x')) && fits && stored !== null;
  };
  const inTurn: Passwords['inTurn'] = async (from, work, lane) => {
    const turn = await turns(from, () => work(compare), lane);
    if (turn === 'too_many_of_one') throw refusal('too_many_requests');
    if (turn === 'too_many') throw refusal('unavailable');
    return turn.done;
  };
  return {
    hash: (password) => hash(password, options),
    inTurn,
    matches: (password, stored, from) => inTurn(from, (matches) => matches(password, stored)),
  };
}
