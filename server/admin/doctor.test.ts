import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { type TestServer, startTestServer, testDatabase } from '../../tests/server/facilityServer.ts';
import { startTestSmtp } from '../../tests/server/smtp.ts';
import { testTls } from '../../tests/server/tls.ts';
import { onConnection } from '../db/roles.ts';

const key = 'a secret of at least thirty-two characters';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { SERVER_KEY: key } });
  // Servers of tests look for no notices and series, and their database may have been made long before.
  await server.query('delete from notice_agenda');
  await server.query('update questionnaire_series set look_at = now()');
});
afterAll(() => server.stop());

async function doctor(environment: Readonly<Record<string, string>> = {}) {
  const { code, out, err } = await command(['doctor'], server.databaseUrl, {
    DATABASE_URL: server.databaseUrl,
    DATABASE_OWNER_URL: server.ownerUrl,
    DATA_DIR: server.dataDir,
    SERVER_KEY: key,
    PORT: new URL(server.portalUrl).port,
    KIOSK_PORT: new URL(server.kioskUrl).port,
    ...environment,
  });
  const lines = out.split('\n').map((line) => {
    const [, state = '', about = '', text = ''] = /^(right|note|wrong) +(\w+) +(.+)$/.exec(line) ?? [];
    return { state, about, text };
  });
  return { code, err, lines, of: (about: string) => lines.find((one) => one.about === about) };
}

test('on a trial nothing is wrong, and every line says what it is about', async () => {
  await writeFile(join(server.dataDir, 'last-backup'), '');
  const { code, err, lines } = await doctor();
  expect(lines.filter(({ state }) => state !== 'right' && state !== 'note')).toEqual([]);
  expect([code, err]).toEqual([0, '']);
  expect(lines.filter(({ state }) => state === 'right').map(({ about }) => about)).toEqual(
    expect.arrayContaining(['database', 'clock', 'schema', 'roles', 'key', 'queues', 'disk', 'anchors', 'backup']),
  );
  for (const { text } of lines) expect(text).not.toMatch(/undefined|NaN|Infinity|demo|@/);
});

test('a table of somebody else in the same schema is not asked for', async () => {
  await server.query('create table public.of_the_facility (id int)');
  await server.query('alter table public.of_the_facility owner to pg_monitor');
  const { of } = await doctor();
  await server.query('drop table public.of_the_facility');
  expect(of('schema')).toMatchObject({ state: 'right' });
});

test('a database that cannot be opened is one line, and the rest is looked at all the same', async () => {
  const { code, of } = await doctor({ SERVER_KEY: 'another secret of more than thirty-two characters' });
  expect(code).toBe(1);
  expect(of('database')).toMatchObject({ state: 'wrong', text: expect.stringContaining('SERVER_KEY') as string });
  expect(of('portal')?.state).toBe('note');
  expect(of('schema')).toBeUndefined();
});

test('in a database that has not run the migrations of its version, a command says what to do', async () => {
  const { url, drop } = await testDatabase('demo');
  await onConnection(url, (client) =>
    client.query(
      `alter table facilities drop column after_death_days cascade;
       delete from schema_migrations where name = (select max(name) from schema_migrations)`,
    ),
  );
  expect(await command(['facility', 'show', 'Northlight'], url)).toEqual({
    code: 1,
    out: '',
    err: 'Migrations of this version have not run on the database of DATABASE_URL: start a server of this version first.',
  });
  await drop();
});

test('with a public address, what a trial may do without is wrong', async () => {
  const { code, of } = await doctor({
    PORTAL_URL: server.portalUrl,
    KIOSK_URL: 'https://127.0.0.1:2',
    DATA_DIR: '/nowhere',
  });
  expect(code).toBe(1);
  expect(of('portal')).toMatchObject({ state: 'wrong', text: expect.stringContaining('no https') as string });
  expect(of('kiosk')).toMatchObject({ state: 'wrong', text: expect.stringContaining('ECONNREFUSED') as string });
  for (const about of ['mail', 'disk', 'anchors', 'backup']) expect(of(about)?.state, about).toBe('wrong');
});

test('the same where each facility has addresses of its own, and all of them are looked at', async () => {
  await server.query(
    "update facilities set portal_url = 'https://127.0.0.1:' || id, kiosk_url = 'https://127.0.0.1:2'",
  );
  const { code, of, lines } = await doctor({ DATA_DIR: '/nowhere' });
  await server.query('update facilities set portal_url = null, kiosk_url = null');
  expect(code).toBe(1);
  for (const about of ['mail', 'backup']) expect(of(about)?.state, about).toBe('wrong');
  const looked = lines.filter(({ about }) => about === 'portal' || about === 'kiosk');
  expect(looked.map(({ state, text }) => `${state} ${text.split(' ')[0] ?? ''}`)).toEqual([
    'wrong https://127.0.0.1:1',
    'wrong https://127.0.0.1:2',
    'wrong https://127.0.0.1:2',
  ]);
});

test('an installation of today has no backup yet, and is told how to make one', async () => {
  const dataDir = join(server.dataDir, 'new');
  await mkdir(dataDir);
  expect((await doctor({ PORTAL_URL: 'https://127.0.0.1:2', DATA_DIR: dataDir })).of('backup')).toMatchObject({
    state: 'note',
    text: expect.stringContaining('admin backup FOLDER') as string,
  });
});

