import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const run = promisify(execFile);

/** A tree that is built in no time. */
let tree: string;
const at = (...path: string[]): string => join(tree, ...path);
beforeEach(async () => {
  tree = await mkdtemp(join(tmpdir(), 'setup-'));
  for (const folder of [
    ['server', 'bin'],
    ['node_modules', 'vite', 'bin'],
    ['dist', '.building'],
  ])
    await mkdir(at(...folder), { recursive: true });
  await cp(fileURLToPath(new URL('setup.mjs', import.meta.url)), at('server', 'bin', 'setup.mjs'));
  await writeFile(at('server', 'vite.config.ts'), '');
  await writeFile(
    at('node_modules', 'vite', 'bin', 'vite.js'),
    `const { mkdirSync, writeFileSync } = require('node:fs');
     const to = process.argv[process.argv.indexOf('--outDir') + 1];
     mkdirSync(to);
     writeFileSync(to + '/main.js', 'built');`,
  );
});
afterEach(() => rm(tree, { recursive: true }));

/** Builds while a killed build has left its lock, whose process had the number that `owner` gives. */
const buildBehind = (owner: string) =>
  run(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { writeFileSync } from 'node:fs';
       import { build } from './server/bin/setup.mjs';
       writeFileSync('dist/.building/pid', String(${owner}));
       await build(['server']);`,
    ],
    { cwd: tree, timeout: 8000 },
  );

test.each([
  ['belongs to nobody now', '2 ** 22 + 1'],
  ['is now that of this build, as in a container that starts anew', 'process.pid'],
])('a build goes on after one that was killed and whose number %s', async (_, owner) => {
  await buildBehind(owner);
  expect(await readFile(at('dist', 'server', 'main.js'), 'utf8')).toBe('built');
});

test('a build says for whom it waits', async () => {
  const failure: unknown = await buildBehind('process.ppid').catch((error: unknown) => error);
  expect(failure).toMatchObject({
    stdout: `Another build is running (process ${String(process.pid)}): waiting for it …\n`,
  });
});
