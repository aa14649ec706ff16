import { nameProcess } from '../process/processName.ts';
import { StartRefused } from '../process/startRefused.ts';
import type { Io } from './command.ts';
import { commands } from './commands.ts';
import { CommandFailed, NotUnderstood } from './failure.ts';
import { helpOf, overviewOf } from './help.ts';

/** All ways to call a command. Short forms come last, because names of other commands begin with the same words. */
const calls = [
  ...commands.map((command) => ({ command, words: command.name.split(' '), isName: true })),
  ...commands.flatMap((command) =>
    command.alsoCalled === undefined ? [] : [{ command, words: command.alsoCalled.split(' '), isName: false }],
  ),
];

const isBadOption = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');

/** Prints help for the commands that begin with a word, or for all; or says that there are none. */
function explain(args: readonly string[], io: Io, wantsHelp: boolean): number {
  const [word] = args;
  const group = commands.filter(({ name }) => name.split(' ')[0] === word);
  if (word === undefined || word === 'help' || wantsHelp) {
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

/** Runs one command and gives its exit code: 0 done, 1 failed, 2 not understood. */
export async function runAdmin(args: readonly string[], io: Io): Promise<number> {
  const wantsHelp = args.includes('--help') || args.includes('-h');
  const found = calls.find(({ words }) => words.every((word, place) => args[place] === word));
  if (found === undefined || (wantsHelp && !found.isName)) return explain(args, io, wantsHelp);
  if (wantsHelp) {
    io.out(helpOf(found.command));
    return 0;
  }
  nameProcess(`command ${found.command.name}`);
  try {
    return await found.command.run(args.slice(found.words.length), io);
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
