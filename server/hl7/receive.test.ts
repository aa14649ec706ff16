import { createHash, X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Message } from 'node-hl7-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { Sender, addInterface, hl7, ackCodes } from '../../tests/server/mllp.ts';
import { until } from '../../tests/server/serverProcess.ts';
import { testTls } from '../../tests/server/tls.ts';
import { framed } from './message/frames.ts';

let server: TestServer;
let sender: Sender;
const admin = (...args: readonly string[]) => command(args, server.databaseUrl);
const add = (name: string, application: string, ...more: readonly string[]) =>
  admin(...addInterface(name, application, ...more));
const pid = 'PID|1||9001^^^NORTH^MR||Reed^Mara||19610405';
const stored = (id: string) => server.query('select count(*)::int as n from hl7_messages where control_id = $1', [id]);

beforeAll(async () => {
  server = await startTestServer({ environment: { HL7_PORT: '0' } });
  expect((await add('Laboratory', 'LAB', '--address', '127.0.0.1')).out).toBe(
    'Laboratory may send messages to Northlight.',
  );
  sender = new Sender(server.hl7Port);
});
afterAll(async () => {
  sender?.end();
  await server?.stop();
});

describe('a message', () => {
  it('is stored, sealed, before it is acknowledged; the same again gets the same answer and is stored once', async () => {
    const message = hl7('ADT^A28^ADT_A05', [pid], { id: 'one' });
    const answer = await sender.send(message);
    expect(ackCodes(answer)).toBe('AA');
    const [row] = await server.query(
      'select content, message_type, patient_key from hl7_messages where control_id = $1',
      ['one'],
    );
    expect(row).toMatchObject({ message_type: 'ADT^A28', patient_key: expect.stringMatching(/^\d+ 9001$/) });
    expect(String(row?.['content'])).not.toContain('Mara');
    expect(await sender.send(message)).toBe(answer);
    const other = new Sender(server.hl7Port);
    expect(await other.send(message)).toBe(answer);
    other.end();
    expect(await stored('one')).toEqual([{ n: 1 }]);
  });

  it('with another body under a control id that came before is refused', async () => {
    expect(ackCodes(await sender.send(hl7('ADT^A28^ADT_A05', [pid, 'PV1|1'], { id: 'one' })))).toBe('AE 205');
    expect(await stored('one')).toEqual([{ n: 1 }]);
  });

  it('is answered in its own order where several come at once', async () => {
    const ids = Array.from({ length: 20 }, (_, at) => `many-${String(at)}`);
    const all = ids.map((id) => framed(Buffer.from(hl7('ADT^A31', [pid], { id }).replaceAll('\n', '\r'))));
    sender.write(Buffer.concat(all));
    const answered: (string | undefined)[] = [];
    for (const _ of ids) answered.push(/\rMSA\|AA\|(\S+?)\r/.exec((await sender.answer()) ?? '')?.[1]);
    expect(answered).toEqual(ids);
  });

  it.each([
    ['of an unknown application', hl7('ADT^A08', [pid]).replace('|LAB|', '|OTHER|'), 'AR 103'],
    ['of an unknown facility', hl7('ADT^A08', [pid]).replace('|NORTH|', '|SOUTH|'), 'AR 103'],
    ['of an old version', hl7('ADT^A08', [pid], { version: '2.2' }), 'AR 203'],
    ['of a type that is not taken', hl7('ORM^O01', [pid]), 'AR 200'],
    ['of an event that is not taken', hl7('ADT^A02', [pid]), 'AR 201'],
    ['in a character set that is not read', hl7('ADT^A08', [pid], { more: '||||||JIS X 0202' }), 'AR 103'],
    ['of a test system', hl7('ADT^A08', [pid]).replace('|P|2.5.1', '|T|2.5.1'), 'AR 202'],
    ['with a line that is no segment', hl7('ADT^A08', ['a line of text']), 'AE 100'],
    ['that is none', 'hello', 'AE 100'],
    ['without a control id', hl7('ADT^A08', [pid], { id: '' }), 'AE 101'],
  ])('%s is refused and not stored', async (_what, message, code) => {
    const before = await server.query('select count(*)::int as n from hl7_messages');
    expect(ackCodes(await sender.send(message))).toBe(code);
    expect(await server.query('select count(*)::int as n from hl7_messages')).toEqual(before);
  });

  it('in another character set than its MSH-18 says is refused', async () => {
    const line = hl7('ADT^A31', ['PID|1||9001^^^NORTH^MR||Réed^Zoë'], { more: '||||||UNICODE UTF-8' });
    expect(ackCodes(await sender.send(line, 'latin1'))).toBe('AR 103');
    expect(ackCodes(await sender.send(line.replace('UNICODE UTF-8', '8859/1'), 'latin1'))).toBe('AA');
  });

  it('in enhanced mode gets the answer that it asks for', async () => {
    expect(ackCodes(await sender.send(hl7('ADT^A31', [pid], { more: '|||AL|NE' })))).toBe('CA');
    expect(ackCodes(await sender.send(hl7('ADT^A02', [pid], { more: '|||AL|NE' })))).toBe('CR 201');
  });

  it('cannot be stored while the database fails: the sender is told to send it again, and none overtakes it', async () => {
    const message = hl7('ADT^A31', [pid], { id: 'later' });
    const next = hl7('ADT^A31', [pid], { id: 'next' });
    await server.query('alter table hl7_messages rename to hl7_messages_away');
    const other = new Sender(server.hl7Port);
    other.write(Buffer.concat([message, next].map((text) => framed(Buffer.from(text.replaceAll('\n', '\r'))))));
    expect(ackCodes(await other.answer())).toBe('AR 207');
    expect(await other.answer()).toBeNull();
    await server.query('alter table hl7_messages_away rename to hl7_messages');
    expect(await stored('next')).toEqual([{ n: 0 }]);
    for (const text of [message, next]) expect(ackCodes(await sender.send(text))).toBe('AA');
  });
});

