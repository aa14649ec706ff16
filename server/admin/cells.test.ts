import { afterAll, beforeAll, expect, test } from 'vitest';
import { listOfCells } from '../../tests/server/cells.ts';
import { command } from '../../tests/server/commands.ts';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

const SERVER_KEY = 'a key of all cells, for these tests';
let north: TestServer;
let south: TestServer;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  [north, south] = await Promise.all([
    startTestServer({ environment: { SERVER_KEY } }),
    startTestServer({ environment: { SERVER_KEY: 'a key of the south, for these tests' } }),
  ]);
  await north.query("update facilities set name = 'Northern' where short_name = 'Northlight'");
  await south.query("update facilities set name = 'Southern' where short_name = 'Northlight'");
  const away = 'postgresql://nobody@127.0.0.1:1/portal';
  environment = {
    SERVER_KEY,
    ...(await listOfCells(north.dataDir, {
      north: { DATABASE_URL: north.databaseUrl, SERVER_KEY, DATA_DIR: north.dataDir },
      away: { DATABASE_URL: away, SERVER_KEY, DATA_DIR: `${north.dataDir}/away` },
      south: { DATABASE_URL: south.databaseUrl, SERVER_KEY, DATA_DIR: south.dataDir },
    })),
  };
});
afterAll(async () => {
  await north?.stop();
  await south?.stop();
});
const admin = (...args: readonly string[]) => command(args, north.databaseUrl, environment);

test('a command works on the cell that is named, and on that of the environment without a name', async () => {
  expect((await admin('facility', 'list')).out).toContain('Northern');
  expect(await admin('--cell', 'north', 'facility', 'list')).toEqual(await admin('facility', 'list'));
  const settings = ['user', 'sign-out', '--user', 'patient'];
  const browser = await north.signedIn('patient');
  expect((await admin('--cell', 'north', ...settings)).code).toBe(0);
  expect((await browser.refresh()).status).toBe(400);
});

test('refuses a cell that is not there, one whose servers have another key, and a name after the command', async () => {
  expect(await admin('--cell', 'east', 'facility', 'list')).toEqual({
    code: 2,
    out: '',
    err: 'There is no cell "east"; there are: north, away, south.',
  });
  const { code, err } = await admin('--cell', 'south', 'facility', 'list');
  expect([code, err]).toEqual([1, expect.stringContaining('SERVER_KEY is not the one that the servers')]);
  expect(await admin('facility', 'list', '--cell', 'north')).toEqual({
    code: 2,
    out: '',
    err: "Unknown option '--cell': it comes before the command",
  });
});

test('all asks one after another, also after one that does not answer, and only looks', async () => {
  const { code, out, err } = await admin('--cell', 'all', 'facility', 'list');
  expect(code).toBe(1);
  expect(out).toMatch(/^north:\n.*Northern[^]*\naway:\nsouth:$/);
  expect(err).toMatch(/^away: Cannot reach .*\nsouth: SERVER_KEY is not the one/);
  expect(await admin('--cell', 'all', 'user', 'sign-out', '--user', 'patient')).toMatchObject({
    code: 2,
    err: '"user sign-out" is for one cell at a time: name it.',
  });
  expect(await command(['--cell', 'all', 'facility', 'list'], north.databaseUrl)).toMatchObject({ code: 2 });
});
