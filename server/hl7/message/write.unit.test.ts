import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeMessage } from './charset.ts';
import { parseMessage } from './er7.ts';
import { FrameReader, framed } from './frames.ts';
import { messageBytes, segment } from './write.ts';

const header = segment('MSH', { 3: 'VESTIBULE', 10: '1', 12: '2.5.1', 18: 'UNICODE UTF-8' });
const readBack = (line: string) => {
  const [frame] = new FrameReader(10_000_000).push(framed(messageBytes([header, line])));
  if (frame?.kind !== 'message') throw new Error('no message');
  return parseMessage(decodeMessage(frame.bytes, null)).segments[1];
};

test('fields have their numbers, and empty ends are not written', () => {
  expect(segment('PID', { 1: '1', 3: ['7', null, null, 'NORTH', 'MR'], 5: ['Reed', 'Mara', null], 7: null })).toBe(
    'PID|1||7^^^NORTH^MR||Reed^Mara',
  );
  expect(segment('PID', { 11: { all: [] }, 13: { all: [['1'], [null, '2']] } })).toBe('PID|||||||||||""||1~^2');
  expect(header).toBe('MSH|^~\\&|VESTIBULE|||||||1||2.5.1||||||UNICODE UTF-8');
});

/** Any text without what a database cannot store, with what could be taken for HL7 in it more often. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom('|', '^', '~', '\\', '&', '"', '""', '\r', '\n', '\u000b', '\u001c', '\\E\\', 'MSH|'),
      fc.string({ unit: 'grapheme' }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join('').replaceAll('\u0000', ''));
/** Line ends are one kind of line end. */
const inLines = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');

test('whatever is written is read back the same', () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, (whole, first, second) => {
      const read = readBack(
        segment('OBX', {
          1: '1',
          5: whole,
          6: [first, second],
          7: {
            all: [
              ['x', first],
              [second, 'y'],
            ],
          },
        }),
      );
      expect(read?.first(5).whole()).toBe(inLines(whole));
      const said = (text: string) => (inLines(text).trim() === '' ? undefined : inLines(text).trim());
      expect([read?.at(6, 1), read?.at(6, 2)]).toEqual([said(first), said(second)]);
      expect(read?.all(7).map((one) => [one.at(1), one.at(2)])).toEqual([
        ['x', said(first)],
        [said(second), 'y'],
      ]);
    }),
    { numRuns: 500 },
  );
});
