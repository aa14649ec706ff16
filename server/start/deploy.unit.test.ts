import { readFile, readdir } from 'node:fs/promises';
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
    const values = await read('helm/values.yaml');
    const named = [
      ...namesIn(server, ':'),
      ...namesIn(values, ':'),
      ...(/^ {2}names: \[(.+)\]$/m.exec(values)?.[1]?.split(', ') ?? []),
      ...namesIn(await root('server/docs/run.md'), '=(?!\\$)'),
    ];
    expect(named).toEqual(expect.arrayContaining(['DATABASE_OWNER_URL', 'SERVER_KEY', 'SERVER_KEY_FILE']));
    const isSetting = (name: string): boolean => settingNames.includes(name.replace(/_FILE$/, ''));
    expect(named.filter((name) => !isSetting(name) && name !== 'NODE_ENV')).toEqual([]);
  });

  test('reads from .env what the page says that it has', async () => {
    const used = [...(await read('compose.yaml')).matchAll(/\$\{([A-Z_]+):\?\}/g)].map(([, name = '']) => name);
    const [, written = ''] = /<<END\n([\s\S]*?)^END$/m.exec(await read('README.md')) ?? [];
    expect(namesIn(written, '=')).toEqual(expect.arrayContaining(used));
  });

  test('keeps the secrets of this machine out of releases, images and the history', async () => {
    const [release, ignored, history] = [
      await root('server/bin/release.mjs'),
      (await read('Dockerfile.dockerignore')).split('\n'),
      (await root('.gitignore')).split('\n'),
    ];
    const [, names = ''] = /ofThisMachine = \[(.+?)\]/.exec(release) ?? [];
    expect(names).toBe("'.env', 'facility', 'secrets'");
    expect(ignored).toEqual(expect.arrayContaining(['deploy/.env', 'deploy/facility', 'deploy/secrets']));
    expect(history).toEqual(expect.arrayContaining(['/deploy/.env', '/deploy/facility/', '/deploy/secrets/']));
  });

  test('is of this version', async () => {
    const [, version] = /"version": "(.+)"/.exec(await root('package.json')) ?? [];
    expect(await read('helm/Chart.yaml')).toContain(`\nversion: ${String(version)}\nappVersion: ${String(version)}\n`);
    expect(await root('CHANGELOG.md')).toContain(`\n## ${String(version)} `);
  });

  test('has templates that name values that there are, and that no formatter has spoilt', async () => {
    const values = await read('helm/values.yaml');
    const names = await readdir(join(folder, 'helm/templates'));
    expect(names).toContain('networkPolicy.yaml');
    for (const name of names) {
      const template = await read(`helm/templates/${name}`);
      expect(template, name).not.toMatch(/\{ \{ ?[.$]/);
      for (const [, group = '', member] of template.matchAll(/\.Values\.(\w+)(?:\.(\w+))?/g)) {
        const [block] = new RegExp(`^${group}:.*(?:\\n(?: .*)?)*`, 'm').exec(values) ?? [];
        expect(block, `${name}: ${group}`).toBeDefined();
        if (member !== undefined) expect(block, `${name}: ${group}`).toMatch(new RegExp(`^ {2}${member}:`, 'm'));
      }
    }
  });

  test('runs the server with nothing but what it needs, and has where a list of its connections goes', async () => {
    const unit = await read('vestibule.service');
    for (const line of ['ProtectSystem=strict', 'NoNewPrivileges=true', 'CapabilityBoundingSet=', 'User=vestibule'])
      expect(unit.split('\n')).toContain(line);
    for (const line of ['#IPAddressDeny=any', '#IPAddressAllow=localhost']) expect(unit.split('\n')).toContain(line);
    expect(unit).toMatch(/^#LoadCredentialEncrypted=server-key:/m);
    const policy = await read('helm/templates/networkPolicy.yaml');
    expect(policy).toContain('policyTypes: [Ingress, Egress]');
  });

  test('stops the server alone, which stops the embedded database after its last request', async () => {
    const unit = await read('vestibule.service');
    expect(unit).toMatch(/^KillMode=mixed$/m);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(2 * 10 + 60 + 30);
  });

  test('gives the server its secrets as files that its user alone may read', async () => {
    const compose = await read('compose.yaml');
    expect(compose).toContain('SERVER_KEY_FILE: /run/secrets/server_key');
    expect(compose).not.toMatch(/SERVER_KEY:|SMTP_URL:/);
    expect(await read('helm/templates/server.yaml')).not.toContain('secretRef');
    expect(await read('helm/values.yaml')).toContain('defaultMode: 288');
  });
});
