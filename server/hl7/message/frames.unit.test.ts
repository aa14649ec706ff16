import fc from 'fast-check';
import { expect, test } from 'vitest';
import { damagedFrame } from '../../../tests/server/mllp.ts';
import { CharsetRefused, decodeMessage } from './charset.ts';
import { NotHl7, limits, parseMessage } from './er7.ts';
import { type Frame, FrameReader, framed } from './frames.ts';

const read = (chunks: readonly Buffer[], largest = 1000): Frame[] => {
  const reader = new FrameReader(largest);
  return chunks.flatMap((chunk) => [...reader.push(chunk)]);
};
const texts = (frames: readonly Frame[]): string[] =>
  frames.map((frame) => (frame.kind === 'message' ? frame.bytes.toString() : frame.why));

test('frames are found wherever the network cuts them', () => {
  const stream = Buffer.concat([
    framed(Buffer.from('one')),
    Buffer.from('\r\n'),
    framed(Buffer.from('two')),
    framed(Buffer.from('')),
  ]);
  for (const size of [1, 2, 3, 5, 100]) {
    const chunks = Array.from({ length: Math.ceil(stream.length / size) }, (_, at) =>
      stream.subarray(at * size, at * size + size),
    );
    expect(texts(read(chunks))).toEqual(['one', 'two', '']);
  }
});

test('a sender that starts anew within a frame has started anew', () => {
  expect(texts(read([Buffer.from('\u000bhalf\u000b'), Buffer.from('wh\u000bwhole\u001c\r')]))).toEqual(['whole']);
});

test('what is no frame, or too large, ends the reading', () => {
  expect(texts(read([Buffer.from('GET / HTTP/1.1\r\n'.repeat(100)), framed(Buffer.from('one'))]))).toEqual([
    'no_frame',
  ]);
  expect(
    texts(read([Buffer.from('\u000b'), Buffer.alloc(600), Buffer.alloc(600), framed(Buffer.from('one'))])),
  ).toEqual(['too_large']);
});

test('10,000 damaged frames: each is read or refused, and none ends the process', () => {
  let messages = 0;
  fc.assert(
    fc.property(damagedFrame, (bytes) => {
      for (const frame of read([bytes.subarray(0, 40), bytes.subarray(40)], limits.bytes)) {
        if (frame.kind !== 'message') continue;
        messages += 1;
        try {
          for (const segment of parseMessage(decodeMessage(frame.bytes, null)).segments)
            for (let field = 1; field < 12; field += 1) for (const one of segment.all(field)) one.at(2);
        } catch (error) {
          expect(error instanceof NotHl7 || error instanceof CharsetRefused).toBe(true);
        }
      }
    }),
    { numRuns: 10_000 },
  );
  expect(messages).toBeGreaterThan(5000);
});

test('a message of ten million separators is read in the time and memory of its text', () => {
  const line = `OBX|1|TX|${'|'.repeat(3_000_000)}${'^&~\\'.repeat(1_700_000)}`;
  const { segments } = parseMessage(`MSH|^~\\&|LAB\r${line}`);
  expect([segments[1]?.text(2), segments[1]?.field(limits.fields + 1)]).toEqual(['TX', '']);
});
