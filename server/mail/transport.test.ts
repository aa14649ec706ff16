import { afterAll, beforeAll, expect, test } from 'vitest';
import * as v from 'valibot';
import { testTls } from '../../tests/server/tls.ts';
import { type ClaimedMail, MailId } from './queue.ts';
import { type TestSmtp, startTestSmtp } from '../../tests/server/smtp.ts';
import { type Letter, demandsTls, fileTransport, smtpTransport } from './transport.ts';

let plain: TestSmtp;
let secure: TestSmtp;
beforeAll(async () => {
  plain = await startTestSmtp();
  secure = await startTestSmtp(undefined, testTls);
});
afterAll(() => Promise.all([plain.close(), secure.close()]));

const mail: ClaimedMail = {
  id: v.parse(MailId, 1),
  kind: 'messageForCareTeam',
  channel: 'Email',
  messageKey: '00000000-0000-4000-8000-000000000000',
  recipient: 'team@clinic.example',
  content: { fromName: 'Portal', subject: 'x', text: 'x', html: 'x', needsTls: true },
  createdAt: '2026-11-23T14:00:00.000Z',
  tries: 1,
  lease: '00000000-0000-4000-8000-000000000001',
  portalUrl: null,
  alias: null,
};
const letter: Letter = { from: 'a@portal.example', to: mail.recipient, raw: Buffer.from('Subject: x\r\n\r\nx') };
const hand = (url: string) => smtpTransport(url)(mail, letter, new AbortController().signal);
const trusting = (): string => `${secure.url}?tls.ca=${encodeURIComponent(testTls.cert)}`;

test('a mail that needs TLS goes to a mail server that has proved its name, and to no other', async () => {
  await expect(hand(plain.url)).rejects.toMatchObject({ isPermanent: false });
  await expect(hand(`${plain.url}?ignoreTLS=true`)).rejects.toMatchObject({ isPermanent: false });
  await expect(hand(secure.url)).rejects.toMatchObject({ isPermanent: false });
  await expect(hand(`${secure.url}?tls.rejectUnauthorized=false`)).rejects.toMatchObject({ code: 'NOTLS' });
  await expect(fileTransport('never-used')(mail, letter, new AbortController().signal)).rejects.toMatchObject({
    code: 'NOTLS',
  });
  expect([...plain.received, ...secure.received]).toEqual([]);
  await hand(trusting());
  expect(secure.received).toHaveLength(1);
});

test('an address of a mail server demands TLS by its scheme or by requireTLS, unless it lets any certificate pass', () => {
  expect(['smtps://m.example', 'smtp://m.example?requireTLS=true'].map(demandsTls)).toEqual([true, true]);
  expect(
    [null, 'smtp://m.example', 'smtps://m.example?tls.rejectUnauthorized=false'].map((url) => demandsTls(url)),
  ).toEqual([false, false, false]);
});
