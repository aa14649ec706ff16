/** The code of an error, such as `ENOENT` or an SQL state of PostgreSQL; an empty text where it has none. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
