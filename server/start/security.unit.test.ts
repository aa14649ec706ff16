import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const pathOf = (name: string): string => fileURLToPath(new URL(name, root));
const text = readFileSync(pathOf('server/docs/security.md'), 'utf8');

/** The requirements of ASVS 5.0.0 for levels 1 and 2, section by section. */
const asked = `
  1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2
  2.1:1-3 2.2:1-3 2.3:1-4 2.4:1
  3.2:1-2 3.3:1-4 3.4:1-6 3.5:1-5 3.7:1-2
  4.1:1-3 4.2:1 4.3:1-2 4.4:1-4
  5.1:1 5.2:1-3 5.3:1-2 5.4:1-3
  6.1:1-3 6.2:1-12 6.3:1-4 6.4:1-4 6.5:1-5 6.6:1-3 6.8:1-4
  7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2
  8.1:1-2 8.2:1-3 8.3:1 8.4:1
  9.1:1-3 9.2:1-4
  10.1:1-2 10.2:1-2 10.3:1-4 10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3
  11.1:1-2 11.2:1-3 11.3:1-3 11.4:1-4 11.5:1 11.6:1
  12.1:1-3 12.2:1-2 12.3:1-4
  13.1:1 13.2:1-5 13.3:1-2 13.4:1-5
  14.1:1-2 14.2:1-4 14.3:1-3
  15.1:1-3 15.2:1-3 15.3:1-7
  16.1:1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3
  17.1:1 17.2:1-4 17.3:1-2
`
  .trim()
  .split(/\s+/)
  .flatMap((section) => {
    const [number = '', within = ''] = section.split(':');
    return within.split(',').flatMap((part) => {
      const [first = 0, last = first] = part.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => `${number}.${String(first + index)}`);
    });
  });

const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| (.+) \| (.+) \| (.+) \| (.+) \|$/gm)].map(
  ([, number = '', , state = '', how = '', shownBy = '']) => ({ number, state, how, shownBy }),
);
const states = ['Met', 'Partly', 'Not met', 'N/A'];
const pathsIn = (cell: string): string[] =>
  [...cell.matchAll(/`([\w.-]+\/[\w./-]+)`/g)].map(([, path = '']) => path).filter((path) => !path.startsWith('/'));

test('every requirement of levels 1 and 2 has one row, in the order of the standard', () => {
  expect(asked).toHaveLength(253);
  expect(rows.map(({ number }) => number)).toEqual(asked);
});

test('every place and every test that is named exists', () => {
  const named = rows.flatMap(({ how, shownBy }) => [...pathsIn(how), ...pathsIn(shownBy)]);
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter((path) => !existsSync(pathOf(path)))).toEqual([]);
});

test('a row names a test or says that there is none, and is in one of the five states', () => {
  const isTest = (cell: string): boolean => cell === 'none' || /^`[\w./-]+\.(?:test\.tsx?|spec\.ts)`$/.test(cell);
  expect(rows.filter(({ shownBy }) => !isTest(shownBy)).map(({ number }) => number)).toEqual([]);
  expect(rows.filter(({ state }) => !states.includes(state)).map(({ number }) => number)).toEqual([]);
});

test('the numbers at the top and at the chapters are those of the rows', () => {
  const counts = [...states.map((state) => rows.filter((row) => row.state === state).length), rows.length];
  expect(text).toContain(`\n| ${counts.join(' | ')} |\n`);
  for (const [, chapter = '', count] of text.matchAll(/^## V(\d+) .* \((\d+)\)$/gm))
    expect(
      rows.filter(({ number }) => number.startsWith(`${chapter}.`)),
      chapter,
    ).toHaveLength(Number(count));
});

test('whatever is not met stands in the list at the end too', () => {
  const [, list = ''] = text.split('\n## Not met\n');
  expect(rows.filter(({ state, number }) => state === 'Not met' && !list.includes(number))).toEqual([]);
});

const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\d _-]/gu, '')
    .replaceAll(' ', '-');

test.each(['security', 'threats', 'buyer'])('%s.md leads to pages and headings that there are', (name) => {
  const page = new URL(`server/docs/${name}.md`, root);
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https:)([^)#]+)(?:#([^)]+))?\)/g)];
  expect(links.length).toBeGreaterThan(0);
  for (const [, path = '', anchor] of links) {
    const target = new URL(path, page);
    expect(existsSync(target), path).toBe(true);
    const headings = anchor === undefined ? [] : [...readFileSync(target, 'utf8').matchAll(/^#+ (.+)$/gm)];
    if (anchor !== undefined) expect(headings.map(([, heading = '']) => slugOf(heading))).toContain(anchor);
  }
});
