/** What went wrong, in one line for the person at the keyboard: exit code 1. */
export class CommandFailed extends Error {}

/** A command that lacks something or has what nobody understands: exit code 2. */
export class NotUnderstood extends CommandFailed {}

/** The one thing that a name stands for. */
export function onlyOne<T>(found: readonly T[], none: string, several: (found: readonly T[]) => string): T {
  const [one, ...others] = found;
  if (one === undefined) throw new CommandFailed(none);
  if (others.length > 0) throw new CommandFailed(several(found));
  return one;
}

/** What an error says of itself. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
