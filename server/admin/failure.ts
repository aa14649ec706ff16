/** A failure that one line explains to the person at the keyboard: exit code 1. */
export class CommandFailed extends Error {}

/** The arguments are incomplete or not understood: exit code 2. */
export class NotUnderstood extends CommandFailed {}

/** Gives the only match for a name; throws if there is none or more than one. */
export function onlyOne<T>(found: readonly T[], none: string, several: (found: readonly T[]) => string): T {
  const [one, ...others] = found;
  if (one === undefined) throw new CommandFailed(none);
  if (others.length > 0) throw new CommandFailed(several(found));
  return one;
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
