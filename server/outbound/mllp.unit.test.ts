import { afterEach, expect, test } from 'vitest';
import { mllpListener } from '../../tests/server/receivers.ts';
import { testTls } from '../../tests/server/tls.ts';
import { framed } from '../hl7/message/frames.ts';
import { messageBytes, segment } from '../hl7/message/write.ts';
import { outcomeOf, sendMllp } from './mllp.ts';

const ack = (...lines: readonly string[]) =>
  Buffer.from(['MSH|^~\\&|HIS|HOSP|||20260306||ACK|1|P|2.5.1', ...lines, ''].join('\r'));

test.each([
  ['MSA|AA|event-1', 'delivered', 'AA'],
  ['MSA|CA|event-1', 'delivered', 'CA'],
  ['MSA|AE|event-1', 'refused', 'AE'],
  ['MSA|AR|event-1\rERR|||207^Application internal error^HL70357|E||||Mara Reed is unknown', 'refused', 'AR 207'],
  ['MSA|AE|event-1\rERR|PID^1^3^101&Required field missing', 'refused', 'AE 101'],
  ['MSA|AE|event-1\rERR|||Mara Reed|E', 'refused', 'AE'],
  ['MSA|CR|event-1', 'refused', 'CR'],
  ['MSA|AA|event-2', 'later', 'ANSWER'],
  ['MSA|AA', 'later', 'ANSWER'],
  ['MSA|XX|event-1', 'later', 'ANSWER'],
  ['PID|1', 'later', 'ANSWER'],
])('%s is %s', (line, outcome, code) => {
  expect(outcomeOf(ack(line), 'event-1')).toEqual({ outcome, code });
});
test('bytes that are no message are no acknowledgement', () => {
  for (const bytes of [Buffer.alloc(0), Buffer.from('OK'), Buffer.from([0xff, 0xfe, 0x00])])
    expect(outcomeOf(bytes, 'event-1')).toEqual({ outcome: 'later', code: 'ANSWER' });
});

let close: () => Promise<void> = () => Promise.resolve();
afterEach(() => close());
const message = messageBytes([segment('MSH', { 9: ['ADT', 'A04', 'ADT_A01'], 10: 'event-1', 12: '2.5.1' })]);
const here = { host: '127.0.0.1', tls: null };

test('a connection that ends, and one that says other things, are tried again', async () => {
  const listener = await mllpListener();
  close = listener.close;
  const send = () => sendMllp({ ...here, port: listener.port }, message, 'event-1');
  listener.answers.push(null, Buffer.from('x'.repeat(2000)), framed(Buffer.from('hello')));
  const outcomes = [await send(), await send(), await send()];
  expect(outcomes).toEqual([
    { outcome: 'later', code: 'CLOSED' },
    { outcome: 'later', code: 'ANSWER' },
    { outcome: 'later', code: 'ANSWER' },
  ]);
  listener.answers.push(framed(Buffer.alloc(200_000, 0x41)), 'AA');
  expect(await send()).toEqual({ outcome: 'later', code: 'ANSWER' });
  expect(await send()).toEqual({ outcome: 'delivered', code: 'AA' });
  expect(listener.taken.map(({ header }) => header.text(10))).toEqual(['event-1']);
});

test('nobody there is tried again', async () => {
  const listener = await mllpListener();
  await listener.close();
  expect(await sendMllp({ ...here, port: listener.port }, message, 'event-1')).toEqual({
    outcome: 'later',
    code: 'ECONNREFUSED',
  });
});

test('TLS: only to whom the given authority vouches for, with our own certificate where one is wanted', async () => {
  const listener = await mllpListener({ ...testTls, requestCert: true, ca: testTls.cert, rejectUnauthorized: true });
  close = listener.close;
  const to = (ca: string | null, certificate: string | null, key: string | null, host = '127.0.0.1') =>
    sendMllp({ host, port: listener.port, tls: { ca, certificate, key } }, message, 'event-1');
  expect(await to(testTls.cert, testTls.cert, testTls.key)).toEqual({ outcome: 'delivered', code: 'AA' });
  expect((await to(null, testTls.cert, testTls.key)).outcome).toBe('later');
  expect((await to(testTls.cert, null, null)).outcome).toBe('later');
  expect(listener.tries).toBe(1);
});
