import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/projectCopy.ts';
import { circlesOf, type Imports, importsOf, readImports } from './imports.ts';
import { refusalOf } from './table.ts';

const project = readImports(projectRoot);

test('every file imports only what it may', () => {
  const refused = [...project].flatMap(([file, imports]) =>
    imports.flatMap(({ to, line }) => {
      const reason = refusalOf(file, to);
      return reason === null ? [] : [`${file}:${String(line)} imports ${to}. ${reason}`];
    }),
  );
  expect(refused).toEqual([]);
});

test('no files import each other, by whatever kind of import', () => {
  expect(circlesOf(project)).toEqual([]);
});

/** A folder of the project, what its files must not import, and words of the reason. */
const forbidden: readonly (readonly [string, string, string])[] = [
  ['src/api', 'src/words/locale.ts', 'The contract depends on valibot alone'],
  ['src/api', 'react', 'The contract depends on valibot alone'],
  ['src/words', 'src/data/config.ts', 'Texts are the lowest layer'],
  ['src/ui', 'src/data/config.ts', 'Parts of the interface know no data and no page'],
  ['src/ui', '@tanstack/react-query', 'Parts of the interface get their data as props'],
  ['src/ui', '@tanstack/react-router', 'Only pages and the layout know the router'],
  ['src/browser', 'src/data/config.ts', 'it uses texts and the contract'],
  ['src/data', 'src/ui/icons.ts', 'Calls, session and vault know no page'],
  ['src/data/unsent', 'src/data/drafts/record.ts', 'a kind knows no other'],
  ['src/data/messages', 'src/data/drafts/record.ts', 'a kind knows no other'],
  ['src/records', 'src/modules/appointments/list.ts', 'What pages of a record share knows none of them'],
  ['src/modules/questionnaires', 'src/modules/appointments/list.ts', 'A module knows no other module'],
  [
    'src/modules/questionnaires/pages',
    'src/modules/appointments/pages/AppointmentsPage.tsx',
    'A module knows no other',
  ],
  ['src/modules/questionnaires/fill', '@tanstack/react-router', 'Only pages and the layout know the router'],
  [
    'src/modules/questionnaires/fill',
    'src/layout/routing/useLink.ts',
    'Views know nothing of what stands around a page',
  ],
  ['src/layout', 'src/modules/education/module.ts', 'The layout draws what modules declare and knows none by name'],
  ['kiosk', 'src/layout/routing/useLink.ts', 'A waiting-room tablet shows questionnaires'],
  ['kiosk', 'src/modules/education/articles.ts', 'A waiting-room tablet shows questionnaires'],
  ['kiosk', 'src/modules/secondFactor/pages/setUp.ts', 'A waiting-room tablet shows questionnaires'],
  ['kiosk', 'src/modules/questionnaires/pages/completed.ts', 'A waiting-room tablet shows questionnaires'],
  ['kiosk', 'src/data/vault/vault.ts', 'The kiosk keeps nothing of a patient on the tablet'],
  ['kiosk', 'src/data/keptRecords/ahead.ts', 'The kiosk keeps nothing of a patient on the tablet'],
  ['sw', 'src/words/locale.ts', 'A service worker starts before any app'],
  ['server/questionnaires', 'src/words/locale.ts', 'The server knows the contract'],
  ['server/record', 'server/healthSummary/summary.ts', 'A room of the server imports those before it'],
  ['server/personalData', 'server/admin/run.ts', 'A room of the server imports those before it'],
];

/** A folder at each depth that the room has, and one below the deepest. */
function foldersOf(room: string): readonly string[] {
  const byDepth = new Map<number, string>();
  for (const file of project.keys())
    if (file.startsWith(`${room}/`)) {
      const folder = posix.dirname(file);
      if (!/\/(pages|build|testing)\b/.test(folder.slice(room.length))) byDepth.set(folder.split('/').length, folder);
    }
  const deepest = byDepth.get(Math.max(...byDepth.keys())) ?? room;
  return [...byDepth.values(), `${deepest}/further`];
}

const kinds: Readonly<Record<string, (path: string) => string>> = {
  static: (path) => `import { planted } from '${path}';\nexport const use = planted;\n`,
  type: (path) => `import type { Planted } from '${path}';\nexport type Use = Planted;\n`,
  'inline type': (path) => `export type Use = import('${path}').Planted;\n`,
  lazy: (path) => `export const use = () => import('${path}');\n`,
  handed: (path) => `export { planted } from '${path}';\n`,
  'handed whole': (path) => `export * from '${path}';\n`,
};

test.each(forbidden)('%s must not import %s, at whatever depth and by whatever kind of import', (room, to, reason) => {
  const folders = foldersOf(room);
  expect(folders.length).toBeGreaterThan(1);
  for (const folder of folders)
    for (const [kind, text] of Object.entries(kinds)) {
      const path = to.includes('.') ? posix.relative(folder, to).replace(/^(?!\.)/, './') : to;
      const file = `${folder}/planted.ts`;
      const said = importsOf(file, text(path)).map((found) => refusalOf(file, found.to));
      expect(said, `${kind} in ${folder}`).toEqual([expect.stringContaining(reason)]);
    }
});

test('circles are found around corners and by mixed kinds', () => {
  const planted: Imports = new Map([
    ['src/a.ts', importsOf('src/a.ts', kinds['type']?.('./b/c.ts') ?? '')],
    ['src/b/c.ts', importsOf('src/b/c.ts', kinds['lazy']?.('../d.ts') ?? '')],
    ['src/d.ts', importsOf('src/d.ts', kinds['static']?.('./a.ts') ?? '')],
    ['src/e.ts', importsOf('src/e.ts', kinds['static']?.('./a.ts') ?? '')],
  ]);
  expect(circlesOf(planted)).toEqual([['src/a.ts', 'src/b/c.ts', 'src/d.ts']]);
});
