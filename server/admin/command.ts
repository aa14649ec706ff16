import { userInfo } from 'node:os';
import { type AuditActor, type AuditEntry, audit } from '../audit/audit.ts';
import type { AuditType } from '../audit/types.ts';
import type { Db, Pool } from '../db/pool.ts';
import type { Config } from '../start/config.ts';
import type { AuditLog } from './database.ts';
import { type CommandParameters, type Values, valuesOf } from './parameters.ts';

/** What the command line may touch besides its arguments. */
export interface Io {
  out(line: string): void;
  err(line: string): void;
  /** What is piped in. */
  input(): AsyncIterable<Uint8Array>;
  /** The server's settings, from the same environment. Throws `StartRefused` where one is wrong. */
  config(): Config;
  database<T>(work: (pool: Pool, log: AuditLog) => Promise<T>): Promise<T>;
}

/** What a command works with. */
export interface Context extends Io {
  /** Runs `work` in one transaction, perhaps more than once: it gives what to print and prints nothing itself. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
}

/** What a command ends with: lines to print, done; or an exit code, for what has printed itself. */
export type Done = string | readonly string[] | number;

/** What a command says of itself. */
interface Description<P extends CommandParameters> {
  /** The words it is called by. */
  readonly name: string;
  /** Fewer words that call it too. */
  readonly alsoCalled?: string;
  /** One or two sentences for the list of commands. */
  readonly does: string;
  /** What `--help` says besides, laid out as it is printed. */
  readonly more?: string;
  /** The page of server/docs that tells the whole of it. */
  readonly page?: string;
  readonly parameters: P;
  /** Whatever is typed after its words is no mistake, and is not read. */
  readonly ignoresArguments?: true;
}

/** What a command does, all of it in one transaction or not. It throws `CommandFailed` for what a line explains. */
type Work<P extends CommandParameters> =
  | { readonly run: (values: Values<P>, context: Context) => Done | Promise<Done>; readonly inTransaction?: never }
  | { readonly inTransaction: (tx: Db, values: Values<P>, context: Context) => Promise<Done>; readonly run?: never };

/** A declared command: explained and listed from its description, and ready to be run. */
export interface Command extends Description<CommandParameters> {
  /** Gives the exit code. */
  run(args: readonly string[], io: Io): Promise<number>;
}

/** Declares a command, once: it is parsed, checked, explained and listed from this. */
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
    // An account without an entry in the system's list of users.
    return 'unknown';
  }
}

/** Whoever works at the command line, as the audit names them. */
export const actor: AuditActor = { userId: null, role: 'admin', name: `command line (${operator()})`, sessionId: null };

/** Writes into the audit what the operator did, and about whom; last in its transaction, like `audit`. */
export const auditOperator = (
  tx: Db,
  type: AuditType,
  { patientId = null, facilityId }: Partial<Pick<AuditEntry, 'patientId' | 'facilityId'>>,
  detail: AuditEntry['detail'] = {},
): Promise<void> => audit(tx, { type, actor, patientId, facilityId, detail });
