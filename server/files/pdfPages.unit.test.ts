import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { dataPath } from '../demo/data.ts';
import { turns } from '../process/threads.ts';
import { countedPages, onePdfPage, pdfPages } from './pdfPages.ts';

const dischargeLetter = readFileSync(dataPath('record/notes/discharge-letter.pdf'));

const bytesOf = (answer: Awaited<ReturnType<typeof onePdfPage>>): Uint8Array => {
  if (!(answer instanceof Uint8Array)) throw new Error(`no page: ${String(answer)}`);
  return answer;
};

describe('a PDF', () => {
  test('gives each of its pages as a PDF of one page, and keeps its title', async () => {
    for (const index of [0, 1, 2]) {
      const single = await PDFDocument.load(bytesOf(await onePdfPage(dischargeLetter, index)));
      expect([single.getPageCount(), single.getTitle()]).toEqual([1, 'Discharge letter']);
    }
  });

  test('has the pages that it has, and is whole where it cannot be read', async () => {
    expect(await pdfPages(dischargeLetter)).toEqual({ pages: 3, isWhole: false });
    expect(await pdfPages(Buffer.from('%PDF-1.7 nothing'))).toEqual({ pages: 1, isWhole: true });
    const text = dischargeLetter.toString('latin1');
    const protectedOne = Buffer.from(text.replace('/Root 1 0 R', '/Encrypt 3 0 R/Root 1 0 R'), 'latin1');
    expect(await pdfPages(protectedOne)).toEqual({ pages: 3, isWhole: true });
  });

  test('that is broken, or has no such page, gives none', async () => {
    expect(await onePdfPage(Buffer.from('%PDF-1.7 nothing'), 0)).toBeNull();
    expect(await onePdfPage(dischargeLetter, 3)).toBeNull();
  });

  test('that anybody may have made has its pages counted, unless it is protected; one that nobody can open is broken', async () => {
    expect(await countedPages(dischargeLetter)).toBe(3);
    expect(await countedPages(Buffer.from('%PDF-1.7 nothing'))).toBe('broken');
    expect(await countedPages(dischargeLetter.subarray(0, 300))).toBe('broken');
    const text = dischargeLetter.toString('latin1');
    const protectedOne = Buffer.from(text.replace('/Root 1 0 R', '/Encrypt 3 0 R/Root 1 0 R'), 'latin1');
    expect(await countedPages(protectedOne)).toBeNull();
  });

  test('that would unpack to hundreds of megabytes is broken', async () => {
    const packed = deflateSync(Buffer.alloc(140_000_000, ' '), { level: 1 });
    const object = `1 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`;
    const bomb = Buffer.concat([
      Buffer.from(`%PDF-1.5\n${object}`),
      packed,
      Buffer.from('\nendstream\nendobj\ntrailer<</Root 2 0 R>>\n%%EOF'),
    ]);
    expect(await countedPages(bomb)).toBe('broken');
  });

  test('waits for its turn where many are asked for, and the last of very many is told that others are in the way', async () => {
    const inTurn = turns(2, 3);
    const ends: (() => void)[] = [];
    let most = 0;
    let running = 0;
    const asked = Array.from({ length: 7 }, (_, index) =>
      inTurn(async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((resolve) => ends.push(resolve));
        running -= 1;
        return index;
      }),
    );
    expect(await Promise.all(asked.slice(5))).toEqual(['busy', 'busy']);
    const ended = Promise.all(asked.slice(0, 5));
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await ended).toEqual([0, 1, 2, 3, 4]);
    expect(most).toBe(2);
    // Nothing is left in the queue.
    expect(await inTurn(async () => 'done')).toBe('done');
  });
});
