import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = await readFile(join(root, 'tests', 'e2e', 'faults', 'README.md'), 'utf8');
const rows = [...readme.matchAll(/^\| (\d+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(([, number, , cells = '']) => ({
  number: Number(number),
  tests: cells.split('<br>').map((cell) => /^`([^`]+)` (.+)$/.exec(cell.trim())?.slice(1) ?? []),
}));

describe('the table of faults', () => {
  test('names every fault once', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
  });

  test.each(rows)('names tests of fault $number that are there', async ({ tests }) => {
    for (const [file = '', title = ''] of tests) {
      const code = await readFile(join(root, file), 'utf8');
      const words = title.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
      // The name is the first argument of the test. A skipped test does not count.
      expect(code, `${file}: ${title}`).toMatch(new RegExp(`\\(\\s*(['"\`])${words}`));
      expect(code, file).not.toMatch(/\b(?:test|it|describe)\.(?:skip|fixme|todo|only)\b/);
    }
  });
});
