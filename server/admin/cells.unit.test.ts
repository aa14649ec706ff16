import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installationOf } from './cells.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cells-'));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
async function fileWith(text: string, mode = 0o600): Promise<string> {
  const path = join(folder, `file-${String((files += 1))}`);
  await writeFile(path, text);
  await chmod(path, mode);
  return path;
}
const key = 'a key of all cells, for these tests';
const north = { DATABASE_URL: 'postgresql://a@north/portal', SERVER_KEY: key, DATA_DIR: '/var/north' };
const south = { DATABASE_URL: 'postgresql://a@south/portal', SERVER_KEY: key, DATA_DIR: '/var/south' };
const ofList = async (list: unknown, more = {}) =>
  installationOf({ CELLS: await fileWith(JSON.stringify(list)), ...more });

test('a cell has its own settings, also from files, and the environment lends it none', async () => {
  const SERVER_KEY_FILE = await fileWith('another key, of the south alone, for tests\n');
  const { SERVER_KEY: _, ...others } = south;
  const here = await ofList({ north, south: { ...others, SERVER_KEY_FILE } }, { PORTAL_URL: 'https://here.example' });
  expect(here.cellNames()).toEqual(['north', 'south']);
  expect(here.cell('north').config()).toMatchObject({
    databaseUrl: north.DATABASE_URL,
    serverKey: key,
    portalUrl: null,
  });
  expect(here.cell('south').config()).toMatchObject({ serverKey: 'another key, of the south alone, for tests' });
  expect(here.cell('south').cell('north').config().dataDir).toBe('/var/north');
  expect(here.config()).toMatchObject({ databaseUrl: null, portalUrl: 'https://here.example' });
});

test('an unknown name lists those that there are', async () => {
  const here = await ofList({ north, south });
  for (const name of ['east', '', 'constructor'])
    expect(() => here.cell(name)).toThrow(`There is no cell "${name}"; there are: north, south.`);
  expect(() => installationOf({}).cell('north')).toThrow('the setting CELLS names none');
});

test.each<[string, unknown, string]>([
  ['a cell without a key of its own', { north: { ...north, SERVER_KEY: '' } }, 'north.SERVER_KEY: a text is expected'],
  [
    'a cell that lacks its database',
    { north: { SERVER_KEY: key, DATA_DIR: 'n' } },
    'north: it has no DATABASE_URL, and the environment lends a cell nothing',
  ],
  ['a setting that there is not', { north: { ...north, SERVERKEY: key } }, 'north.SERVERKEY: this is no setting'],
  [
    'two cells with one folder of anchors',
    { north, south: { ...south, DATA_DIR: '/var/north' } },
    'two cells have one',
  ],
  ['the name of all', { all: north }, 'all is no name'],
  ['a name with a space', { 'the north': north }, 'a name has small letters'],
])('refuses %s', async (_what, list, why) => {
  const here = await ofList(list);
  expect(() => here.cellNames()).toThrow(why);
});

test('refuses a file that is no JSON without a word of it, and one that every user may open', async () => {
  const broken = installationOf({ CELLS: await fileWith('{ "north": secret') });
  expect(() => broken.cellNames()).toThrow(/^The file of CELLS is no JSON\.$/);
  const path = await fileWith('{}', 0o644);
  if (process.platform !== 'win32')
    expect(() => installationOf({ CELLS: path }).cellNames()).toThrow(`chmod o= ${path}`);
});
