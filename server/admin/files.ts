import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { CommandFailed, reasonOf } from './failure.ts';
import { counted } from './text.ts';

/** For a `catch`: throws one line that says which file cannot be read, and why. */
export const cannotRead =
  (file: string) =>
  (error: unknown): never => {
    throw new CommandFailed(`Cannot read ${file}: ${reasonOf(error)}`);
  };

/** For a `catch`: throws one line that says which file cannot be written, and why. */
export const cannotWrite =
  (file: string) =>
  (error: unknown): never => {
    throw new CommandFailed(`Cannot write ${file}: ${reasonOf(error)}`);
  };

export const bytesOf = (file: string): Promise<Buffer> => readFile(file).catch(cannotRead(file));

/** Removes the byte order mark that some editors write. */
export const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');

export const faultsOf = (issues: readonly v.BaseIssue<unknown>[]): readonly string[] =>
  issues.map((issue) => `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`);

/** Reads a JSON file and checks it; every mistake is reported with its place. */
export async function readJson<T>(file: string, schema: v.GenericSchema<unknown, T>): Promise<T> {
  const json: unknown = await readFile(file, 'utf8')
    .then((text): unknown => JSON.parse(withoutMark(text)))
    .catch(cannotRead(file));
  const parsed = v.safeParse(schema, json);
  if (parsed.success) return parsed.output;
  const faults = faultsOf(parsed.issues).map((fault) => `  ${fault}`);
  throw new CommandFailed([`${file} has ${counted(faults.length, 'mistake')}:`, ...faults].join('\n'));
}