test('one role alone, and an owner that is none', async () => {
  expect((await doctor({ DATABASE_OWNER_URL: server.databaseUrl })).of('roles')?.text).toContain('does not own');
  const { code, out } = await command(['doctor'], server.ownerUrl, {
    DATABASE_URL: server.ownerUrl,
    DATA_DIR: server.dataDir,
    SERVER_KEY: key,
    PORTAL_URL: server.portalUrl,
  });
  expect(code).toBe(1);
  expect(out).toMatch(/^wrong +roles .*audit log/m);
});

test('a certificate that nobody trusts', async () => {
  const proxy = createServer(testTls, (_request, response) => response.end('{}'));
  await new Promise<void>((done) => {
    proxy.listen(0, '127.0.0.1', done);
  });
  const { port } = proxy.address() as AddressInfo;
  const { of } = await doctor({ PORTAL_URL: `https://localhost:${String(port)}` });
  expect(of('portal')).toMatchObject({ state: 'wrong', text: expect.stringContaining('SELF_SIGNED') as string });
  proxy.close();
});

test('a proxy before a server that starts just now, and one that leads elsewhere', async () => {
  for (const [status, says] of [
    [503, 'the server starts just now, or the proxy does not reach it'],
    [404, "lead the proxy's portal host to it"],
  ] as const) {
    const proxy = createPlainServer((_request, response) => response.writeHead(status).end());
    await new Promise<void>((done) => {
      proxy.listen(0, '127.0.0.1', done);
    });
    const { port } = proxy.address() as AddressInfo;
    const { of } = await doctor({ PORTAL_URL: `http://localhost:${String(port)}` });
    proxy.close();
    expect(of('portal')).toMatchObject({ state: 'wrong', text: expect.stringContaining(says) as string });
  }
});

test('what a proxy makes of a request is seen at /readyz', async () => {
  const seen = async (headers: Readonly<Record<string, string>>) =>
    (await server.browser().fetch('/readyz?seen', { headers })).body;
  const { host } = new URL(server.portalUrl);
  expect(await seen({})).toEqual({ status: 'ready', seen: { host, isForwarded: false } });
  expect(await seen({ 'x-forwarded-for': '192.0.2.7' })).toEqual({
    status: 'ready',
    seen: { host, isForwarded: true },
  });
  expect((await server.browser().fetch('/readyz')).body).toEqual({ status: 'ready' });
});

test('a mail server that takes us, one that refuses the login, and none', async () => {
  const smtp = await startTestSmtp({ user: 'portal', pass: 'right' });
  try {
    expect((await doctor({ SMTP_URL: smtp.url })).of('mail')?.state).toMatch(/right|note/);
    const refused = new URL(smtp.url);
    refused.password = 'wrong';
    expect((await doctor({ SMTP_URL: refused.href })).of('mail')?.text).toContain('EAUTH');
    expect(smtp.received).toEqual([]);
  } finally {
    await smtp.close();
  }
  expect((await doctor({ SMTP_URL: smtp.url })).of('mail')?.text).toContain('does not take us');
});

test('work that nobody does, an unsound log, an old backup', async () => {
  await server.query(
    "insert into notice_agenda select id, now() - interval '3 hours' from patients limit 1 on conflict (patient_id) do update set look_at = excluded.look_at",
  );
  await server.query(
    `with run as (insert into audit_check_runs (ended_at, held_until) values (now(), now()) returning id)
     insert into audit_findings (run_id, chain, seq, what) select id, 'server', 0, 'gone' from run`,
  );
  await mkdir(join(server.dataDir, 'old'));
  await writeFile(join(server.dataDir, 'old', 'last-backup'), '');
  const longAgo = new Date(Date.now() - 5 * 86_400_000);
  await utimes(join(server.dataDir, 'old', 'last-backup'), longAgo, longAgo);
  const { code, of } = await doctor({ DATA_DIR: join(server.dataDir, 'old') });
  expect(code).toBe(1);
  expect(of('backup')?.text).toContain('5 days');
  expect(of('audit')?.text).toContain('Findings: 1.');
  expect(of('queues')?.text).toContain('notice_agenda for 3 hours');
});

test('an identity system that does not answer, or has no secret, is wrong', async () => {
  const provider = {
    key: 'clinic',
    names: { en: 'Clinic account' },
    for: 'patients',
    issuer: 'http://127.0.0.1:1',
    clientId: 'portal',
    clientSecret: 'OPENID_SECRET_CLINIC',
  };
  await server.query('update facilities set identity_providers = $1::jsonb where is_default', [
    JSON.stringify([provider]),
  ]);
  expect((await doctor()).of('identity')).toMatchObject({
    state: 'wrong',
    text: expect.stringContaining('set OPENID_SECRET_CLINIC') as string,
  });
  const { code, of } = await doctor({ OPENID_SECRET_CLINIC: 'secret' });
  expect(code).toBe(1);
  expect(of('identity')).toMatchObject({
    state: 'wrong',
    text: expect.stringContaining('/.well-known/openid-configuration') as string,
  });
  await server.query("update facilities set identity_providers = '[]'");
});
