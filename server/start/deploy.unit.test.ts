import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { settingNames } from './config.ts';

const folder = join(import.meta.dirname, '..', '..', 'deploy');
const read = (name: string) => readFile(join(folder, name), 'utf8');
const root = (name: string) => readFile(join(folder, '..', name), 'utf8');
/** Names in capitals at the beginning of a line, followed by a value. */
const namesIn = (text: string, separator: string) =>
  [...text.matchAll(new RegExp(`^ *([A-Z][A-Z_]+)${separator}`, 'gm'))].map(([, name = '']) => name);

describe('what a facility’s machine is set up with', () => {
  test('names settings that there are', async () => {
    const [, server = ''] = /^ {2}server:\n([\s\S]*?)^ {2}proxy:/m.exec(await read('compose.yaml')) ?? [];
    const named = [
      ...namesIn(server, ':'),
      ...namesIn(await read('helm/values.yaml'), ':'),
      ...namesIn(await root('server/docs/run.md'), '=(?!\\$)'),
    ];
    expect(named).toContain('DATABASE_OWNER_URL');
    expect(named.filter((name) => !settingNames.includes(name) && name !== 'NODE_ENV')).toEqual([]);
  });

  test('reads from .env what the page says that it has', async () => {
    const used = [...(await read('compose.yaml')).matchAll(/\$\{([A-Z_]+):\?\}/g)].map(([, name = '']) => name);
    const [, written = ''] = /<<END\n([\s\S]*?)^END$/m.exec(await read('README.md')) ?? [];
    expect(namesIn(written, '=')).toEqual(expect.arrayContaining(used));
  });

  test('is of this version', async () => {
    const [, version] = /"version": "(.+)"/.exec(await root('package.json')) ?? [];
    expect(await read('helm/Chart.yaml')).toContain(`\nversion: ${String(version)}\nappVersion: ${String(version)}\n`);
    expect(await root('CHANGELOG.md')).toContain(`\n## ${String(version)} `);
  });
});
