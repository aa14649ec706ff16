import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAlive, until } from '../../tests/server/serverProcess.ts';
import { scannerOf } from './scanner.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-scanner-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const file = Buffer.alloc(3_000_000, 'scan me ');

describe('the scanner', () => {
  test.each([
    ['exit 0', 'clean'],
    ['cat > /dev/null; exit 1', 'infected'],
    ['exit 2', 'unknown'],
    ['kill -9 $$', 'unknown'],
    ['/no/such/scanner', 'unknown'],
  ])('a command that does `%s` says that a file is %s', async (command, result) => {
    expect(await scannerOf(command)(file)).toBe(result);
  });

  test('gets every byte of the file', async () => {
    const seen = join(folder, 'seen');
    expect(await scannerOf(`cat > "${seen}"`)(file)).toBe('clean');
    expect((await readFile(seen)).equals(file)).toBe(true);
  });

  test('that does not end is ended, with all that it has begun', async () => {
    const begun = join(folder, 'begun');
    const command = `sleep 60 & echo $! > "${begun}"; wait`;
    expect(await scannerOf(command, 500)(file)).toBe('unknown');
    const pid = Number(await readFile(begun, 'utf8'));
    await until(() => !isAlive(pid));
  });

  test('is not there: then every file is clean', async () => {
    expect(await scannerOf(null)(file)).toBe('clean');
  });
});
