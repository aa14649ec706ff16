import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { token } from './contract.css.ts';
import { tokensBesideTheme, colours, facilityTheme, measures } from './tokens.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = ['src', 'kiosk', 'sw', 'server', 'public']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter(
    (path) =>
      /\.([cm]?[jt]sx?|css|html|svg)$/.test(path) && !/(^|\/)(node_modules|dist|data)\/|\.test\.tsx?$/.test(path),
  )
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const isStyleSheet = ({ path }: { path: string }) => path.endsWith('.css.ts');
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

const tokens = new Set([...Object.keys({ ...facilityTheme, ...colours, ...measures }), ...tokensBesideTheme]);

/** Custom properties that a component sets for its own style sheet. */
const own = new Set(
  sources.filter(isStyleSheet).flatMap(({ text }) => found(text, /^export const \w+ = '(--[\w-]+)';/gm)),
);

const unknown = (pattern: RegExp, among = sources) =>
  among.flatMap(({ path, text }) =>
    found(text, pattern)
      .filter((name) => !tokens.has(name) && !own.has(name))
      .map((name) => `${path} names ${name}, which is not declared`),
  );

test('every token has its name in the contract', () => {
  expect(Object.values(token).toSorted()).toEqual([...tokens].map((name) => `var(${name})`).toSorted());
  expect(token).toMatchObject({
    space5: 'var(--space-5)',
    text2xl: 'var(--text-2xl)',
    facilityLogoOnDark: 'var(--facility-logo-on-dark)',
  });
});

test('a misspelt token does not compile', () => {
  // @ts-expect-error It is called brandSolid.
  expect(token.brnadSolid).toBeUndefined();
});

test('style sheets name tokens through the contract', () => {
  const sheets = sources.filter(isStyleSheet);
  const byHand = sheets.flatMap(({ path, text }) =>
    found(text, /(var\(--[\w-]*)/g).map((name) => `${path} writes ${name}) by hand`),
  );
  expect(sheets.length).toBeGreaterThan(80);
  expect(byHand).toEqual([]);
});

test('wherever else a custom property is named, it is declared', () => {
  expect(unknown(/var\(\s*(--[\w-]+)/g)).toEqual([]);
  expect(unknown(/(--facility-[\w-]+)/g)).toEqual([]);
  expect(
    unknown(
      /['"](--[\w-]+)['"]/g,
      sources.filter(({ path }) => /^(src|kiosk)\b/.test(path)),
    ),
  ).toEqual([]);
});

test('no legend is laid out: WebKit leaves no gap below one that floats or stands in a grid', () => {
  // In a frame of received documents a label floats. A style sheet that styles a legend must not float.
  const legends = sources.filter(
    ({ path, text }) => isStyleSheet({ path }) && /\blegend`|legend[^]*float:|float:[^]*legend/i.test(text),
  );
  expect(legends.map(({ path }) => path)).toEqual([]);
});
