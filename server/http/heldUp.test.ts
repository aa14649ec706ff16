import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { onConnection } from '../db/roles.ts';
import { type TestDatabase, testDatabase } from '../../tests/server/facilityServer.ts';
import { startTestImap } from '../../tests/server/imap.ts';
import { authserv, hostileMails, rawMail, replyTo, testToken } from '../../tests/server/mails.ts';
import { type Processes, type Started, ownProcesses, until } from '../../tests/server/serverProcess.ts';
import { testTls } from '../../tests/server/tls.ts';
import { hashOf } from './secrets.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const key = 'k'.repeat(43);
let processes: Processes;
let database: TestDatabase;
let running: Started;
beforeAll(async () => {
  processes = await ownProcesses('held-up');
  database = await testDatabase();
  await onConnection(database.url, (client) =>
    client.query('update external_systems set answer_key_hash = $1 where id = 1', [hashOf(key)]),
  );
  running = await start({ TRUST_PROXY: '1' });
});
/** With the amount of memory that Node uses by default on a small machine. */
const start = (more: Readonly<Record<string, string>>): Promise<Started> =>
  processes.start({ DATABASE_URL: database.url, NODE_OPTIONS: '--max-old-space-size=512', ...more });
afterAll(async () => {
  await processes.endAll();
  await processes.remove();
  await database.drop();
});

const size = 13_900_000;
const filled = (before: string, member: string, after: string): string => {
  const count = Math.floor((size - before.length - after.length) / (member.length + 1));
  return `${before}${`${member},`.repeat(count - 1)}${member}${after}`;
};
const bodies = {
  'members of nothing': filled('{"resourceType":"Communication","payload":[', '{}', ']}'),
  'one letter that cannot be stored': filled(
    '{"resourceType":"Communication","language":"\\u0000","payload":[',
    '{}',
    ']}',
  ),
  identifiers: filled('{"resourceType":"Communication","identifier":[', '{"value":"1"}', ']}'),
  'objects in objects':
    `{"resourceType":"Communication","x":${'{"a":'.repeat(2_300_000)}1${'}'.repeat(2_300_000)}}`.slice(0, size),
  'one long text': `{"resourceType":"Communication","payload":[{"contentString":"${'\\u0000'.repeat(2_300_000)}"}]}`,
} as const;

const post = (body: string, given: string) =>
  fetch(`${running.portal}/api/messageSystems/1/communications`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'system-key': given },
    body,
  }).then(({ status }) => status);

/** The longest time in milliseconds that somebody else waited for an answer during `work`. */
async function waitedDuring(work: Promise<unknown>, { portal } = running): Promise<number> {
  let longest = 0;
  let isOver = false;
  void work
    .catch(() => null)
    .finally(() => {
      isOver = true;
    });
  while (!isOver) {
    const begun = performance.now();
    expect((await fetch(`${portal}/healthz`)).status).toBe(200);
    longest = Math.max(longest, performance.now() - begun);
  }
  return longest;
}
/** The memory that a server uses now, or has used at most, in megabytes. */
const memory = async (what: 'VmRSS' | 'VmHWM' = 'VmRSS', { pid } = running): Promise<number> =>
  Number(new RegExp(`^${what}:\\s+(\\d+) kB`, 'm').exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) /
  1000;

/** `FIGURES=1` prints both numbers. The limits are wide, because the machine may be busy. */
const mostWait = 3000;
const mostMemory = 500;

test.runIf(process.platform === 'linux')(
  'whoever has no key is refused before their body is read, and nobody waits for it',
  async () => {
    for (const [what, body] of Object.entries(bodies)) {
      const answer = post(body, 'x'.repeat(43)).catch(() => 401);
      const waited = await waitedDuring(answer);
      expect(await answer, what).toBe(401);
      expect(waited, what).toBeLessThan(mostWait);
    }
    expect(await memory()).toBeLessThan(mostMemory);
  },
);

