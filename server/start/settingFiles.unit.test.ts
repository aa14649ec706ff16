import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'settings-'));
});
afterAll(() => rm(folder, { recursive: true }));

const key = 'a-key-of-thirty-two-characters-or-more';
let files = 0;
async function fileWith(text: string, mode = 0o400): Promise<string> {
  const path = join(folder, String((files += 1)));
  await writeFile(path, text, { mode });
  await chmod(path, mode);
  return path;
}

test('any setting may be the one line of a file', async () => {
  expect(readConfig({ SERVER_KEY_FILE: await fileWith(`${key}\n`) }, []).serverKey).toBe(key);
  expect(readConfig({ SERVER_KEY_FILE: await fileWith(key, 0o440) }, []).serverKey).toBe(key);
  const DATABASE_URL_FILE = await fileWith('postgresql://portal_server:secret@db/portal\r\n');
  expect(readConfig({ DATABASE_URL_FILE }, []).databaseUrl).toBe('postgresql://portal_server:secret@db/portal');
  const OPENID_SECRET_CLINIC_FILE = await fileWith('of the clinic\n');
  expect([...readConfig({ OPENID_SECRET_CLINIC_FILE }, []).openIdSecrets]).toEqual([
    ['OPENID_SECRET_CLINIC', 'of the clinic'],
  ]);
});

test('a relative path is a credential of systemd, where it gives some', async () => {
  const SERVER_KEY_FILE = (await fileWith(key)).slice(folder.length + 1);
  expect(readConfig({ SERVER_KEY_FILE, CREDENTIALS_DIRECTORY: folder }, []).serverKey).toBe(key);
  expect(() => readConfig({ SERVER_KEY_FILE }, [])).toThrow('The file of SERVER_KEY cannot be read: ENOENT');
});

test('what comes from a file keeps the rules of its setting, and no refusal says what is in it', async () => {
  expect(() => readConfig({ PORT_FILE: '/nowhere' }, [])).toThrow('The file of PORT cannot be read');
  const refused = async (text: string, mode?: number): Promise<string> => {
    try {
      readConfig({ SERVER_KEY_FILE: await fileWith(text, mode) }, []);
      return '';
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
  };
  expect(await refused('short')).toBe('The setting SERVER_KEY is wrong: a text of at least 32 characters.');
  expect(await refused('')).toBe('The file of SERVER_KEY is empty.');
  expect(await refused(`${key}\n${key}\n`)).toBe('The file of SERVER_KEY has more than one line.');
  expect(await refused(key.repeat(1000))).toBe('The file of SERVER_KEY is larger than 16384 bytes.');
});

test.skipIf(process.platform === 'win32')('a file that other users may open is refused, with what to do', async () => {
  for (const mode of [0o644, 0o402, 0o444]) {
    const path = await fileWith(key, mode);
    expect(() => readConfig({ SERVER_KEY_FILE: path }, [])).toThrow(
      `Every user of the machine may open the file of SERVER_KEY (mode ${mode.toString(8)}): chmod o= ${path}`,
    );
  }
});

test('a setting is given once', async () => {
  const SERVER_KEY_FILE = await fileWith(key);
  expect(() => readConfig({ SERVER_KEY: key, SERVER_KEY_FILE }, [])).toThrow(
    'SERVER_KEY and SERVER_KEY_FILE are both set: leave one of them out.',
  );
  expect(readConfig({ SERVER_KEY: '', SERVER_KEY_FILE }, []).serverKey).toBe(key);
  expect(readConfig({ SERVER_KEY: key, SERVER_KEY_FILE: '' }, []).serverKey).toBe(key);
});

test('what is no setting is not opened', () => {
  expect(readConfig({ SOMETHING_ELSE_FILE: '/nowhere' }, []).serverKey).toBe('');
});
