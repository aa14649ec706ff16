import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, open, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readAs } from '@portal/api';
import * as v from 'valibot';
import { makeFolder } from '../process/folders.ts';
import type { AnchorPlace } from './checkpoints.ts';

/** Where a chain ended: its name, the number of its last row, and that row's hash in hexadecimal. */
const Head = v.tuple([v.string(), v.number(), v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))]);
export type Head = v.InferOutput<typeof Head>;
const Line = v.object({
  at: v.string(),
  /** The id of the last row of the log that this line covers. */
  upTo: v.number(),
  heads: v.array(Head),
});
export type AnchorLine = v.InferOutput<typeof Line>;
const KeyLine = v.object({ at: v.string(), key: v.string() });

/** Null for an incomplete last line, left by a process that was killed while writing. */
const read = <T>(schema: v.GenericSchema<unknown, T>, text: string): T | null =>
  readAs(v.pipe(v.string(), v.parseJson(), schema), text);

const monthFile = /^\d{4}-\d\d\.jsonl$/;

/** What is known of the log outside the database: append-only files, one for each month. */
export interface Anchors {
  /** The mark of the key that was last taken into use, according to this folder. */
  lastKey(): string | null;
  noteKey(mark: string): Promise<void>;
  /** The id up to which the log's rows are anchored; null when nothing is anchored yet. */
  upTo(): number | null;
  append(lines: readonly AnchorLine[]): Promise<void>;
  /** Tells this folder from those of other servers. */
  readonly id: string;
  /** Where its last whole line ends; null: nothing is anchored yet. */
  end(): Promise<AnchorPlace | null>;
  /** The anchors between two places, oldest first, read line by line; null: from the first, to the last. */
  lines(from?: AnchorPlace | null, to?: AnchorPlace | null): AsyncIterable<AnchorLine>;
}

export const anchorsFolder = (dataDir: string): string => join(dataDir, 'audit-anchors');

/** Opens the folder of the anchors and makes it if it is missing. */
export async function openAnchors(folder: string): Promise<Anchors> {
  await makeFolder(folder, 0o700);
  const keysFile = join(folder, 'keys.jsonl');
  const filesOf = async () => (await readdir(folder)).filter((name) => monthFile.test(name)).sort();
  const begun = new Set<string>();
  const add = async (file: string, lines: readonly unknown[]): Promise<void> => {
    // A kill or a full disk may have cut off the line before: what follows neither starts a new line.
    const before = begun.delete(file) ? '' : '\n';
    const text = before + lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    await appendFile(file, text, { mode: 0o600, flush: true });
    begun.add(file);
  };
  async function* linesOf(name: string, start = 0, beforeByte = Infinity): AsyncGenerator<AnchorLine> {
    if (start >= beforeByte) return;
    const input = createReadStream(join(folder, name), { start, end: beforeByte - 1 });
    for await (const text of createInterface({ input })) {
      const line = text === '' ? null : read(Line, text);
      if (line !== null) yield line;
    }
  }

  /** The number of bytes up to the end of the last whole line, searched from the end of the file. */
  async function wholeBytes(name: string): Promise<number> {
    const file = await open(join(folder, name));
    try {
      const buffer = Buffer.alloc(65_536);
      for (let { size: upTo } = await file.stat(); upTo > 0; upTo -= buffer.length) {
        const start = Math.max(0, upTo - buffer.length);
        const { bytesRead } = await file.read(buffer, 0, upTo - start, start);
        const last = buffer.subarray(0, bytesRead).lastIndexOf('\n');
        if (last !== -1) return start + last + 1;
      }
      return 0;
    } finally {
      await file.close();
    }
  }
  const idFile = join(folder, 'id');
  await writeFile(idFile, randomUUID(), { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const id = await readFile(idFile, 'utf8');
  const noted = (await readFile(keysFile, 'utf8').catch(() => '')).split('\n').map((text) => read(KeyLine, text)?.key);
  let lastKey = noted.findLast((key) => key !== undefined) ?? null;
  let upTo: number | null = null;
  const newest = (await filesOf()).at(-1);
  if (newest !== undefined) for await (const line of linesOf(newest)) upTo = Math.max(upTo ?? 0, line.upTo);

  return {
    lastKey: () => lastKey,
    async noteKey(mark) {
      if (mark === lastKey) return;
      await add(keysFile, [{ at: new Date().toISOString(), key: mark }]);
      lastKey = mark;
    },
    upTo: () => upTo,
    async append(lines) {
      const last = lines.at(-1);
      if (last === undefined) return;
      await add(join(folder, `${last.at.slice(0, 7)}.jsonl`), lines);
      upTo = last.upTo;
    },
    id,
    async end() {
      const file = (await filesOf()).at(-1);
      return file === undefined ? null : { file, bytes: await wholeBytes(file) };
    },
    async *lines(from = null, to = null) {
      const files = (await filesOf()).filter((name) => to === null || name <= to.file);
      // A file that is shorter than what was read of it is another one, as after a restore: all is read again.
      const known =
        from !== null && files.includes(from.file) && (await wholeBytes(from.file)) >= from.bytes ? from : null;
      for (const name of files)
        if (known === null || name >= known.file)
          yield* linesOf(name, name === known?.file ? known.bytes : 0, name === to?.file ? to.bytes : Infinity);
    },
  };
}
