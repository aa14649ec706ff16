import { userInfo } from 'node:os';
import { type AuditActor, type AuditEntry, audit } from '../audit/audit.ts';
import type { AuditType } from '../audit/types.ts';
import type { Db, Pool } from '../db/pool.ts';
import type { Config } from '../start/config.ts';
import type { AuditLog } from './database.ts';
import { type CommandParameters, type Values, valuesOf } from './parameters.ts';

/** What a command works on: a database with its settings. */
export interface Installation {
  /** The server's settings, from the same environment. Throws `StartRefused` if one is wrong. */
  config(): Config;
  database<T>(work: (pool: Pool, log: AuditLog) => Promise<T>): Promise<T>;
  /** The names of the cells in the list of `CELLS`. Throws `StartRefused` where it cannot be read. */
  cellNames(): readonly string[];
  /** One of them. Throws `NotUnderstood` where there is none of this name. */
  cell(name: string): Installation;
}

export interface Io extends Installation {
  out(line: string): void;
  /** Writes lines as they come, no faster than they are read, so that a list of any length needs little memory. */
  outAll(lines: AsyncIterable<string>): Promise<void>;
  err(line: string): void;
  input(): AsyncIterable<Uint8Array>;
}

export interface Context extends Io {
  /** Runs `work` in one transaction, possibly more than once, so it must return what to print and not print it. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
}

/** The result of a command: lines to print, or an exit code if it has printed its output itself. */
export type Done = string | readonly string[] | number;

interface Description<P extends CommandParameters> {
  readonly name: string;
  readonly alsoCalled?: string;
  /** One or two sentences for the list of commands. */
  readonly does: string;
  /** Further text for `--help`, laid out as it is printed. */
  readonly more?: string;
  /** The page of server/docs that explains it in full. */
  readonly page?: string;
  readonly parameters: P;
  readonly ignoresArguments?: true;
  /** It only looks, so that `--cell all` may run it in one cell after another. */
  readonly inAllCells?: true;
}

/** The work of a command, optionally in one transaction. It throws `CommandFailed` for a failure that one line explains. */
type Work<P extends CommandParameters> =
  | { readonly run: (values: Values<P>, context: Context) => Done | Promise<Done>; readonly inTransaction?: never }
  | { readonly inTransaction: (tx: Db, values: Values<P>, context: Context) => Promise<Done>; readonly run?: never };

export interface Command extends Description<CommandParameters> {
  /** Gives the exit code. */
  run(args: readonly string[], io: Io): Promise<number>;
}

/** Declares a command. Its arguments are parsed and checked, and its help is written, from this declaration. */
export function command<const P extends CommandParameters>({
  run,
  inTransaction,
  ...description
}: Description<P> & Work<P>): Command {
  const { name, parameters, ignoresArguments = false } = description;
  return {
    ...description,
    async run(args, io) {
      const values = valuesOf(name, parameters, ignoresArguments ? [] : args);
      const transaction: Context['transaction'] = (work) => io.database((pool) => pool.tx(work));
      const context = { ...io, transaction };
      const done =
        run === undefined ? await transaction((tx) => inTransaction(tx, values, context)) : await run(values, context);
      if (typeof done === 'number') return done;
      for (const line of [done].flat()) io.out(line);
      return 0;
    },
  };
}

function operator(): string {
  try {
    return userInfo().username;
  } catch {
    // The account is not in the system's list of users.
    return 'unknown';
  }
}

/** The person at the command line, as the audit names them. */
export const actor: AuditActor = { userId: null, role: 'admin', name: `command line (${operator()})`, sessionId: null };

/** Writes into the audit what the operator did and about whom. Call it last in the transaction, like `audit`. */
export const auditOperator = (
  tx: Db,
  type: AuditType,
  { patientId = null, facilityId }: Partial<Pick<AuditEntry, 'patientId' | 'facilityId'>>,
  detail: AuditEntry['detail'] = {},
): Promise<void> => audit(tx, { type, actor, patientId, facilityId, detail });
