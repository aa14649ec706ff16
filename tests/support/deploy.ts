import { createHash, randomBytes } from 'node:crypto';
import { cp, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const textual = new Set(['.js', '.css', '.html', '.json']);

type Target = 'portal' | 'kiosk';

/** A copy of the builds that can be replaced while a server serves it. */
export interface Deployment {
  /** To be passed to `startFacility({ dist })`. */
  readonly dist: string;
  /** The current names of an app's files under `/assets`; the portal's if `target` is left out. */
  assets(target?: Target): Promise<readonly string[]>;
  /** Replaces the builds by builds in which every file of both apps has another name, and deletes all old files. */
  redeploy(): Promise<void>;
  /** Removes the portal's files with matching names. Returns a function that brings them back. */
  lose(names: RegExp): Promise<() => Promise<void>>;
  remove(): Promise<void>;
}

async function filesOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Copies the builds to a folder of the repository, where the server still finds its packages. */
export async function ownDeployment(): Promise<Deployment> {
  const folder = join(root, '.cache', 'deployments', randomBytes(6).toString('hex'));
  const dist = join(folder, 'dist');
  await mkdir(dist, { recursive: true });
  for (const part of ['portal', 'kiosk', 'server'])
    await cp(join(root, 'dist', part), join(dist, part), { recursive: true });
  const assets = (target: Target = 'portal') => readdir(join(dist, target, 'assets'));
  const redeploy = async (target: Target) => {
    const names = new Map<string, string>();
    for (const name of await assets(target)) {
      const [, stem, hash] = /^(.+)-([\w-]{8})\.\w+$/.exec(name) ?? [];
      if (stem === undefined || hash === undefined) continue;
      names.set(`${stem}-${hash}`, `${stem}-${createHash('sha256').update(name).digest('base64url').slice(0, 8)}`);
    }
    const renamed = (text: string) => {
      for (const [from, to] of names) text = text.replaceAll(from, to);
      return text;
    };
    const next = join(folder, 'next');
    await cp(join(dist, target), next, { recursive: true });
    for (const file of await filesOf(next)) {
      if (textual.has(extname(file))) await writeFile(file, renamed(await readFile(file, 'utf8')));
      const name = renamed(file);
      if (name !== file) await rename(file, name);
    }
    await rename(join(dist, target), join(folder, 'old'));
    await rename(next, join(dist, target));
    await rm(join(folder, 'old'), { recursive: true });
  };
  return {
    dist,
    assets,
    async redeploy() {
      await redeploy('portal');
      await redeploy('kiosk');
    },
    async lose(names) {
      const lost = (await assets()).filter((name) => names.test(name));
      if (lost.length === 0) throw new Error(`There is no file ${names.source}.`);
      const place = (name: string) => join(dist, 'portal', 'assets', name);
      for (const name of lost) await rename(place(name), join(folder, name));
      return async () => {
        for (const name of lost) await rename(join(folder, name), place(name));
      };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
