import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { FacilityId } from '@portal/api';
import pg from 'pg';
import { pino } from 'pino';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Pool, connectionConfig, openPool } from '../db/pool.ts';
import { type TestDatabase, mailsIn, testDatabase, testEnvironment } from '../../tests/server/facilityServer.ts';
import { type MailSettings, type Mailer, startMailer } from './mailer.ts';
import { leaseSeconds } from '../process/worker.ts';
import { type Mail, type MailId, enqueueMail, pauses } from './queue.ts';
import { type TestSmtp, smtpRefusal, startTestSmtp } from '../../tests/server/smtp.ts';

const northlight = v.parse(FacilityId, 1);
const log = pino({ level: 'silent' });

let database: TestDatabase;
let pool: Pool;
let smtp: TestSmtp;
const mailers: Mailer[] = [];
const pools: Pool[] = [];

const start = (settings: Partial<MailSettings> = {}, on: Pool = pool): Mailer => {
  const mailer = startMailer(on.db, log, {
    smtpUrl: smtp.url,
    workers: 2,
    sender: null,
    bounces: null,
    sms: null,
    dataDir: 'never-used',
    portalUrl: null,
    ...settings,
  });
  mailers.push(mailer);
  return mailer;
};
const changed = (to: string): Mail => ({
  facilityId: northlight,
  to,
  language: 'en',
  kind: 'passwordChanged',
  values: { firstName: 'Juniper', link: 'https://portal.example.org/reset-password' },
});
async function put(mail: Mail): Promise<MailId> {
  const id = await pool.tx((tx) => enqueueMail(tx, mail));
  if (id === null) throw new Error('not put into the queue');
  return id;
}
const query = async (sql: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client(connectionConfig(database.url));
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
};
const until = async (what: () => boolean | Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + 30_000; !(await what()); await wait(10))
    if (Date.now() > end) throw new Error('waited in vain');
};
const rowOf = async (id: MailId) =>
  (
    await query(
      'select state, failure, tries, recipient, content, message_hash is not null as hashed, ended_at is not null as ended from mails where id = $1',
      [id],
    )
  )[0];
const settled = (id: MailId) =>
  until(async () => (await query('select lease from mails where id = $1', [id]))[0]?.['lease'] === null);
