import { nameProcess } from '../process/processName.ts';
import { StartRefused } from '../process/startRefused.ts';
import { allCells } from './cells.ts';
import type { Io } from './command.ts';
import { commands } from './commands.ts';
import { CommandFailed, NotUnderstood, reasonOf } from './failure.ts';
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

const callOf = (args: readonly string[]) =>
  calls.find(({ words }) => words.every((word, place) => args[place] === word));

async function runHere(args: readonly string[], io: Io): Promise<number> {
  const wantsHelp = args.includes('--help') || args.includes('-h');
  const found = callOf(args);
  if (found === undefined || (wantsHelp && !found.isName)) return explain(args, io, wantsHelp);
  if (wantsHelp) {
    io.out(helpOf(found.command));
    return 0;
  }
  nameProcess(`command ${found.command.name}`);
  return found.command.run(args.slice(found.words.length), io);
}

/** Runs a command in one cell after another, and in the others where one fails; gives the highest exit code. */
async function runInAllCells(args: readonly string[], io: Io): Promise<number> {
  const found = callOf(args);
  if (found !== undefined && found.command.inAllCells !== true)
    throw new NotUnderstood(`"${found.command.name}" is for one cell at a time: name it.`);
  const names = io.cellNames();
  if (names.length === 0) throw new NotUnderstood('There is no list of cells: the setting CELLS names none.');
  let highest = 0;
  for (const name of names) {
    io.out(`${name}:`);
    const named: Io = { ...io, ...io.cell(name), err: (line) => io.err(`${name}: ${line}`) };
    const code = await reported(named, () => runHere(args, named)).catch((error: unknown) => {
      named.err(reasonOf(error));
      return 1;
    });
    highest = Math.max(highest, code);
  }
  return highest;
}

async function reported(io: Io, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (isBadOption(error)) {
      const [said = error.message] = error.message.split(/\. To specify|\n/);
      io.err(said.includes("'--cell'") ? `${said}: it comes before the command` : said);
      return 2;
    }
    if (!(error instanceof CommandFailed || error instanceof StartRefused)) throw error;
    io.err(error.message);
    return error instanceof NotUnderstood ? 2 : 1;
  }
}

/** Runs one command, after `--cell NAME` in that cell, and gives its exit code: 0 done, 1 failed, 2 not understood. */
export function runAdmin(args: readonly string[], io: Io): Promise<number> {
  const [first, name = '', ...rest] = args;
  return reported(io, async () => {
    if (first !== '--cell') return runHere(args, io);
    return name === allCells ? runInAllCells(rest, io) : runHere(rest, { ...io, ...io.cell(name) });
  });
}
