import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PatientId, listMessageRecipients } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { command } from '../../tests/server/commands.ts';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'vestibule-messages-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await server.stop();
});

const admin = (...args: readonly string[]) => command(args, server.databaseUrl);
const threadCalled = async (subject: string) => {
  const [row] = await server.query('select id from secure_threads where subject = $1', [subject]);
  return String(row?.['id']);
};
const auditOf = (type: string) =>
  server.query('select patient_id, actor_role, detail from audit_events where type = $1 order by id', [type]);

describe('message system', () => {
  it('makes a system for a facility that has none, and patients write to whom it is given', async () => {
    const set = (...more: readonly string[]) =>
      admin('message', 'system', '--system', 'Front desk', '--webhook', 'https://desk.example/messages', ...more);
    // A name with a slip of the keyboard makes nothing.
    for (const where of [[], ['--facility', 'Northlight']])
      expect(await set(...where)).toMatchObject({ code: 1, err: expect.stringContaining('--new makes one') as string });
    expect(await set('--new')).toMatchObject({ code: 2, err: expect.stringContaining('--facility') as string });
    expect((await set('--facility', 'Northlight', '--new')).out).toMatch(/^Front desk gets messages from now on\.\n/);
    expect((await set('--facility', 'Northlight', '--new')).code).toBe(0);
    expect((await set('--facility', 'Northlight')).code).toBe(0);
    expect((await admin('message', 'system')).out.match(/: Front desk {2}https:\/\/desk\.example/g)).toHaveLength(1);
    const { patientId } = await server.ids('patient');
    const [row] = await server.query('select mrn from patients where id = $1', [patientId]);
    const person = ['--patient', String(row?.['mrn']), '--first', 'Ines', '--last', 'Lark'];
    expect((await admin('care-team', 'add', ...person, '--messages-by', 'Front desk')).code).toBe(0);
    const browser = await server.signedIn('patient');
    const { recipients } = v.parse(
      listMessageRecipients.answer,
      (await browser.call(listMessageRecipients, { params: { patientId: v.parse(PatientId, patientId) } })).body,
    );
    expect(recipients).toContainEqual(expect.objectContaining({ lastName: 'Lark', takesMessages: true }));
  });
});

describe('message list', () => {
  it('has the threads whose newest message is the patient’s, by facility and provider, and each patient’s log says so', async () => {
    const { code, out } = await admin('message', 'list', '--facility', 'Northlight');
    expect(code).toBe(0);
    expect(out).toMatch(/not opened {2}Applewhistle Juniper \(NL-\d+\) {2}to Philippa Nettlewood: Refill of letrozole/);
    expect(out).not.toContain('Your blood count');
    expect((await admin('message', 'list', '--provider', 'basil cloudberry')).out).toMatch(/Exercises for week 3$/);
    expect((await admin('message', 'list', '--facility', 'Harbour Point')).out).toBe('Nothing waits for an answer.');
    expect(await auditOf('messages.listed')).toHaveLength(2);
  });
});

describe('message show', () => {
  it('marks what the patient wrote as opened, unless it only peeks; nothing in it steers the terminal', async () => {
    const thread = await threadCalled('Refill of letrozole');
    await server.query("update secure_messages set content = content || E'\\x1b[2J' where thread_id = $1", [thread]);
    const unopened = () =>
      server.query('select 1 from secure_messages where thread_id = $1 and is_from_patient and read_at is null', [
        thread,
      ]);
    const peeked = await admin('message', 'show', '--thread', thread, '--peek');
    expect(peeked.out).toContain('My letrozole lasts');
    expect(peeked.out).not.toContain('\u001b');
    expect(await unopened()).toHaveLength(1);
    expect((await admin('message', 'show', '--thread', thread)).code).toBe(0);
    expect(await unopened()).toEqual([]);
    expect((await auditOf('messages.opened')).map(({ detail }) => detail)).toEqual([
      { threadId: Number(thread), isPeek: true },
      { threadId: Number(thread), isPeek: false },
    ]);
    const blood = await admin('message', 'show', '--thread', await threadCalled('Your blood count'), '--peek');
    expect(blood.out).toContain('Linnea Applewhistle on behalf of Juniper Applewhistle');
    expect(await admin('message', 'show', '--thread', '987654321')).toMatchObject({ code: 1 });
  });

  it('writes the files of a thread for their owner alone', async () => {
    await admin('message', 'show', '--thread', await threadCalled('Exercises for week 3'), '--peek', '--files', folder);
    const names = (await readdir(folder)).sort();
    expect(names.map((name) => name.replace(/^\d+-/, ''))).toEqual([
      'Exercises for week 3.pdf',
      'Ball at the wall.png',
    ]);
    expect((await readFile(join(folder, names[0] ?? ''))).subarray(0, 5).toString()).toBe('%PDF-');
  });
});

describe('message reply', () => {
  it('answers once for each key, as whom it says, and takes the thread out of the archive', async () => {
    const thread = await threadCalled('Letter for your employer');
    const reply = (...more: readonly string[]) =>
      admin('message', 'reply', '--thread', thread, '--as', 'Philippa Nettlewood', ...more);
    expect((await reply('--text', 'A new one is on its way.', '--key', 'letter-2')).out).toBe('The answer is sent.');
    expect((await reply('--text', 'Another text', '--key', 'letter-2')).out).toContain('nothing was sent');
    expect(
      await server.query(
        `select m.content, m.author_first_name, m.read_at, o.archived_at from secure_messages m join secure_thread_members o on o.thread_id = m.thread_id and o.is_patient
         where m.source = 'command line'`,
      ),
    ).toEqual([
      {
        content: 'A new one is on its way.',
        author_first_name: 'Philippa',
        read_at: null,
        archived_at: null,
      },
    ]);
    expect(await auditOf('message.answered')).toMatchObject([{ actor_role: 'admin' }]);
    expect(await reply()).toMatchObject({ code: 2 });
    expect(await reply('--text', ' ')).toMatchObject({ code: 2 });
    expect(await admin('message', 'reply', '--thread', thread, '--text', 'x', '--as', 'Nobody')).toMatchObject({
      code: 2,
    });
  });
});

describe('message close', () => {
  it('takes no more replies in a thread, once', async () => {
    const thread = await threadCalled('A bruise on my arm');
    expect((await admin('message', 'close', '--thread', thread)).code).toBe(0);
    expect(await admin('message', 'close', '--thread', thread)).toMatchObject({ code: 1 });
    expect(await server.query('select reply_allowed from secure_threads where id = $1', [thread])).toEqual([
      { reply_allowed: false },
    ]);
    expect(await auditOf('messages.closed')).toHaveLength(1);
    expect(await server.brokenAuditRows()).toEqual([]);
  });
});
