import * as v from 'valibot';
import { faultOf } from '../process/errorCode.ts';

/** The code of an error, else its name. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : error instanceof Error ? error.name : 'unknown';

/** What may be logged of a fault: its place and SQL state, never values, which PostgreSQL puts into detail and message, and `JSON.parse` into its message. */
export function safeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return faultOf(error);
  const fromDatabase = 'severity' in error;
  const isShape = error instanceof v.ValiError;
  return {
    ...faultOf(error),
    code: codeOf(error),
    message: fromDatabase
      ? `database error at ${'constraint' in error ? String(error.constraint) : ''} ${'table' in error ? String(error.table) : ''}`
      : isShape
        ? `shape at ${v.getDotPath(error.issues[0]) ?? ''}`
        : error instanceof SyntaxError
          ? 'a text that cannot be parsed'
          : error.message,
  };
}
