import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CharsetRefused, decodeMessage, encodeAnswer } from './charset.ts';
import { NotHl7, escaped, limits, parseMessage, separatorsOf, unescaped } from './er7.ts';

const header = 'MSH|^~\\&|LAB|NORTH|PORTAL|NORTH|20260306204311||ORU^R01^ORU_R01|1|P|2.5.1';
const usual = separatorsOf(header);
const segmentOf = (line: string) => {
  const segment = parseMessage(`${header}\r${line}\r`).segments[1];
  if (segment === undefined) throw new Error('no segment');
  return segment;
};

test('fields, repetitions, components and subcomponents are counted as the standard does', () => {
  const { header: msh } = parseMessage(header);
  expect([msh.field(1), msh.field(2), msh.text(3), msh.text(9, 2), msh.text(12)]).toEqual([
    '|',
    '^~\\&',
    'LAB',
    'R01',
    '2.5.1',
  ]);
  const pid = segmentOf('PID|1||7^^^NORTH&2.999&ISO^MR~8^^^STATE^SS||Reed^Mara');
  expect(pid.all(3).map((one) => [one.at(1), one.at(4, 2), one.at(5)])).toEqual([
    ['7', '2.999', 'MR'],
    ['8', undefined, 'SS'],
  ]);
  expect(pid.text(5, 2)).toBe('Mara');
});

test('nothing said, nothing written and deleted are three things', () => {
  const pid = segmentOf('PID|1||||""^Mara|""|');
  expect([pid.at(5, 1), pid.at(5, 3), pid.at(6), pid.at(7), pid.at(40)]).toEqual([
    null,
    undefined,
    null,
    undefined,
    undefined,
  ]);
  expect([pid.first(5).isDeleted, pid.first(6).isDeleted, pid.first(7).isDeleted]).toEqual([false, true, false]);
});

test.each([
  ['a\\F\\b\\S\\c\\R\\d\\E\\e\\T\\f', 'a|b^c~d\\e&f'],
  ['one\\.br\\two\\.sp2\\three', 'one\ntwo\n\nthree'],
  ['\\X4D\\\\X4172\\a', 'MAra'],
  ['\\XC3A9\\ \\XE9\\', 'é é'],
  ['\\H\\important\\N\\, \\Zowner\\ours', 'important, ours'],
  ['C:\\temp and \\ alone', 'C:\\temp and \\ alone'],
  [`\\${'x'.repeat(500)}\\F\\`, `\\${'x'.repeat(500)}|`],
  ['\\X00\\a', 'a'],
])('%s is read as %s', (written, text) => {
  expect(unescaped(written, usual)).toBe(text);
});

test('a sender may have other separators, and may leave some out', () => {
  const other = parseMessage('MSH#*~\\&#LAB#NORTH\rPID#1##7***NORTH&2.999').segments[1];
  expect([other?.text(3), other?.text(3, 4, 2)]).toEqual(['7', '2.999']);
  expect(parseMessage('MSH|^~|A^B~C\\F\\').header.text(3, 2)).toBe('B');
  for (const line of ['MSH', 'MSH|', 'MSH||LAB', 'MSH|^^\\&|', 'MSH|a~\\&|', 'MSHAB~\\&A', 'FHS|^~\\&|'])
    expect(() => parseMessage(line), line).toThrow(NotHl7);
});

test('segments end with CR, LF or both; a lone LF among CRs is part of a text', () => {
  for (const end of ['\r', '\n', '\r\n', '\r\r', '\r\n\r\n'])
    expect(parseMessage(`${header}${end}PID|1${end}PV1|1${end}`).segments.map(({ name }) => name)).toEqual([
      'MSH',
      'PID',
      'PV1',
    ]);
  expect(segmentOf('OBX|1|TX|||one\ntwo').first(5).whole()).toBe('one\ntwo');
  for (const line of ['pid|1', 'PIDX', 'a text', header]) expect(() => segmentOf(line), line).toThrow(NotHl7);
  expect(() => parseMessage(`${header}\r${'NTE|1\r'.repeat(limits.segments)}`)).toThrow('segments');
});

describe('character sets', () => {
  const line = (charset: string) => `MSH|^~\\&|LAB|NORTH|||||ADT^A08|1|P|2.5||||||${charset}\rPID|1||7||Núñez^Zoë\r`;
  test.each([
    ['UNICODE UTF-8', null, 'utf8'],
    ['8859/1', null, 'latin1'],
    ['', '8859/1', 'latin1'],
    ['', null, 'utf8'],
    ['ASCII', '8859/1', 'latin1'],
  ] as const)('MSH-18 "%s" with the sender\'s default %s', (charset, senders, encoding) => {
    expect(decodeMessage(Buffer.from(line(charset), encoding), senders)).toContain('Núñez^Zoë');
  });

  test('nothing is guessed', () => {
    for (const charset of ['UNICODE UTF-8', 'ASCII', ''])
      expect(() => decodeMessage(Buffer.from(line(charset), 'latin1'), null)).toThrow(CharsetRefused);
    expect(() => decodeMessage(Buffer.from(line('JIS X 0202')), null)).toThrow('not read here');
    expect(() => decodeMessage(Buffer.from(`${line('')}\u0000`), null)).toThrow(NotHl7);
    expect(() => decodeMessage(Buffer.from(line(''), 'utf16le'), null)).toThrow(NotHl7);
  });

  test('an answer is in the character set of its question', () => {
    expect(encodeAnswer('Zoë 漢', 'UNICODE UTF-8').toString()).toBe('Zoë 漢');
    expect(encodeAnswer('Zoë 漢', '8859/1').toString('latin1')).toBe('Zoë ?');
    expect(encodeAnswer('Zoë', '8859/2').toString('latin1')).toBe('Zo?');
  });
});

test('property: what is written is what was read, and no text that was escaped escapes', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '|', '^', '~', '\\', '&', '"', ' ', '.', 'X', 'F') });
  fc.assert(
    fc.property(fc.array(fc.array(text, { maxLength: 6 }), { maxLength: 6 }), (lines) => {
      const written = [header, ...lines.map((fields) => `ZZZ|${fields.map((one) => escaped(one, usual)).join('|')}`)];
      const message = parseMessage(written.join('\r'));
      expect(message.segments.map((segment) => segment.written)).toEqual(written);
      for (const [at, fields] of lines.entries())
        for (const [place, field] of fields.entries())
          expect(unescaped(message.segments[at + 1]?.field(place + 1) ?? '', usual)).toBe(field);
    }),
    { numRuns: 500 },
  );
});
