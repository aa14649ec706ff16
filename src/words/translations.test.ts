import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runWords } from './translations.ts';

let root: string;
const at = (path: string): string => join(root, path);
const write = (path: string, texts: Readonly<Record<string, unknown>>): void =>
  writeFileSync(at(path), JSON.stringify(texts));
const read = (path: string): unknown => JSON.parse(readFileSync(at(path), 'utf8'));
const english = {
  'kiosk.show': 'Show',
  'kiosk.found': '{count, plural, one {# patient} other {# patients}}',
  'kiosk.way': '{way, select, sms {By text} other {By email}}',
  'kiosk.name': 'For {name}',
};
const spanish = {
  'kiosk.found': '{count, plural, one {# paciente} other {# pacientes}}',
  'kiosk.way': '{way, select, sms {Por mensaje} other {Por correo electrónico}}',
  'kiosk.name': 'Para {name}',
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vestibule-words-'));
  for (const folder of ['kiosk/words', 'server/mail/words', 'src']) mkdirSync(at(folder), { recursive: true });
  write('kiosk/words/en.json', english);
  for (const language of ['es', 'fr', 'pt', 'zh']) write(`kiosk/words/${language}.json`, english);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('missing names every text that a language lacks, has too much or takes otherwise', () => {
  expect(runWords(['missing'], root)).toEqual({ isOk: true, lines: [] });
  write('kiosk/words/es.json', {
    'kiosk.found': '{count} de {total}',
    'kiosk.way': '{way}',
    'kiosk.name': '{name}',
    'kiosk.old': 'Viejo',
  });
  write('kiosk/words/fr.json', { ...english, 'kiosk.show': 'Afficher {' });
  expect(runWords(['missing'], root)).toEqual({
    isOk: false,
    lines: [
      'kiosk/words/es.json: kiosk.show is missing.',
      'kiosk/words/es.json: kiosk.found takes {count}: value, {total}: value, and English takes {count}: number.',
      'kiosk/words/es.json: kiosk.way takes {way}: value, and English takes {way}: other or sms.',
      'kiosk/words/es.json: kiosk.old is not in English.',
      expect.stringContaining('kiosk/words/fr.json: kiosk.show is no ICU message'),
    ],
  });
});

test('what was exported and translated is imported in the order of English, with blanks that can be seen', () => {
  write('kiosk/words/es.json', spanish);
  const file = at('es.json');
  expect(runWords(['export', 'es', file], root)).toEqual({ isOk: true, lines: [] });
  const rows = read('es.json');
  expect(rows).toContainEqual({ file: 'kiosk/words/en.json', key: 'kiosk.show', english: 'Show', translation: '' });
  expect(runWords(['import', 'es', file], root)).toEqual({ isOk: true, lines: [] });
  expect(read('kiosk/words/es.json')).toEqual(spanish);
  writeFileSync(file, JSON.stringify(rows).replace('"translation":""', '"translation":"Mostrar\u00a0todo"'));
  expect(runWords(['import', 'es', file], root)).toEqual({ isOk: true, lines: [] });
  const text = readFileSync(at('kiosk/words/es.json'), 'utf8');
  expect(text).toContain('"kiosk.show": "Mostrar\\u00a0todo"');
  expect(Object.keys(JSON.parse(text))).toEqual(Object.keys(english));
});

test('texts in groups keep them', () => {
  const inGroups = { frame: { greeting: 'Hello {name},' }, notices: { space: ' ', steps: ['First', 'Then'] } };
  write('server/mail/words/en.json', inGroups);
  for (const language of ['es', 'fr', 'pt']) write(`server/mail/words/${language}.json`, inGroups);
  write('server/mail/words/zh.json', { frame: { greeting: '{name}' }, notices: { space: '', steps: ['一'] } });
  expect(runWords(['missing'], root).lines).toEqual(['server/mail/words/zh.json: notices.steps.1 is missing.']);
  const row = { file: 'server/mail/words/en.json', key: 'notices.steps.1', english: 'Then', translation: '二' };
  writeFileSync(at('zh.json'), JSON.stringify([row]));
  expect(runWords(['import', 'zh', at('zh.json')], root)).toEqual({ isOk: true, lines: [] });
  expect(read('server/mail/words/zh.json')).toEqual({
    frame: { greeting: '{name}' },
    notices: { space: '', steps: ['一', '二'] },
  });
});

test.each([
  ['an unknown key', { key: 'kiosk.shwo' }, 'kiosk.shwo is not in English.'],
  ['an unknown file', { file: 'src/en.json' }, 'src/en.json: kiosk.show is not in English.'],
  ['other values', { translation: 'Mostrar {count}' }, 'kiosk.show takes {count}: value, and English takes nothing.'],
  [
    'a count of what English only shows',
    { key: 'kiosk.name', english: 'For {name}', translation: '{name, plural, one {uno} other {#}}' },
    'kiosk.name takes {name}: number, and English takes {name}: value.',
  ],
  ['an English that has changed', { english: 'Show all' }, 'kiosk.show has another English text now: Show.'],
])('%s is refused, and nothing is written', (_, wrong, line) => {
  write('kiosk/words/es.json', spanish);
  const row = { file: 'kiosk/words/en.json', key: 'kiosk.show', english: 'Show', translation: 'Mostrar' };
  const good = { ...row, key: 'kiosk.way', english: english['kiosk.way'], translation: spanish['kiosk.way'] };
  writeFileSync(at('es.json'), JSON.stringify([good, { ...row, ...wrong }]));
  expect(runWords(['import', 'es', at('es.json')], root)).toEqual({
    isOk: false,
    lines: [expect.stringContaining(line)],
  });
  expect(read('kiosk/words/es.json')).toEqual(spanish);
});

test('a command that is not there shows those that are', () => {
  for (const args of [[], ['import'], ['export', 'xx', 'file'], ['export', 'en', 'file'], ['exprot', 'es', 'file']])
    expect(runWords(args, root)).toEqual({ isOk: false, lines: [expect.stringContaining('npm run words -- missing')] });
});
