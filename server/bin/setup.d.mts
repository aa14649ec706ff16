/** Runs a command silently; resolves to its exit code and everything it printed. */
export function runQuietly(
  command: string,
  args: readonly string[],
  options?: { readonly env?: NodeJS.ProcessEnv },
): Promise<{ code: number; output: string }>;
