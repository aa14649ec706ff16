/** What went wrong, in one line for the person at the keyboard. `usage`: the command was not understood. */
export class CommandFailed extends Error {
  readonly usage: boolean;

  constructor(message: string, usage = false) {
    super(message);
    this.usage = usage;
  }
}
