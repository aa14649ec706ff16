/** What went wrong, in one line for the person at the keyboard: exit code 1. */
export class CommandFailed extends Error {}

/** A command that lacks something or has what nobody understands: exit code 2. */
export class NotUnderstood extends CommandFailed {}

/** What an error says of itself. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
