import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partsOf } from './lines.ts';

async function* chunksOf(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const limits = { longest: 20, lines: 3, bytes: 40 };
async function read(text: string, known: number, size: number) {
  const parts = [];
  for await (const part of partsOf(chunksOf(Buffer.from(text), size), known, limits)) parts.push(part);
  return parts;
}

test('lines come whole and once, however a file is cut, and after those that are known', async () => {
  const aLine = fc.string({ maxLength: 30 }).map((text) => text.replaceAll('\n', ' '));
  await fc.assert(
    fc.asyncProperty(
      fc.array(aLine, { maxLength: 20 }),
      fc.boolean(),
      fc.nat(5),
      fc.integer({ min: 1, max: 50 }),
      async (lines, endsWithBreak, known, size) => {
        const isOpen = !endsWithBreak && (lines.at(-1) ?? '') !== '';
        const parts = await read(
          lines
            .map((line) => `${line}\n`)
            .join('')
            .slice(0, isOpen ? -1 : undefined),
          known,
          size,
        );
        const rest = lines.slice(known);
        const isTooLong = (line: string) => Buffer.byteLength(line) > limits.longest;
        expect(parts.map(({ bytes }) => bytes.toString()).join('')).toBe(
          rest
            .filter((line) => !isTooLong(line))
            .map((line) => `${line}\n`)
            .join(''),
        );
        expect(parts.reduce((sum, part) => sum + part.lines, 0)).toBe(rest.length);
        expect(parts.reduce((sum, part) => sum + part.tooLong, 0)).toBe(rest.filter(isTooLong).length);
        for (const part of parts) expect(part.lines).toBeLessThanOrEqual(limits.lines);
      },
    ),
  );
});
