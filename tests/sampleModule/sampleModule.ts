import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ProjectCopy } from '../support/projectCopy.ts';

const files = fileURLToPath(new URL('files', import.meta.url));

interface Line {
  readonly file: string;
  readonly line: string;
  /** The line after which it is inserted; if absent, the last export. */
  readonly after?: string;
}

/** The lines that name the sample module in files of the project: one in each list. */
const lines: readonly Line[] = [
  { file: 'src/modules.ts', line: "export { default as letters } from './modules/letters/module.ts';" },
  { file: 'src/api/contract.ts', line: "export * from './letters.ts';" },
  { file: 'src/api/capabilities.ts', line: '  Letters: [],', after: '  MedicalNotes: [],' },
  { file: 'src/api/sections.ts', line: "  Letters: ['read'],", after: "  MedicalNotes: ['read']," },
  { file: 'server/handlers.ts', line: "export { letterHandlers } from './letters/handlers.ts';" },
  { file: 'server/subjects.ts', line: "export { letterSubject } from './letters/subject.ts';" },
  { file: 'tests/walls/serverRooms.ts', line: "  'server/letters/',", after: "  'server/treatmentSummary/'," },
];

const withLine = (text: string, { line, after }: Line): string => {
  const rows = text.split('\n');
  rows.splice(
    rows.findLastIndex((row) => (after === undefined ? row.startsWith('export ') : row === after)) + 1,
    0,
    line,
  );
  return rows.join('\n');
};

/** Paths of the module's own files and of the files that name it, relative to a project's folder. */
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
  for (const line of lines) await copy.write(line.file, withLine(await copy.read(line.file), line));
}

/** Removes the module again: its files, and the lines that name it. */
export async function removeSampleModule(copy: ProjectCopy): Promise<void> {
  for (const file of await ownFiles()) await copy.remove(file);
  for (const folder of ['src/modules/letters', 'server/letters']) await copy.remove(folder);
  for (const { file, line } of lines) await copy.write(file, (await copy.read(file)).replace(`${line}\n`, ''));
}
