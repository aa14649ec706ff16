import { expect, test } from 'vitest';
import { lackingBuiltIns } from './builtIns.build.ts';

const inPage = (code: string) => lackingBuiltIns(code, true);

test('what the polyfills add may be used in a page, and not in a worker, which has none', () => {
  const code = 'export const sorted = list.toSorted(), first = list.with(0, 1), good = URL.canParse(address);';
  expect(inPage(code)).toEqual([]);
  expect(lackingBuiltIns(code, false)).toEqual(['toSorted', 'with', 'URL.canParse']);
});

test.each([
  ['Object.groupBy(rows, dayOf)', 'Object.groupBy'],
  ['const { promise } = Promise.withResolvers();', 'Promise.withResolvers'],
  ['fetch(address, { signal: AbortSignal.any([stop, late]) })', 'AbortSignal.any'],
  ['rights.isSubsetOf(given)', 'isSubsetOf'],
  ['new Intl.Segmenter()', 'Intl.Segmenter'],
  ['new window.Intl.Segmenter()', 'Intl.Segmenter'],
  ['const emoji = /\\p{RGI_Emoji}/v;', 'the flag v of a regular expression'],
])('%s is refused', (code, name) => expect(inPage(code)).toEqual([name]));

test.each([
  'Promise.withResolvers?.()',
  "'Segmenter' in Intl ? new Intl.Segmenter() : null",
  '`Segmenter` in Intl ? new Intl.Segmenter() : null',
  "typeof Object.groupBy === 'function' && Object.groupBy(rows, dayOf)",
  "typeof host.scheduler?.yield === 'function' && host.scheduler.yield()",
  'if (Uint8Array.fromBase64) Uint8Array.fromBase64(text);',
  'const bytes = Uint8Array.fromBase64 ? Uint8Array.fromBase64(text) : read(text);',
  'groups.Object({ groupBy: 1 })',
  'const any = rows.any(1);',
])('%s is no use, or asks before', (code) => expect(inPage(code)).toEqual([]));
