import { describe, expect, test } from 'vitest';
import { mailName } from '../senderName.ts';
import { contentOf, headOf, largestMail } from './answerOf.ts';
import { textOfHtml } from '../../html/htmlText.ts';
import {
  type TestMail,
  authserv,
  partsOf,
  quotations,
  rawMail,
  replyTo,
  testToken,
  tinyPng,
} from '../../../tests/server/mails.ts';
import { addressWith, tokenIn } from '../../mail/taggedAddress.ts';
import { mayAnswer } from './settings.ts';

async function answerOf(raw: Buffer, settings: Parameters<typeof headOf>[1]) {
  const head = await headOf(raw, settings);
  if (typeof head === 'string') return head;
  const content = await contentOf(raw, (html) => Promise.resolve(textOfHtml(html)));
  return typeof content === 'string' ? content : { ...head, ...content };
}
const read = (mail: TestMail) => answerOf(rawMail(mail), { replyTo, authserv });
const body = 'Yes, you may swim.';

test('a reply is its own words, its sender, its token and its Message-ID', async () => {
  expect(await read({ body: `${body}\n\n${quotations['Gmail, en'] ?? ''}` })).toEqual({
    tokens: [testToken],
    from: { address: 'ottoline@clinic.example', name: 'Ottoline Fernbrook' },
    content: body,
    key: '<reply-1@clinic.example>',
    files: [],
  });
});

test('words in any encoding arrive as they were written', async () => {
  const quotedPrintable = Buffer.from(
    rawMail({ body: 'S=C3=AD, ma=C3=B1ana a las 10=\n:30. =E4=BD=A0=E5=A5=BD' })
      .toString()
      .replace('Encoding: 8bit', 'Encoding: quoted-printable'),
  );
  expect(await answerOf(quotedPrintable, { replyTo, authserv })).toMatchObject({
    content: 'Sí, mañana a las 10:30. 你好',
  });
  const chinese = rawMail({ type: 'text/plain; charset=gb2312', body: 'X' });
  const gb = Buffer.concat([chinese.subarray(0, -1), Buffer.from('c4e3bac3', 'hex')]);
  expect(await answerOf(gb, { replyTo, authserv })).toMatchObject({ content: '你好' });
  const flowed = await read({ type: 'text/plain; charset=utf-8; format=flowed', body: 'A long \nsentence.\n-- \nMe' });
  expect(flowed).toMatchObject({ content: 'A long sentence.' });
});

test('a mail with both forms is read in its plain one, one with HTML alone in that', async () => {
  const both = partsOf('alternative', [
    { type: 'text/plain; charset=utf-8', content: body },
    { type: 'text/html; charset=utf-8', content: '<p>another</p>' },
  ]);
  expect(await read(both)).toMatchObject({ content: body });
  expect(await read({ type: 'text/html; charset=utf-8', body: `<p>${body}</p>` })).toMatchObject({ content: body });
  const empty = partsOf('alternative', [
    { type: 'text/plain; charset=utf-8', content: ' \n' },
    { type: 'text/html; charset=utf-8', content: `<p>${body}</p>` },
  ]);
  expect(await read(empty)).toMatchObject({ content: body });
});

describe('files', () => {
  const picture = (headers: readonly string[]) => ({ type: 'image/png; name="logo.png"', headers, content: tinyPng });
  const text = { type: 'text/plain; charset=utf-8', content: body };

  test('come along, but for the logo of a signature and for what a mail was signed with', async () => {
    const mail = partsOf('mixed', [
      text,
      picture(['Content-ID: <logo@x>', 'Content-Disposition: inline; filename="logo.png"']),
      picture(['Content-Disposition: attachment; filename="plan.png"']),
      { type: 'application/pkcs7-signature; name="smime.p7s"', content: Buffer.from('x') },
    ]);
    expect(await read(mail)).toMatchObject({ files: [{ fileName: 'plan.png', bytes: tinyPng }] });
  });

  test('a small picture that stands in the words is one of them, without its mark', async () => {
    const mail = partsOf('related', [
      { ...text, content: 'Look: [cid:logo@x]\nThere.' },
      picture(['Content-ID: <logo@x>', 'Content-Disposition: inline; filename="logo.png"']),
    ]);
    expect(await read(mail)).toMatchObject({ content: 'Look:\nThere.', files: [{ fileName: 'logo.png' }] });
  });

  test('a mail that is attached is a file and no part of the words', async () => {
    const inner = rawMail({ body: 'The talk of others.' }).toString();
    const found = await read(partsOf('mixed', [text, { type: 'message/rfc822', content: inner }]));
    expect(found).toMatchObject({ content: body });
    expect(JSON.stringify(found)).not.toContain('"The talk');
  });

  test('an answer may be a file alone', async () => {
    const mail = partsOf('mixed', [picture(['Content-Disposition: attachment; filename="plan.png"'])]);
    expect(await read(mail)).toMatchObject({ content: '', files: [{ fileName: 'plan.png' }] });
  });
});