describe('a connection', () => {
  it('from elsewhere than any interface is closed unread', async () => {
    await admin('interface', 'remove', 'laboratory');
    const other = new Sender(server.hl7Port);
    expect(await other.send(hl7('ADT^A31', [pid]))).toBeNull();
    // One that is open already is refused with its next message.
    expect(ackCodes(await sender.send(hl7('ADT^A31', [pid])))).toBe('AR 103');
    expect((await add('Laboratory 2', 'LAB', '--address', '10.0.0.0/8')).code).toBe(0);
    expect((await add('Elsewhere', 'ELSE', '--address', '127.0.0.0/8')).code).toBe(0);
    expect(ackCodes(await sender.send(hl7('ADT^A31', [pid])))).toBe('AR 103');
    expect(ackCodes(await sender.send(hl7('ADT^A31', [pid]).replace('|LAB|', '|ELSE|')))).toBe('AA');
  });

  it('that sends no frames is told and closed', async () => {
    const other = new Sender(server.hl7Port);
    other.write(Buffer.from('GET / HTTP/1.1\r\n'.repeat(100)));
    expect(ackCodes(await other.answer())).toBe('AE 100');
    await other.closed();
  });
});

describe('TLS', () => {
  let secure: TestServer;
  let folder: string;
  const fingerprint = new X509Certificate(testTls.cert).fingerprint256;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vestibule-hl7-'));
    await Promise.all(Object.entries(testTls).map(([name, pem]) => writeFile(join(folder, name), pem)));
    secure = await startTestServer({
      environment: { HL7_PORT: '0', HL7_TLS_CERT: join(folder, 'cert'), HL7_TLS_KEY: join(folder, 'key') },
    });
    const made = await command(addInterface('Engine', 'LAB', '--certificate', fingerprint), secure.databaseUrl);
    expect(made.code).toBe(0);
  });
  afterAll(async () => {
    await secure?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('lets in who shows the certificate of the interface, and nobody else', async () => {
    expect(fingerprint.replaceAll(':', '').toLowerCase()).toBe(
      createHash('sha256').update(new X509Certificate(testTls.cert).raw).digest('hex'),
    );
    const own = new Sender(secure.hl7Port, { ...testTls });
    expect(ackCodes(await own.send(hl7('ADT^A31', [pid])))).toBe('AA');
    own.end();
    for (const other of [new Sender(secure.hl7Port, {}), new Sender(secure.hl7Port)])
      expect(await other.send(hl7('ADT^A31', [pid]))).toBeNull();
  });

  it('an independent client is answered, and what it sends is done', async () => {
    const client = new Client({
      host: '127.0.0.1',
      tls: { ...testTls, rejectUnauthorized: false },
      connectionTimeout: 60_000,
    });
    const answers: string[] = [];
    const connection = client.createConnection({ port: secure.hl7Port }, (answer) => {
      const at = (path: string) => String(answer.getMessage().get(path));
      answers.push(`${at('MSH.9.1')} ${at('MSA.1')} ${at('MSA.2')}`);
    });
    // One that it writes by itself, with its own version, structure and escapes.
    const registration = new Message({
      messageHeader: { msh_9_1: 'ADT', msh_9_2: 'A28', msh_10: 'C0', msh_11_1: 'P' },
    });
    registration.set('MSH.3', 'LAB');
    registration.set('MSH.4', 'NORTH');
    const person = registration.addSegment('PID');
    const said = { '1': '1', '3.1': '9009', '3.5': 'MR', '5.1': 'Reed & Söhne|', '5.2': 'Mara', '7': '19610405' };
    for (const [path, text] of Object.entries(said)) person.set(path, text);
    const whom = 'PID|1||9009^^^NORTH^MR||Reed^Mara||19610405';
    const others = [
      hl7(
        'ORU^R01^ORU_R01',
        [whom, 'OBR|1||C1|57021-8^Blood count^LN', 'OBX|1|NM|718-7^Hemoglobin^LN||13.5|g/dL|||||F'],
        {
          id: 'C1',
        },
      ),
      hl7('SIU^S12^SIU_S12', [`SCH|C2|C2|||||Check||30|MIN|^^^203003010900`, whom], { id: 'C2' }),
      hl7('MDM^T02^MDM_T02', [whom, 'TXA|1|PN||20260306||||||||C3|||||AU', 'OBX|1|TX|T||Words'], { id: 'C3' }),
      hl7('ADT^A02', [whom], { id: 'C4' }),
    ].map((text) => new Message({ text: text.replaceAll('\n', '\r') }));
    for (const message of [registration, ...others]) {
      const before = answers.length;
      await connection.sendMessage(message);
      await until(() => answers.length > before);
    }
    await connection.close();
    expect(answers).toEqual(['ACK AA C0', 'ACK AA C1', 'ACK AA C2', 'ACK AA C3', 'ACK AR C4']);
    const rows = () =>
      secure.query("select state, failure from hl7_messages where control_id like 'C_' order by control_id");
    await until(async () => (await rows()).every(({ state }) => state !== 'queued'));
    expect(await rows()).toEqual(Array.from({ length: 4 }, () => ({ state: 'done', failure: null })));
    expect(await secure.query("select last_name as name from patients where mrn = '9009'")).toEqual([
      { name: 'Reed & Söhne|' },
    ]);
  });
});