const tryAgainNow = () => query("update mails set next_try_at = now() where state = 'queued'");
/** A promise and the function that resolves it. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((settle) => {
    open = settle;
  });
  return { opened, open };
}

beforeAll(async () => {
  database = await testDatabase();
  pool = openPool(database.url, 10, () => undefined);
  smtp = await startTestSmtp();
});
afterEach(async () => {
  smtp.behave({});
  for (const mailer of mailers.splice(0)) await mailer.stop(5);
  for (const each of pools.splice(0)) await each.end();
  smtp.received.length = 0;
  await query('delete from mails');
});
afterAll(async () => {
  await smtp.close();
  await pool.end();
  await database.drop();
});

describe('a mail', () => {
  test('arrives with both forms, in the name of the portal, and leaves nothing but kind, hash and time behind', async () => {
    const id = await put(changed('juniper@example.org'));
    start().wake();
    await until(() => smtp.received.length === 1);
    const mail = smtp.received[0]?.mail;
    expect(mail).toMatchObject({
      from: { name: 'Northlight Patient Portal', address: 'no-reply@localhost' },
      to: [{ name: '', address: 'juniper@example.org' }],
      subject: 'Your password was changed',
      attachments: [],
    });
    expect(mail?.text).toContain('Hello Juniper,');
    expect(mail?.html).toContain('href="https://portal.example.org/reset-password"');
    expect(mail?.messageId).toMatch(/^<[0-9a-f-]{36}@localhost>$/);
    expect(mail?.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
    await settled(id);
    expect(await rowOf(id)).toEqual({
      state: 'sent',
      failure: null,
      tries: 1,
      recipient: null,
      content: null,
      hashed: true,
      ended: true,
    });
  });

  test('in Chinese arrives unharmed, from the sender of the settings', async () => {
    await put({ ...changed('mei@example.org'), language: 'zh' });
    start({ sender: { name: 'Portal, Northlight', address: 'portal@mail.example.org' } }).wake();
    await until(() => smtp.received.length === 1);
    expect(smtp.received[0]?.mail).toMatchObject({
      subject: '您的密码已更改',
      from: { name: 'Portal, Northlight', address: 'portal@mail.example.org' },
    });
    expect(smtp.received[0]?.mail.text).toContain('Juniper，您好！');
    expect(smtp.received[0]?.mail.messageId).toMatch(/@mail\.example\.org>$/);
  });

  test('of a transaction that does not commit is never sent, and one to what is no address is not taken', async () => {
    await pool
      .tx(async (tx) => {
        await enqueueMail(tx, changed('never@example.org'));
        throw new Error('undone');
      })
      .catch(() => undefined);
    expect(await pool.tx((tx) => enqueueMail(tx, changed('a@example.org\r\nRCPT TO:<b@example.org>')))).toBeNull();
    expect(await pool.tx((tx) => enqueueMail(tx, changed('a@example.org, b@example.org')))).toBeNull();
    await put(changed('last@example.org'));
    start().wake();
    await until(() => smtp.received.length > 0);
    expect(smtp.received.map(({ to }) => to)).toEqual(['last@example.org']);
  });

  test('goes on the connection of the one before, and on a new one at once if the mail server has ended that', async () => {
    let connections = 0;
    smtp.behave({ onConnect: () => (connections += 1) });
    const mailer = start();
    const send = async (to: string) => mailer.sendNow(await put(changed(to)), { within: 10_000 });
    expect([await send('a@example.org'), await send('b@example.org')]).toEqual(['sent', 'sent']);
    expect(connections).toBe(1);
    smtp.drop();
    expect(await send('c@example.org')).toBe('sent');
    expect(connections).toBe(2);
    expect(smtp.received.map(({ to }) => to)).toEqual(['a@example.org', 'b@example.org', 'c@example.org']);
  });

  test('goes out by itself within seconds, whoever put it there', async () => {
    start();
    await put(changed('by-itself@example.org'));
    await until(() => smtp.received.length === 1);
  });

  test('whose link is over is not sent any more', async () => {
    const id = await put({
      facilityId: northlight,
      to: 'late@example.org',
      language: 'en',
      kind: 'resetPassword',
      values: { firstName: 'Juniper', link: 'https://portal.example.org/' },
    });
    await query("update mails set worthless_at = now() - interval '1 second'");
    start().wake();
    await until(async () => (await rowOf(id))?.['state'] === 'expired');
    expect(await rowOf(id)).toMatchObject({ recipient: null, content: null });
    expect(smtp.received).toEqual([]);
  });
});

describe('a mail server that does not take it', () => {
  test('now (4xx): it is tried again later, the same message under the same Message-ID', async () => {
    smtp.behave({
      onMessage: () => {
        throw smtpRefusal(451);
      },
    });
    const mailer = start();
    const id = await put(changed('later@example.org'));
    expect(await mailer.sendNow(id, { within: 10_000 })).toBe('queued');
    expect(await rowOf(id)).toMatchObject({
      state: 'queued',
      failure: '451',
      tries: 1,
      recipient: 'later@example.org',
    });
    const [row] = await query(
      'select round(extract(epoch from next_try_at - now()))::int as pause, message_key from mails',
    );
    expect(row?.['pause']).toBeGreaterThan(50);
    expect(row?.['pause']).toBeLessThanOrEqual(60);
    smtp.behave({});
    mailer.wake();
    expect(await mailer.sendNow(id, { within: 10_000 })).toBe('sent');
    expect(smtp.received).toHaveLength(1);
    expect(smtp.received[0]?.mail.messageId).toBe(`<${String(row?.['message_key'])}@localhost>`);
  });

  test('and drops the connection in the middle: it is tried again and arrives once', async () => {
    smtp.behave({
      onMessage: () => {
        smtp.drop();
        throw smtpRefusal(421);
      },
    });
    const mailer = start();
    const id = await put(changed('dropped@example.org'));
    expect(await mailer.sendNow(id, { within: 10_000 })).toBe('queued');
    expect(await rowOf(id)).toMatchObject({ state: 'queued', tries: 1 });
    smtp.behave({});
    await tryAgainNow();
    mailer.wake();
    await until(async () => (await rowOf(id))?.['state'] === 'sent');
    expect(smtp.received.map(({ to }) => to)).toEqual(['dropped@example.org']);
  });

  test('for ever (5xx): that is the end of it, and nothing of it is kept', async () => {
    let asked = 0;
    smtp.behave({
      onRecipient: () => {
        asked += 1;
        throw smtpRefusal(550);
      },
    });
    const mailer = start();
    const id = await put(changed('unknown@example.org'));
    expect(await mailer.sendNow(id, { within: 10_000 })).toBe('refused');
    expect(await rowOf(id)).toMatchObject({ state: 'refused', failure: '550', recipient: null, content: null });
    expect(await mailer.sendNow(id, { within: 1000 })).toBe('refused');
    expect(asked).toBe(1);
  });

  test('is not there at all, or knows another password: a fault of the settings costs no mail', async () => {
    const id = await put(changed('patient@example.org'));
    const closed = await startTestSmtp();
    await closed.close();
    expect(await start({ smtpUrl: closed.url }).sendNow(id, { within: 15_000 })).toBe('queued');
    const guarded = await startTestSmtp({ user: 'portal', pass: 'right@1' });
    expect(await start({ smtpUrl: guarded.url.replace('right', 'wrong') }).sendNow(id, { within: 15_000 })).toBe(
      'queued',
    );
    const { host } = new URL(guarded.url);
    expect(await start({ smtpUrl: `smtp://${host}` }).sendNow(id, { within: 15_000 })).toBe('queued');
    expect(await rowOf(id)).toMatchObject({ state: 'queued', tries: 3, failure: '530' });
    expect(await start({ smtpUrl: guarded.url }).sendNow(id, { within: 15_000 })).toBe('sent');
    expect(guarded.received).toHaveLength(1);
    await guarded.close();
  });

  test('and does not relay for us: a fault of the settings costs no mail and no address', async () => {
    smtp.behave({
      onRecipient: () => {
        throw Object.assign(new Error('relay not permitted'), { responseCode: 550 });
      },
    });
    const mailer = start();
    const id = await put(changed('patient@example.org'));
    expect(await mailer.sendNow(id, { within: 10_000 })).toBe('queued');
    expect(await rowOf(id)).toMatchObject({ state: 'queued', failure: '550' });
    smtp.behave({});
    expect(await mailer.sendNow(id, { within: 10_000 })).toBe('sent');
  });

  test('eight times, within a day, with growing pauses: then it is given up', async () => {
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBe(24 * 3600);
    expect([...pauses].toSorted((a, b) => a - b)).toEqual([...pauses]);
    smtp.behave({
      onRecipient: () => {
        throw smtpRefusal(450);
      },
    });
    const mailer = start();
    const id = await put(changed('never@example.org'));
    const outcomes = [];
    for (let round = 0; round < 8; round += 1) outcomes.push(await mailer.sendNow(id, { within: 10_000 }));
    expect(outcomes).toEqual([...Array.from({ length: 7 }, () => 'queued'), 'refused']);
    expect(await rowOf(id)).toMatchObject({
      state: 'failed',
      failure: '450',
      tries: 8,
      recipient: null,
      content: null,
    });
  });

  test('within the time: whoever waits is told that it is queued, and it goes on in the background', async () => {
    const slow = gate();
    smtp.behave({ onMessage: () => slow.opened });
    const mailer = start();
    const id = await put(changed('slow@example.org'));
    expect(await mailer.sendNow(id, { within: 100 })).toBe('queued');
    expect(await start().sendNow(id, { within: 100 })).toBe('queued');
    slow.open();
    await until(async () => (await rowOf(id))?.['state'] === 'sent');
    expect(await mailer.sendNow(id, { within: 100 })).toBe('sent');
    expect(smtp.received).toHaveLength(1);
  });
});

describe('stopping', () => {
  test('waits for the mail that is being handed over, and takes no other', async () => {
    const slow = gate();
    const began = gate();
    smtp.behave({
      onMessage: () => {
        began.open();
        return slow.opened;
      },
    });
    const mailer = start();
    const id = await put(changed('in-progress@example.org'));
    mailer.wake();
    await began.opened;
    const stopped = mailer.stop(30);
    const later = await put(changed('after-the-stop@example.org'));
    mailer.wake();
    slow.open();
    await stopped;
    expect(await rowOf(id)).toMatchObject({ state: 'sent' });
    expect(await rowOf(later)).toMatchObject({ state: 'queued', tries: 0 });
  });

  test('does not wait for ever: what hangs is broken off and stays in the queue', async () => {
    const never = gate();
    const began = gate();
    smtp.behave({
      onMessage: () => {
        began.open();
        return never.opened.then(() => {
          throw smtpRefusal(451);
        });
      },
    });
    const mailer = start();
    const id = await put(changed('hanging@example.org'));
    mailer.wake();
    await began.opened;
    await mailer.stop(0.1);
    expect(await rowOf(id)).toMatchObject({ state: 'queued', failure: 'ABORTED', recipient: 'hanging@example.org' });
    never.open();
  });
});

describe('without a mail server', () => {
  test('each mail is a file that only its owner reads, and a mail program can', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outbox-'));
    const mailer = start({ smtpUrl: null, dataDir: folder });
    const id = await put({ ...changed('file@example.org'), language: 'fr' });
    expect(await mailer.sendNow(id, { within: 10_000 })).toBe('sent');
    const [name = '', ...others] = await readdir(join(folder, 'outbox'));
    expect(others).toEqual([]);
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+Z-passwordChanged-\d+\.eml$/);
    expect((await stat(join(folder, 'outbox', name))).mode & 0o777).toBe(0o600);
    expect(await mailsIn(join(folder, 'outbox'), 'file@example.org')).toMatchObject([
      { subject: 'Votre mot de passe a changé', from: { name: 'Northlight Patient Portal' } },
    ]);
    await rm(folder, { recursive: true });
  });
});

describe('several servers on one database', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const bundle = join(root, '.cache', 'mail-server');
  const children = new Set<ChildProcess>();

  beforeAll(async () => {
    const { build } = await import('vite');
    await build({
      configFile: join(root, 'server/vite.config.ts'),
      logLevel: 'error',
      build: { outDir: bundle, emptyOutDir: true, rollupOptions: { input: { main: join(root, 'server/main.ts') } } },
    });
  }, 120_000);
  afterEach(async () => {
    for (const child of children) {
      const ended = once(child, 'exit');
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await ended;
      }
    }
    children.clear();
  });

  async function serverProcess(): Promise<ChildProcess> {
    const child = spawn(process.execPath, [join(bundle, 'main.js')], {
      cwd: root,
      env: {
        ...process.env,
        ...testEnvironment,
        DATABASE_URL: database.url,
        SMTP_URL: smtp.url,
        MAIL_FROM: 'portal@example.org',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    children.add(child);
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await until(() => said.includes('"ready"') || child.exitCode !== null);
    return child;
  }
  async function kill(child: ChildProcess): Promise<void> {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    children.delete(child);
    // The dead process's mails are free again after their lease.
    await query(`update mails set leased_until = leased_until - interval '${leaseSeconds} seconds'`);
  }

  test('send each of many mails once', async () => {
    await Promise.all([serverProcess(), serverProcess()]);
    await Promise.all(Array.from({ length: 60 }, (_, index) => put(changed(`person${index}@example.org`))));
    await until(async () => (await query("select 1 from mails where state = 'queued'")).length === 0);
    const recipients = smtp.received.map(({ to }) => to);
    expect(recipients).toHaveLength(60);
    expect(new Set(recipients).size).toBe(60);
  }, 60_000);

  test('one of which is killed before the mail server took the mail: another sends it, once', async () => {
    const began = gate();
    const dead = gate();
    smtp.behave({
      onMessage: () => {
        began.open();
        return dead.opened.then(() => {
          throw smtpRefusal(451);
        });
      },
    });
    const first = await serverProcess();
    const id = await put(changed('killed@example.org'));
    await began.opened;
    await kill(first);
    smtp.behave({});
    dead.open();
    await serverProcess();
    await until(async () => (await rowOf(id))?.['state'] === 'sent');
    expect(smtp.received.map(({ to }) => to)).toEqual(['killed@example.org']);
    expect(await rowOf(id)).toMatchObject({ tries: 2 });
  }, 60_000);

  test('one of which is killed after the mail server took the mail and before it was written down: the same message comes again, and can be told by its Message-ID', async () => {
    const began = gate();
    const dead = gate();
    smtp.behave({
      onMessage: () => {
        began.open();
        return dead.opened;
      },
    });
    const first = await serverProcess();
    const id = await put(changed('twice@example.org'));
    await began.opened;
    await kill(first);
    dead.open();
    await until(() => smtp.received.length === 1);
    smtp.behave({});
    await serverProcess();
    await until(async () => (await rowOf(id))?.['state'] === 'sent');
    const [one, two, ...more] = smtp.received.map(({ raw }) => raw.toString());
    expect(more).toEqual([]);
    expect(two).toBe(one);
    expect(one).toMatch(/^Message-ID: <[0-9a-f-]{36}@example\.org>\r$/m);
  }, 60_000);
});
