import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

/** The folder of the project. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
const parts = ['src', 'kiosk', 'sw', 'server', 'tests', 'public'];
const settings = /^(package\.json|tsconfig.*\.json|vite.*\.ts|vitest\.config\.ts|\.oxlintrc\.json)$/;

/** What a tool printed, and whether it succeeded. */
export interface Outcome {
  readonly isOk: boolean;
  readonly output: string;
}

/** A copy of the sources in which a test may change anything. */
export interface ProjectCopy {
  readonly folder: string;
  read(path: string): Promise<string>;
  write(path: string, text: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Every file of the sources, relative to the copy's folder, sorted. */
  files(): Promise<readonly string[]>;
  /** Runs a script of one of the packages. */
  run(script: string, ...args: readonly string[]): Promise<Outcome>;
  /** What `npm run types` does. */
  types(): Promise<Outcome>;
  delete(): Promise<void>;
}

/** Links the packages one by one, so that the copy's own workspaces can be beside them. */
async function linkPackages(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '@portal'), { recursive: true });
  for (const name of await readdir(join(projectRoot, 'node_modules')))
    if (name !== '@portal') await symlink(join(projectRoot, 'node_modules', name), join(modules, name));
  await symlink(join(folder, 'src', 'api'), join(modules, '@portal', 'api'));
  await symlink(join(folder, 'server'), join(modules, '@portal', 'server'));
}

/** Copies the project's sources and settings to a new folder. */
export async function copyProject(): Promise<ProjectCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'vestibule-copy-'));
  for (const part of parts)
    await cp(join(projectRoot, part), join(folder, part), {
      recursive: true,
      filter: (path) => basename(path) !== 'node_modules',
    });
  for (const name of await readdir(projectRoot))
    if (settings.test(name)) await cp(join(projectRoot, name), join(folder, name));
  await linkPackages(folder);

  const run = (script: string, ...args: readonly string[]) =>
    new Promise<Outcome>((settle) => {
      execFile(
        process.execPath,
        [join(projectRoot, 'node_modules', script), ...args],
        { cwd: folder, maxBuffer: 64_000_000 },
        // In continuous integration the tools write in colours, so the codes are removed.
        (error, stdout, stderr) => settle({ isOk: error === null, output: stripVTControlCharacters(stdout + stderr) }),
      );
    });
  return {
    folder,
    run,
    read: (path) => readFile(join(folder, path), 'utf8'),
    async write(path, text) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    },
    remove: (path) => rm(join(folder, path), { recursive: true }),
    async files() {
      const found = await Promise.all(
        parts.map((part) => readdir(join(folder, part), { recursive: true, withFileTypes: true })),
      );
      return found
        .flat()
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .toSorted();
    },
    async types() {
      const checked = await run('typescript/bin/tsc', '-b');
      const walls = await run('oxlint/bin/oxlint', '--deny-warnings');
      return { isOk: checked.isOk && walls.isOk, output: checked.output + walls.output };
    },
    delete: () => rm(folder, { recursive: true, force: true }),
  };
}