test.runIf(process.platform === 'linux')(
  'a system with a key holds up nobody either, whatever it sends, and four at once',
  async () => {
    const figures: Record<string, number> = {};
    for (const [what, body] of Object.entries(bodies)) {
      const answer = post(body, key);
      figures[what] = Math.round(await waitedDuring(answer));
      expect(await answer, what).toBe(400);
    }
    const atOnce = Promise.all(
      Object.values(bodies)
        .slice(0, 4)
        .map((body) => post(body, key).catch(() => 503)),
    );
    figures['four at once'] = Math.round(await waitedDuring(atOnce));
    for (const status of await atOnce) expect([400, 503]).toContain(status);
    figures['RSS'] = Math.round(await memory());
    expect(Math.max(...Object.values(figures)), JSON.stringify(figures)).toBeLessThan(mostWait);
    expect(figures['RSS'], JSON.stringify(figures)).toBeLessThan(mostMemory);
    if (process.env['FIGURES'] === '1') process.stderr.write(`${JSON.stringify(figures)}\n`);
  },
);

test.runIf(process.platform === 'linux')('hostile mails in the mailbox of replies hold up nobody', async () => {
  const imap = await startTestImap();
  onTestFinished(() => imap.close());
  await onConnection(database.url, async (client) => {
    await client.query(
      "update external_systems set mailbox_address = 'team@clinic.example', mailbox_senders = '{@clinic.example}' where id = 1",
    );
    await client.query(
      `with thread as (update secure_threads set external_system_id = 1 where id = (select min(id) from secure_threads) returning id)
       insert into message_reply_tokens (token_hash, thread_id) select $1, id from thread`,
      [hashOf(testToken)],
    );
  });
  const authority = join(processes.folder, 'authority.pem');
  await writeFile(authority, testTls.cert);
  for (const mail of [...hostileMails(), rawMail({ body: 'No.' })]) imap.put(mail);
  const reading = await start({
    MAILBOX_IMAP: imap.url,
    MAILBOX_REPLY_TO: replyTo,
    MAILBOX_AUTHSERV: authserv,
    NODE_EXTRA_CA_CERTS: authority,
  });
  const lying = () => [imap.folders.get('Done')?.length, imap.folders.get('Refused')?.length].join();
  const waited = Math.round(
    await waitedDuring(
      until(() => lying() === '1,3'),
      reading,
    ),
  );
  const figures = { waited, 'RSS at most': Math.round(await memory('VmHWM', reading)) };
  if (process.env['FIGURES'] === '1') process.stderr.write(`hostile mails: ${JSON.stringify(figures)}\n`);
  expect(lying()).toBe('1,3');
  expect(waited).toBeLessThan(mostWait);
  expect(figures['RSS at most'], JSON.stringify(figures)).toBeLessThan(mostMemory);
});

const signIn = (username: string, password: string, headers: Readonly<Record<string, string>>) =>
  fetch(`${running.portal}/token`, {
    method: 'POST',
    headers: { 'portal-type': 'patientPortal', ...headers },
    body: new URLSearchParams({ grant_type: 'password', username, password }),
  });
/**
 * Who tries 300 wrong passwords at once. `roundRobin.unit.test.ts` tests their turns; `FIGURES=1` prints how long the right password took.
 */
const strangers: Readonly<Record<string, (at: number) => Readonly<Record<string, string>>>> = {
  'one address': () => ({ 'x-forwarded-for': '192.0.2.1' }),
  'one address, with cookies that it made up': (at) => ({
    'x-forwarded-for': '192.0.2.2',
    cookie: `vestibule-portal-browser=${String(at).padStart(43, 'c')}`,
  }),
  'thirty addresses': (at) => ({ 'x-forwarded-for': `203.0.113.${String(at % 30)}` }),
};

test.each(Object.entries(strangers))(
  'three hundred wrong passwords of %s keep nobody from signing in',
  async (who, from) => {
    const wrong = Promise.all(Array.from({ length: 300 }, (_, at) => signIn(`nobody${String(at)}`, 'wrong', from(at))));
    const begun = performance.now();
    expect((await signIn('patient', 'Demo+Pass1', { 'x-forwarded-for': '198.51.100.7' })).status).toBe(200);
    if (process.env['FIGURES'] === '1')
      process.stderr.write(
        `sign-in beside 300 wrong ones of ${who}: ${String(Math.round(performance.now() - begun))} ms\n`,
      );
    const statuses = new Set((await wrong).map(({ status }) => status));
    expect([...statuses].every((status) => status === 400 || status === 429)).toBe(true);
  },
);
