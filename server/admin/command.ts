import { userInfo } from 'node:os';
import type { AuditActor } from '../audit/audit.ts';
import type { Config } from '../start/config.ts';
import type { Pool } from '../db/pool.ts';
import type { AuditLog } from './database.ts';

/** What a command may touch besides its arguments. */
export interface Io {
  out(line: string): void;
  err(line: string): void;
  /** What is piped in. */
  input(): AsyncIterable<Uint8Array>;
  /** The server's settings, from the same environment. Throws `StartRefused` where one is wrong. */
  config(): Config;
  database<T>(work: (pool: Pool, log: AuditLog) => Promise<T>): Promise<T>;
}

export interface Command {
  readonly words: readonly string[];
  /** First line: how it is written. */
  readonly help: string;
  /** Gives the exit code; throws `CommandFailed` for what a line explains. */
  run(args: string[], io: Io): Promise<number>;
}

function operator(): string {
  try {
    return userInfo().username;
  } catch {
    // An account without an entry in the system's list of users.
    return 'unknown';
  }
}

/** Whoever works at the command line, as the audit names them. */
export const actor: AuditActor = { userId: null, role: 'admin', name: `command line (${operator()})`, sessionId: null };
