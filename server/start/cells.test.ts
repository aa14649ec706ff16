import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getFacility } from '@portal/api';
import { expect, test } from 'vitest';
import { startTestServer } from '../../tests/server/facilityServer.ts';

const isMissing = spawnSync('caddy', ['version']).error !== undefined;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** What a page at a host name says; Caddy alone is asked, whatever the name resolves to. */
const pageAt = (port: number, host: string, path: string): Promise<string> =>
  new Promise((settle, fail) => {
    get({ port, host: '127.0.0.1', path, headers: { host } }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => settle(`${String(response.statusCode)} ${body}`));
    }).on('error', fail);
  });

test.skipIf(isMissing)(
  'two cells behind one Caddy: the host name chooses, and each goes on while the other is away (skipped without caddy: Debian has it)',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vestibule-cells-'));
    const environment = { TRUST_PROXY: '1' };
    const [first, second] = await Promise.all([startTestServer({ environment }), startTestServer({ environment })]);
    const hosts = ['me.northlight.example', 'me.harbour.example'] as const;
    for (const [server, name, host] of [
      [first, 'Northlight', hosts[0]],
      [second, 'Harbour Point', hosts[1]],
    ] as const)
      await server.query(
        `with f as (update facilities set portal_url = 'http://' || $2 where short_name = $1 returning id),
           others as (delete from facility_aliases where facility_id <> (select id from f))
         insert into facility_aliases (alias, facility_id) select $2, id from f`,
        [name, host],
      );
    const port = await freePort();
    const cell = (host: string, url: string) =>
      `http://${host}:${String(port)} {\n\treverse_proxy ${new URL(url).host} {\n\t\tlb_try_duration 1s\n\t}\n}\n`;
    const file = join(folder, 'Caddyfile');
    await writeFile(
      file,
      `{\n\tadmin off\n\tauto_https off\n}\n${cell(hosts[0], first.portalUrl)}${cell(hosts[1], second.portalUrl)}`,
    );
    const caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
      env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder },
      stdio: 'ignore',
    });
    const exit = once(caddy, 'exit');
    try {
      for (const end = Date.now() + 20_000; ; await wait(50)) {
        const answer = await pageAt(port, hosts[0], '/readyz').catch(() => '');
        if (answer.startsWith('200')) break;
        if (Date.now() > end) throw new Error(`Caddy does not answer: ${answer}`);
      }
      const said = await Promise.all(
        hosts.map((host) => pageAt(port, host, `${getFacility.path}?facilityAlias=${host}`)),
      );
      expect(said[0]).toContain('"facilityShortName":"Northlight"');
      expect(said[1]).toContain('"facilityShortName":"Harbour Point"');
      await first.stop();
      expect(await pageAt(port, hosts[0], '/readyz')).toMatch(/^50[234]/);
      expect(await pageAt(port, hosts[1], '/readyz')).toMatch(/^200/);
      expect(await pageAt(port, 'elsewhere.example', '/readyz')).not.toContain('ready');
    } finally {
      caddy.kill();
      await exit;
      await second.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
