import { hash as digest, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

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
  /** Does the same work when there is no hash to compare with, so that time tells nobody whether a name is known. */
  matches(password: string, stored: string | null): Promise<boolean>;
}

/** Longest password that is looked at; anything longer is wrong, at the same cost. */
const longest = 1000;

export function passwords(cost: Argon2Cost): Passwords {
  // The package's default algorithm is argon2id.
  const options = { memoryCost: cost.memoryKiB, timeCost: cost.passes, parallelism: 1 };
  const dummy = hash(newSecret(), options);
  return {
    hash: (password) => hash(password, options),
    async matches(password, stored) {
      const fits = password.length > 0 && password.length <= longest;
      const same = await verify(stored ?? (await dummy), fits ? password : 'x');
      return same && fits && stored !== null;
    },
  };
}
