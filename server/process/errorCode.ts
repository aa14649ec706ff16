/** The code of an error, such as `ENOENT` or an SQL state of PostgreSQL; an empty text where it has none. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** What may be logged of a fault: its type, code and place in our code. Never its message, which may quote what was worked on. */
export function faultOf(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof Error)) return { type: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const code = errorCode(error);
  return { type: error.name, ...(code === '' ? {} : { code }), stack: frames.slice(0, 8).join('\n') };
}
