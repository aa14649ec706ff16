import { createReadStream } from 'node:fs';
import { appendFile, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { makeFolder } from '../process/folders.ts';

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

function read<T>(schema: v.GenericSchema<unknown, T>, text: string): T | null {
  try {
    const parsed = v.safeParse(schema, JSON.parse(text));
    return parsed.success ? parsed.output : null;
  } catch {
    // An incomplete last line, left by a process that was killed while writing.
    return null;
  }
}

const monthFile = /^\d{4}-\d\d\.jsonl$/;

/** What is known of the log outside the database: append-only files, one for each month. */
export interface Anchors {
  /** The mark of the key that was last taken into use, according to this folder. */
  lastKey(): string | null;
  noteKey(mark: string): Promise<void>;
  /** The id up to which the log's rows are anchored; null when nothing is anchored yet. */
  upTo(): number | null;
  append(lines: readonly AnchorLine[]): Promise<void>;
  /** All anchors, oldest first, read line by line. */
  lines(): AsyncIterable<AnchorLine>;
}

export const anchorsFolder = (dataDir: string): string => join(dataDir, 'audit-anchors');

/** Opens the folder of the anchors and makes it if it is missing. */
export async function openAnchors(folder: string): Promise<Anchors> {
  await makeFolder(folder, 0o700);
  const keysFile = join(folder, 'keys.jsonl');
  const filesOf = async () => (await readdir(folder)).filter((name) => monthFile.test(name)).sort();
  const begun = new Set<string>();
  const add = async (file: string, lines: readonly unknown[]): Promise<void> => {
    // A kill may have cut off the line before, so the first write to a file starts a new line.
    const before = begun.has(file) ? '' : '\n';
    begun.add(file);
    const text = before + lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    await appendFile(file, text, { mode: 0o600, flush: true });
  };
  async function* linesOf(name: string): AsyncGenerator<AnchorLine> {
    for await (const text of createInterface({ input: createReadStream(join(folder, name)) })) {
      const line = text === '' ? null : read(Line, text);
      if (line !== null) yield line;
    }
  }

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
    async *lines() {
      for (const name of await filesOf()) yield* linesOf(name);
    },
  };
}
