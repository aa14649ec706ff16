import { once } from 'node:events';
import { createServer } from 'node:http';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type ClaimedMail, MailId } from './queue.ts';
import { smsCourier, smsSignature } from './sms.ts';

let answer = 202;
const asked: string[] = [];
const service = createServer((request, response) => {
  asked.push(request.url ?? '');
  request.resume().on('end', () => response.writeHead(answer, { location: '/elsewhere' }).end('no'));
});
let url = '';
beforeAll(async () => {
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const address = service.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/texts`;
});
afterAll(() => service.close());
afterEach(() => vi.useRealTimers());

const text: ClaimedMail = {
  id: v.parse(MailId, 1),
  kind: 'notice',
  channel: 'Sms',
  messageKey: '7c7a6a0e-0d6f-4f0e-9a55-111111111111',
  recipient: '+12025550110',
  content: { text: 'Words' },
  createdAt: '2026-11-20T10:00:00.000Z',
  tries: 1,
  lease: 'a lease',
  portalUrl: null,
  alias: null,
};
const send = (to = url) => smsCourier({ url: to, secret: 'a secret of the tests' })(text, AbortSignal.timeout(10_000));

test.each([200, 202, 204])('what the service answers with %i is taken', async (status) => {
  answer = status;
  expect(JSON.parse(String(await send()))).toMatchObject({ id: text.messageKey, to: text.recipient, text: 'Words' });
});

test.each([
  [400, true],
  [401, false],
  [403, false],
  [404, true],
  [408, false],
  [429, false],
  [500, false],
  [503, false],
  [302, false],
])('what it answers with %i ends it: %s', async (status, isPermanent) => {
  answer = status;
  await expect(send()).rejects.toMatchObject({ code: String(status), isPermanent });
  // No redirect is followed.
  expect(asked).not.toContain('/elsewhere');
});

test('without an answer it is tried again', async () => {
  await expect(send('http://127.0.0.1:1/texts')).rejects.toMatchObject({ code: 'ECONNECTION', isPermanent: false });
});

test('the signature is as the handbook says', () => {
  // printf '%s\n%s' 1795166740 '{"id":"1"}' | openssl dgst -sha256 -hmac 'a secret of the tests'
  expect(smsSignature('a secret of the tests', '1795166740', '{"id":"1"}')).toBe(
    'd329d0f882ba1f84f07ec232bd4a001b6dac8d3be90097d38a7be600b235363b',
  );
});

test('a service that takes a message and never answers is given up after half a minute', async () => {
  const silent = createServer((request) => request.resume()).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asked = once(silent, 'request');
  const sent = send(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/texts`);
  const refused = expect(sent).rejects.toMatchObject({ code: 'ECONNECTION', isPermanent: false });
  await asked;
  vi.advanceTimersByTime(30_000);
  await refused;
  silent.closeAllConnections();
  silent.close();
});
