import type { Command } from './command.ts';
import { type CommandParameters, type Parameter, dashed, singleParameters } from './parameters.ts';
import { wrapped } from './text.ts';

function written(name: string, { kind, placeholder }: Parameter<unknown>): string {
  switch (kind) {
    case 'argument':
      return placeholder;
    case 'option':
      return `${dashed(name)} ${placeholder}`;
    case 'flag':
      return dashed(name);
  }
}

/** How each parameter of a command is written. Optional ones are in brackets. */
export const partsOf = (parameters: CommandParameters): readonly string[] =>
  Object.entries(parameters).map(([name, one]) => {
    const shown =
      one.kind === 'choice'
        ? Object.entries(one.of)
            .map(([each, parameter]) => written(each, parameter))
            .join(' | ')
        : written(name, one);
    if (!one.isRequired) return `[${shown}]${one.kind !== 'choice' && one.isRepeated ? '…' : ''}`;
    return one.kind === 'choice' ? `(${shown})` : shown;
  });

export function helpOf({ name, does, more, page, parameters }: Command): string {
  const described = singleParameters(parameters)
    .filter(([, { help }]) => help !== '')
    .map(([each, parameter]) => [written(each, parameter), parameter.help] as const);
  const width = Math.max(...described.map(([shown]) => shown.length));
  const options = described.map(([shown, help]) => `  ${shown.padEnd(width)}   ${wrapped(help, width + 5)}`);
  return [
    // A part such as `[--on DATE]` must not be broken across lines.
    wrapped([name, ...partsOf(parameters)].map((part) => part.replaceAll(' ', '\u00A0')).join(' '), 4).replaceAll(
      '\u00A0',
      ' ',
    ),
    wrapped(does, 0),
    ...(more === undefined ? [] : [more]),
    ...(options.length === 0 ? [] : [options.join('\n')]),
    ...(page === undefined ? [] : [`See server/docs/${page}.`]),
  ].join('\n\n');
}

/** One line for each command. */
export function overviewOf(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, does }) => `  ${name.padEnd(width)}   ${wrapped(does, width + 5)}`);
  return `npm run admin -- [--cell NAME] COMMAND

${lines.join('\n')}

With --help each command says more. The database is that of DATABASE_URL, or the embedded one in DATA_DIR ("data").
With --cell before the command it is that of a cell in the list of CELLS; --cell all asks each of them in turn, where a command only looks.`;
}
