import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ProjectCopy } from '../support/projectCopy.ts';

const files = fileURLToPath(new URL('files', import.meta.url));

/** All that names the sample module outside of its own files: one line in the portal, the contract and the server. */
const lines: readonly { readonly file: string; readonly line: string }[] = [
  { file: 'src/modules.ts', line: "export { default as letters } from './modules/letters/module.ts';" },
  { file: 'src/api/areas.ts', line: "export * from './letters.ts';" },
  { file: 'server/areas/areas.ts', line: "export { letterHandlers } from './letters.ts';" },
];

/** Puts each line behind the last one of its kind. */
const withLine = (text: string, line: string): string => {
  const rows = text.split('\n');
  rows.splice(rows.findLastIndex((row) => row.startsWith('export ')) + 1, 0, line);
  return rows.join('\n');
};

/** Its own files, from the folder of a project on, and the three that name it. */
export async function sampleFiles(): Promise<readonly string[]> {
  return [...(await ownFiles()), ...lines.map(({ file }) => file)];
}

async function ownFiles(): Promise<readonly string[]> {
  const entries = await readdir(files, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(files.length + 1));
}

/** Adds the sample module to a copy of the project. */
export async function addSampleModule(copy: ProjectCopy): Promise<void> {
  await cp(files, copy.folder, { recursive: true });
  for (const { file, line } of lines) await copy.write(file, withLine(await copy.read(file), line));
}

/** Takes it out again: its files, and the three lines. */
export async function removeSampleModule(copy: ProjectCopy): Promise<void> {
  for (const file of await ownFiles()) await copy.remove(file);
  await copy.remove('src/modules/letters');
  for (const { file, line } of lines) await copy.write(file, (await copy.read(file)).replace(`${line}\n`, ''));
}
