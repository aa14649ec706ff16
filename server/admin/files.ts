import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { CommandFailed, reasonOf } from './failure.ts';

/** For a `catch`: says in one line which file cannot be read, and why. */
export const cannotRead =
  (file: string) =>
  (error: unknown): never => {
    throw new CommandFailed(`Cannot read ${file}: ${reasonOf(error)}`);
  };

/** A file that the command line names. */
export const bytesOf = (file: string): Promise<Buffer> => readFile(file).catch(cannotRead(file));

/** A text without the mark that some editors write before it. */
export const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');

/** What does not fit a schema, each with its place. */
export const faultsOf = (issues: readonly v.BaseIssue<unknown>[]): readonly string[] =>
  issues.map((issue) => `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`);

/** What a JSON file says; every mistake is told with its place. */
export async function readJson<T>(file: string, schema: v.GenericSchema<unknown, T>): Promise<T> {
  const json: unknown = await readFile(file, 'utf8')
    .then((text): unknown => JSON.parse(withoutMark(text)))
    .catch(cannotRead(file));
  const parsed = v.safeParse(schema, json);
  if (parsed.success) return parsed.output;
  const faults = faultsOf(parsed.issues).map((fault) => `  ${fault}`);
  throw new CommandFailed([`${file} has ${String(faults.length)} mistakes:`, ...faults].join('\n'));
}
