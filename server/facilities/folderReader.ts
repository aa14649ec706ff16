import { lstat, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { errorCode } from '../process/errorCode.ts';

export interface Fault {
  readonly place: string;
  readonly reason: string;
}
const largestFile = 10_000_000;

/** Opens a folder whose files are read one by one; a file that is wrong is noted as a fault and read as null. Rejects if there is no such folder. */
export async function openFolder(folder: string) {
  const faults: Fault[] = [];
  const notes: Fault[] = [];
  const fault = (place: string, reason: string): null => {
    faults.push({ place, reason });
    return null;
  };
  await readdir(folder);

  const bytesOf = async (place: string): Promise<Buffer | null> => {
    try {
      const facts = await lstat(join(folder, place));
      if (!facts.isFile()) return fault(place, 'is no file');
      if (facts.size > largestFile) return fault(place, `is larger than ${String(largestFile / 1_000_000)} MB`);
      return await readFile(join(folder, place));
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null;
      return fault(place, error instanceof Error ? error.message : String(error));
    }
  };
  const textOf = async (place: string): Promise<string | null> => {
    const bytes = await bytesOf(place);
    if (bytes === null) return null;
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      return fault(place, 'is not UTF-8');
    }
  };
  const jsonOf = async <Schema extends v.GenericSchema>(
    place: string,
    schema: Schema,
  ): Promise<v.InferOutput<Schema> | null> => {
    const text = await textOf(place);
    if (text === null) return null;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      return fault(place, `is not JSON: ${error instanceof Error ? error.message : String(error)}`);
    }
    const parsed = v.safeParse(schema, withoutSchemaName(value));
    if (parsed.success) return parsed.output;
    for (const issue of parsed.issues)
      fault([place, v.getDotPath(issue) ?? ''].filter((part) => part !== '').join(': '), reasonOf(issue));
    return null;
  };
  const namesIn = async (place: string): Promise<string[]> => {
    try {
      return (await readdir(join(folder, place))).filter((name) => !name.startsWith('.')).sort();
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      fault(place, error instanceof Error ? error.message : String(error));
      return [];
    }
  };

  return { faults, notes, fault, bytesOf, textOf, jsonOf, namesIn };
}
export type FolderReader = Awaited<ReturnType<typeof openFolder>>;

/** The file without `$schema`, by which editors find the schema of a file. */
function withoutSchemaName(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('$schema' in value)) return value;
  const { $schema: _, ...file } = value;
  return file;
}

/** A schema issue in words: our own text if the schema has one, else what was expected. */
function reasonOf(issue: v.BaseIssue<unknown>): string {
  if (issue.type === 'strict_object')
    return issue.expected === 'never'
      ? 'is not known here'
      : issue.received === 'undefined'
        ? 'is missing'
        : 'must be an object';
  if (issue.received === 'undefined') return 'is missing';
  return issue.message.startsWith('Invalid')
    ? `must be ${issue.expected ?? 'something else'}, not ${issue.received}`
    : issue.message;
}
