import * as v from 'valibot';

/** The code of an error, else its name. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : error instanceof Error ? error.name : 'unknown';

/** What may be logged of a fault: its place and SQL state, never values, which PostgreSQL puts into detail and message. */
export function safeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const fromDatabase = 'severity' in error;
  const isShape = error instanceof v.ValiError;
  return {
    type: error.name,
    code: codeOf(error),
    message: fromDatabase
      ? `database error at ${'constraint' in error ? String(error.constraint) : ''} ${'table' in error ? String(error.table) : ''}`
      : isShape
        ? `shape at ${v.getDotPath(error.issues[0]) ?? ''}`
        : error.message,
    stack: frames.slice(0, 8).join('\n'),
  };
}
