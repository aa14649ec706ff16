import { resolve } from 'node:path';
import * as v from 'valibot';
import { StartRefused } from '../process/startRefused.ts';
import { isSetting, readConfig } from '../start/config.ts';
import { type Environment, privateFile } from '../start/settingFiles.ts';
import type { Installation } from './command.ts';
import { withDatabase } from './database.ts';
import { NotUnderstood } from './failure.ts';

/** `--cell` with this name is every cell in turn. */
export const allCells = 'all';

const mostBytes = 1_000_000;
const settingOf = (name: string): string => name.replace(/_FILE$/, '');
/** What a command must never take from another cell: its database, the key of what is sealed there, and the anchors of its audit log. */
const own = ['DATABASE_URL', 'SERVER_KEY', 'DATA_DIR'] as const;

const Cell = v.record(
  v.pipe(
    v.string(),
    v.check((name) => isSetting(settingOf(name)) && settingOf(name) !== 'CELLS', 'this is no setting of a cell'),
  ),
  v.pipe(v.string(), v.minLength(1, 'a text is expected')),
);
const Cells = v.pipe(
  v.record(
    v.pipe(
      v.string(),
      v.regex(/^[a-z0-9][a-z0-9-]*$/, 'a name has small letters, digits and hyphens'),
      v.check((name) => name !== allCells, `${allCells} is no name, because it stands for every cell`),
    ),
    v.pipe(
      Cell,
      v.rawCheck(({ dataset, addIssue }) => {
        if (!dataset.typed) return;
        const given = Object.keys(dataset.value).map(settingOf);
        for (const setting of own)
          if (!given.includes(setting))
            addIssue({ message: `it has no ${setting}, and the environment lends a cell nothing` });
      }),
    ),
  ),
  v.check(
    (cells) => own.every((setting) => setting === 'SERVER_KEY' || areApart(cells, setting)),
    'two cells have one database or one DATA_DIR',
  ),
);

function areApart(cells: Readonly<Record<string, Environment>>, setting: string): boolean {
  const values = Object.values(cells).flatMap((cell) => [cell[setting] ?? cell[`${setting}_FILE`] ?? '']);
  return new Set(values).size === values.length;
}

/** The list of cells that `CELLS` names: a JSON file with the settings of each by its name. Throws `StartRefused`. */
function readCells(path: string): ReadonlyMap<string, Environment> {
  const text = privateFile('CELLS', resolve(path), mostBytes);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The reason of JSON.parse quotes the text, which may be a secret.
    throw new StartRefused('The file of CELLS is no JSON.');
  }
  const parsed = v.safeParse(Cells, json);
  if (parsed.success) return new Map(Object.entries(parsed.output));
  const [issue] = parsed.issues;
  throw new StartRefused(`The file of CELLS is wrong at ${v.getDotPath(issue) ?? 'its beginning'}: ${issue.message}.`);
}

/** The installation that an environment names. Its cells are those of the list of `CELLS`, which is read when it is needed. */
export function installationOf(
  environment: Environment,
  cells = (): ReadonlyMap<string, Environment> =>
    environment['CELLS'] === undefined || environment['CELLS'] === '' ? new Map() : readCells(environment['CELLS']),
): Installation {
  return {
    config: () => readConfig(environment, []),
    database: (work) => withDatabase(readConfig(environment, []), work),
    cellNames: () => [...cells().keys()],
    cell(name) {
      const all = cells();
      const settings = all.get(name);
      if (settings === undefined)
        throw new NotUnderstood(
          all.size === 0
            ? 'There is no list of cells: the setting CELLS names none.'
            : `There is no cell "${name}"; there are: ${[...all.keys()].join(', ')}.`,
        );
      return installationOf({ CREDENTIALS_DIRECTORY: environment['CREDENTIALS_DIRECTORY'], ...settings }, () => all);
    },
  };
}