test.each<[string, Partial<TestMail>, string]>([
  ['an absence note', { headers: ['Auto-Submitted: auto-replied'] }, 'automatic'],
  ['a list', { headers: ['Precedence: bulk'] }, 'automatic'],
  ['an automatic answer', { headers: ['X-Autoreply: yes'] }, 'automatic'],
  ['a bounce', { headers: ['Return-Path: <>'] }, 'automatic'],
  ['a report', { ...partsOf('report', [{ type: 'message/delivery-status', content: 'Status: 5.1.1' }]) }, 'automatic'],
  ['a mail to nobody of ours', { to: 'answers@portal.example' }, 'no_token'],
  ['a token at another address', { to: `answers+${testToken}@evil.example` }, 'no_token'],
  ['a sender that nobody checked', { checked: null }, 'sender_unchecked'],
  ['a forged sender', { checked: `${authserv}; dmarc=fail header.from=clinic.example` }, 'sender_unchecked'],
  ['two senders', { from: 'a@clinic.example, b@clinic.example' }, 'sender'],
  ['two lines of senders', { headers: ['From: b@clinic.example'] }, 'sender'],
  ['nothing but a quotation', { body: '> Hello' }, 'empty'],
  ['a whole book', { body: 'word '.repeat(5000) }, 'too_long'],
  [
    'parts within parts without an end',
    {
      type: 'multipart/mixed; boundary=a',
      body: ['a', ...Array.from({ length: 40 }, (_, at) => `b${at}`)]
        .map((edge, at) => `--${edge}\nContent-Type: multipart/mixed; boundary=b${at}\n`)
        .join('\n'),
    },
    'broken',
  ],
])('%s is no answer', async (_name, mail, why) => {
  expect(await read({ body, ...mail })).toBe(why);
});

test.each([
  ['nothing', ''],
  ['no headers', 'just words'],
  ['bytes', '\u0000\u0001\u0002'],
])('%s is refused and breaks nothing', async (_name, raw) => {
  expect(typeof (await answerOf(Buffer.from(raw), { replyTo, authserv }))).toBe('string');
});

test('a mail of 30 MB is refused unread', async () => {
  expect(30_000_000).toBeGreaterThan(largestMail);
  expect(await answerOf(Buffer.alloc(30_000_000, 'a'), { replyTo, authserv })).toBe('mail_too_large');
});

test('the token is found in any header that names a recipient, in capitals too, and in every recipient', async () => {
  const other = 'f'.repeat(32);
  expect(
    await read({
      body,
      to: 'team@clinic.example',
      headers: [
        `Delivered-To: ANSWERS+${testToken.toUpperCase()}@Portal.Example`,
        `Cc: answers+${other}@portal.example`,
      ],
    }),
  ).toMatchObject({ tokens: [testToken, other] });
});

test('a mail without a Message-ID is named by its bytes', async () => {
  const [one, same, another] = await Promise.all([
    read({ id: null, body }),
    read({ id: null, body }),
    read({ id: null, body: `${body} Soon.` }),
  ]);
  expect(one).toEqual(same);
  expect(one).not.toMatchObject({ key: typeof another === 'string' ? '' : another.key });
});

test('an address with a token is known again, and no other', () => {
  expect(addressWith('a.b@portal.example', testToken)).toBe(`a.b+${testToken}@portal.example`);
  expect(tokenIn(`a.b+${testToken}@portal.example`, 'a.b@portal.example')).toBe(testToken);
  for (const address of ['a.b@portal.example', `a.b+${testToken}0@portal.example`, `axb+${testToken}@portal.example`])
    expect(tokenIn(address, 'a.b@portal.example')).toBeNull();
});

test('who may answer is named by address or by domain, never by a part of one', () => {
  expect(mayAnswer(['Team@clinic.example'], 'team@CLINIC.example')).toBe(true);
  expect(mayAnswer(['@clinic.example'], 'anybody@clinic.example')).toBe(true);
  expect(mayAnswer(['@clinic.example'], 'x@sub.clinic.example')).toBe(false);
  expect(mayAnswer(['@clinic.example'], 'x@evilclinic.example')).toBe(false);
  expect(mayAnswer([], 'x@clinic.example')).toBe(false);
});

test.each([
  ['Ottoline Fernbrook', 'Ottoline', 'Fernbrook'],
  ['Fernbrook, Ottoline', 'Ottoline', 'Fernbrook'],
  ['Dr. Ottoline Fernbrook, MD', 'Dr. Ottoline', 'Fernbrook, MD'],
  ['Enfermería', '', 'Enfermería'],
])('the name %s is kept as a name', (display, firstName, lastName) => {
  expect(mailName(display)).toEqual({ firstName, lastName });
});
test.each(['', 'team@clinic.example', '42'])('%s is no name', (display) => {
  expect(mailName(display)).toBeNull();
});

test('whose a mail is takes its headers alone, and of its HTML no more is cleaned than is looked through', async () => {
  const raw = rawMail({ type: 'text/html; charset=utf-8', body: '<div>'.repeat(1_000_000) });
  expect(await headOf(raw, { replyTo, authserv })).toEqual({
    tokens: [testToken],
    from: { address: 'ottoline@clinic.example', name: 'Ottoline Fernbrook' },
  });
  const given: number[] = [];
  const content = await contentOf(raw, (html) => {
    given.push(html.length);
    return Promise.resolve(null);
  });
  expect(content).toBe('too_long');
  expect(given).toEqual([200_000]);
});
