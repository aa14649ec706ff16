import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chown, link, lstat, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { exists, makeFolder } from '../process/folders.ts';
import { StartRefused } from '../process/startRefused.ts';
import { type Account, type Binaries, canReach, databaseAccount, findBinaries } from './binaries.ts';

const run = promisify(execFile);

/** Role that owns the database and runs its migrations. */
const superuser = 'vestibule';
/** Role that the server works as. It owns nothing. */
export const serverRole = 'vestibule_server';
/** A Unix socket's whole path must stay under 104 bytes on macOS and 108 on Linux. */
const longestSocketFolder = 85;

export interface Layout {
  /** The data folder, or the folder that stands for it if PostgreSQL cannot reach it. */
  readonly root: string;
  /** The cluster's folder, `PGDATA`. */
  readonly cluster: string;
  readonly sockets: string;
  readonly logFile: string;
  readonly account: Account | null;
  readonly binaries: Binaries;
}

/** Where the cluster of a data folder is, and as whom it runs. `say` gets one line if it is outside of the data folder. */
export async function layoutOf(folder: string, say: (line: string) => void): Promise<Layout> {
  const account = await databaseAccount(join(folder, 'database'));
  const mark = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  const spare = account === null ? folder : '/var/lib/vestibule';
  let root = folder;
  if (!(await canReach(account, folder))) {
    root = join(spare, mark);
    say(
      `The user "${account?.name ?? ''}", whom PostgreSQL runs as, cannot reach ${folder}: the database is kept in ${root}.`,
    );
  }
  await makeFolder(root, 0o755);
  const besideData = join(root, 'sockets');
  const sockets = Buffer.byteLength(besideData) <= longestSocketFolder ? besideData : join('/tmp', `vestibule-${mark}`);
  return {
    root,
    cluster: join(root, 'database'),
    sockets,
    logFile: join(root, 'postgresql.log'),
    account,
    binaries: await findBinaries(account, spare),
  };
}

export async function ownFolder(path: string, account: Account | null): Promise<void> {
  await makeFolder(path, 0o700);
  if (account !== null) await chown(path, account.uid, account.gid);
  const found = await lstat(path);
  if (!found.isDirectory() || (process.getuid !== undefined && found.uid !== (account?.uid ?? process.getuid()))) {
    throw new StartRefused(`${path} belongs to somebody else.`);
  }
}

/** Initialises the cluster in a temporary folder and renames it in one step: neither a kill nor a second start leaves half of it. */
export async function initialise({ cluster, account, binaries }: Layout): Promise<void> {
  const half = `${cluster}.new-${randomBytes(4).toString('hex')}`;
  const passwordFile = `${half}.password`;
  const password = randomBytes(24).toString('base64url');
  try {
    await ownFolder(half, account);
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (account !== null) await chown(passwordFile, account.uid, account.gid);
    await run(
      binaries.initdb,
      [
        `--pgdata=${half}`,
        `--username=${superuser}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
      ],
      {
        cwd: '/',
        env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
        ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
      },
    );
    await rename(passwordFile, join(half, 'vestibule.password'));
    await rename(half, cluster).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(half, { recursive: true, force: true });
    await rm(passwordFile, { force: true });
  }
}

export const onLoopback = process.platform === 'win32';

type Address = (database: string, port: number) => string;
interface Addresses {
  readonly owner: Address;
  readonly server: Address;
  readonly serverPassword: string;
}

/** The passwords of both roles are in the cluster's folder, readable by its user only. The server role's is made here if it is missing. */
export async function addressesOf({ cluster, sockets, account }: Layout): Promise<Addresses> {
  const serverFile = join(cluster, 'vestibule.server.password');
  if (!(await exists(serverFile))) {
    const half = `${serverFile}.${randomBytes(4).toString('hex')}`;
    await writeFile(half, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (account !== null) await chown(half, account.uid, account.gid);
    // If two starts make it at once, the second uses the first one's.
    await link(half, serverFile).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(half);
  }
  const [password, serverPassword] = await Promise.all(
    [join(cluster, 'vestibule.password'), serverFile].map(async (file) => (await readFile(file, 'utf8')).trim()),
  );
  const addressAs =
    (role: string, secret = ''): Address =>
    (database, port) =>
      onLoopback
        ? `postgresql://${role}:${secret}@127.0.0.1:${port}/${database}`
        : `postgresql://${role}:${secret}@/${database}?host=${encodeURIComponent(sockets)}&port=${port}`;
  return {
    owner: addressAs(superuser, password),
    server: addressAs(serverRole, serverPassword),
    serverPassword: serverPassword ?? '',
  };
}
