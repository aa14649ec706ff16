import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AnchorLine, openAnchors } from './anchors.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anchors-'));
});
afterEach(() => rm(folder, { recursive: true }));

const line = (upTo: number): AnchorLine => ({
  at: `2026-11-20T10:0${String(upTo)}:00.000Z`,
  upTo,
  heads: [[`patient:${String(upTo)}`, upTo, 'ab'.repeat(32)]],
});

test.skipIf(!existsSync('/dev/full'))('what a full disk cut off spoils no later line', async () => {
  const anchors = await openAnchors(folder);
  await anchors.append([line(1)]);
  const [file, aside] = [join(folder, '2026-11.jsonl'), join(folder, 'aside')];
  await rename(file, aside);
  await symlink('/dev/full', file);
  await expect(anchors.append([line(2)])).rejects.toThrow('ENOSPC');
  await rm(file);
  await rename(aside, file);
  await appendFile(file, JSON.stringify(line(2)).slice(0, 40));

  await anchors.append([line(2)]);
  await anchors.append([line(3)]);
  const found: AnchorLine[] = [];
  for await (const each of anchors.lines()) found.push(each);
  expect(found).toEqual([line(1), line(2), line(3)]);
});
