import { StartRefused } from '../process/startRefused.ts';
import type { Command, Io } from './command.ts';
import { commands } from './commands.ts';
import { CommandFailed, NotUnderstood } from './failure.ts';
import { helpOf, overviewOf } from './help.ts';

const isBadOption = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');

const begins = (args: readonly string[], name: string): boolean =>
  name.split(' ').every((word, place) => args[place] === word);

/** The command that the arguments begin with, and what follows its name; the longest name wins. */
function commandIn(args: readonly string[]): { readonly command: Command; readonly rest: readonly string[] } | null {
  const [found] = commands
    .flatMap((command) =>
      [command.name, command.alsoCalled].flatMap((name) =>
        name !== undefined && begins(args, name) ? [{ command, words: name.split(' ').length }] : [],
      ),
    )
    .toSorted((a, b) => b.words - a.words);
  return found === undefined ? null : { command: found.command, rest: args.slice(found.words) };
}

/** Explains the commands that begin with a word, or all; or says that there are none such. */
function explain(args: readonly string[], io: Io): number {
  const [word] = args;
  const group = commands.filter(({ name }) => name.split(' ')[0] === word);
  if (word === undefined || word === 'help' || args.includes('--help') || args.includes('-h')) {
    io.out(overviewOf(group.length > 0 ? group : commands));
    return word === undefined ? 2 : 0;
  }
  io.err(
    group.length > 0
      ? `"${args.join(' ')}" is not a command; there are: ${group.map(({ name }) => name).join(', ')}.`
      : `There is no command "${word}". See: npm run admin -- --help`,
  );
  return 2;
}

/** Runs one command of the command line and gives its exit code: 0 done, 1 failed, 2 not understood. */
export async function runAdmin(args: readonly string[], io: Io): Promise<number> {
  const found = commandIn(args);
  if (found === null) return explain(args, io);
  if (args.includes('--help') || args.includes('-h')) {
    io.out(helpOf(found.command));
    return 0;
  }
  try {
    return await found.command.run(found.rest, io);
  } catch (error) {
    if (isBadOption(error)) {
      io.err(error.message.split(/\. To specify|\n/)[0] ?? error.message);
      return 2;
    }
    if (!(error instanceof CommandFailed || error instanceof StartRefused)) throw error;
    io.err(error.message);
    return error instanceof NotUnderstood ? 2 : 1;
  }
}
