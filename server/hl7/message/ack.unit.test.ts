import { expect, test } from 'vitest';
import { acknowledgement } from './ack.ts';
import { parseMessage } from './er7.ts';
import { type Refusal, headerIn, notHl7, refusalOf, unknownSender } from './header.ts';

const msh = (version: string, more = '', event = 'ADT^A08') =>
  `MSH|^~\\&|LAB|NORTH|PORTAL|HOSP|20260306||${event}|42|P|${version}${more}`;
const at = new Date('2026-03-06T20:43:11Z');
const answer = (line: string, refusal: Refusal | null = null): string | null =>
  acknowledgement(
    parseMessage(line).header,
    refusal === null ? { kind: 'stored', answerId: 'V7', at } : { kind: 'refused', refusal, answerId: 'V7', at },
  )?.toString() ?? null;

test.each([
  ['2.3', 'ACK^A08'],
  ['2.3.1', 'ACK^A08^ACK'],
  ['2.5.1', 'ACK^A08^ACK'],
  ['2.8', 'ACK^A08^ACK'],
])('version %s is answered with %s', (version, type) => {
  expect(answer(msh(version))).toBe(
    `MSH|^~\\&|PORTAL|HOSP|LAB|NORTH|20260306204311+0000||${type}|V7|P|${version}\rMSA|AA|42\r`,
  );
});

test('a refusal has the place and the code where its version has them', () => {
  expect(answer(msh('2.3'), unknownSender)).toContain('\rMSA|AR|42\rERR|MSH^1^3^103&Table value not found&HL70357\r');
  expect(answer(msh('2.5'), unknownSender)).toContain(
    '\rERR||MSH^1^3|103^Table value not found^HL70357|E||||No interface has this application and facility here.\r',
  );
  expect(answer(msh('2.5'), notHl7('a|b'))).toContain(
    '\rMSA|AE|42\rERR|||100^Segment sequence error^HL70357|E||||a\\F\\b\r',
  );
});

test.each([
  ['AL', '', 'CA', 'CR'],
  ['ER', '', null, 'CR'],
  ['SU', '', 'CA', null],
  ['NE', 'NE', null, null],
  ['NE', 'AL', 'AA', 'AR'],
  ['NE', 'ER', null, 'AR'],
  ['', '', 'AA', 'AR'],
])('MSH-15 %s and MSH-16 %s: %s, or %s', (accept, application, stored, refused) => {
  const line = msh('2.5', `|||${accept}|${application}`);
  const code = (text: string | null) => /\rMSA\|(\w+)/.exec(text ?? '')?.[1] ?? null;
  expect([code(answer(line)), code(answer(line, unknownSender))]).toEqual([stored, refused]);
});

test('the answer has the separators and the character set of the question, and an unreadable one is answered all the same', () => {
  expect(answer('MSH#*~\\&#LAB#N#P#H###ADT*A08#42#P#2.5######UNICODE UTF-8')).toBe(
    'MSH#*~\\&#P#H#LAB#N#20260306204311+0000##ACK*A08*ACK#V7#P#2.5######UNICODE UTF-8\rMSA#AA#42\r',
  );
  const refused = acknowledgement(headerIn(Buffer.from('GET /')), {
    kind: 'refused',
    refusal: notHl7('no'),
    answerId: 'V7',
    at,
  });
  expect(refused?.toString()).toContain('\rMSA|AE|\rERR|');
});

test.each([
  [msh('2.5'), null],
  [msh('2.2'), 203],
  [msh('3'), 203],
  [msh('2.5', '', 'ADT^A02'), 201],
  [msh('2.5', '', 'ORM^O01'), 200],
  [msh('2.5', '', 'toString^A01'), 200],
  [`${msh('2.5', '', 'ADT')}\rEVN|A08`, null],
  [msh('2.5', '', 'ADT'), 201],
  [msh('2.5').replace('|42|P|', '|42|T|'), 202],
  [msh('2.5').replace('|42|P|', '||P|'), 101],
])('%s: %s', (text, error) => {
  expect(refusalOf(parseMessage(text), 'P')?.error ?? null).toBe(error);
});
