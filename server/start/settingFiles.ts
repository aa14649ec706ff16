import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { StartRefused } from '../process/startRefused.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A secret is one line; more is another file than was meant. */
const mostBytes = 16_384;

/** The text of a file with secrets. `name`: what names the file, for the refusal. Throws `StartRefused`. */
export function privateFile(name: string, path: string, bytes: number): string {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    throw new StartRefused(
      `The file of ${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  try {
    const { mode, size } = fstatSync(file);
    if (process.platform !== 'win32' && (mode & 0o007) !== 0)
      throw new StartRefused(
        `Every user of the machine may open the file of ${name} (mode ${(mode & 0o777).toString(8)}): chmod o= ${path}`,
      );
    if (size > bytes) throw new StartRefused(`The file of ${name} is larger than ${bytes} bytes.`);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

function contentOf(name: string, path: string): string {
  const text = privateFile(name, path, mostBytes).replace(/\r?\n$/, '');
  if (text === '') throw new StartRefused(`The file of ${name} is empty.`);
  if (/[\r\n]/.test(text)) throw new StartRefused(`The file of ${name} has more than one line.`);
  return text;
}

/**
 * The environment with the settings that are in files: `SERVER_KEY_FILE` names the file whose one line is SERVER_KEY, and so for every
 * setting. A relative path is one in systemd's folder of credentials, where there is one. Throws `StartRefused`.
 */
export function withSettingFiles(environment: Environment, isSetting: (name: string) => boolean): Environment {
  const folder = environment['CREDENTIALS_DIRECTORY'] ?? '.';
  const plain: (readonly [string, string | undefined])[] = [];
  const fromFiles: (readonly [string, string])[] = [];
  for (const [name, value] of Object.entries(environment)) {
    const setting = name.replace(/_FILE$/, '');
    if (setting === name || !isSetting(setting)) plain.push([name, value]);
    else if (value !== undefined && value !== '') {
      if ((environment[setting] ?? '') !== '')
        throw new StartRefused(`${setting} and ${name} are both set: leave one of them out.`);
      fromFiles.push([setting, contentOf(setting, resolve(folder, value))]);
    }
  }
  return Object.fromEntries([...plain, ...fromFiles]);
}
