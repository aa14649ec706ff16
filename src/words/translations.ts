import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';
import { parse } from 'icu-parser';
import * as v from 'valibot';
import { type LanguageCode, languageCodes } from '../api/values.ts';
import { type Entries, type TextFile, languageOf, projectRoot, readTextFiles, translationPath } from './textFiles.ts';

/** The translator's file: each text with its place. */
const Translations = v.array(
  v.object({ file: v.string(), key: v.string(), english: v.string(), translation: v.string() }),
);

/** The parameters of a message by name: a `value`, a `number`, or one option of a choice. Throws when the text is not an ICU message. */
function parametersOf(text: string): ReadonlyMap<string, string> {
  const kinds = new Map<string, string>();
  const read = (parts: readonly MessageFormatElement[]): void => {
    for (const part of parts) {
      if (part.type === TYPE.literal || part.type === TYPE.pound || part.type === TYPE.tag) continue;
      if (part.type === TYPE.select) kinds.set(part.value, Object.keys(part.options).toSorted().join(' or '));
      else if (part.type === TYPE.number || part.type === TYPE.plural) kinds.set(part.value, 'number');
      else if (!kinds.has(part.value)) kinds.set(part.value, 'value');
      if (part.type === TYPE.select || part.type === TYPE.plural)
        for (const option of Object.values(part.options)) read(option.value);
    }
  };
  read(parse(text, { ignoreTag: true }));
  return kinds;
}

const listed = (kinds: ReadonlyMap<string, string>): string =>
  [...kinds]
    .map(([name, kind]) => `{${name}}: ${kind}`)
    .toSorted()
    .join(', ') || 'nothing';

/** Why a translation cannot replace an English text; null: it can. */
function faultOf(english: string, translation: string): string | null {
  try {
    const [wanted, given] = [parametersOf(english), parametersOf(translation)];
    // A translation may show a number without plural forms: Chinese has only one form. A value that English only shows need not be a
    // number.
    const isSame = ([name, kind]: readonly [string, string]) =>
      given.get(name) === kind || (kind === 'number' && given.get(name) === 'value');
    if (given.size === wanted.size && [...wanted].every(isSame)) return null;
    return `takes ${listed(given)}, and English takes ${listed(wanted)}`;
  } catch (error) {
    return `is no ICU message: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The problems of a language's translation of a file, one line for each text. */
export function problemsIn({ path, entries }: TextFile, language: LanguageCode): readonly string[] {
  const place = translationPath(path, language);
  const own = entries[language];
  return [
    ...Object.entries(entries.en).flatMap(([key, english]) => {
      const text = own[key] ?? '';
      // Chinese has no space between sentences, so an empty translation of a space is valid.
      const fault = text.trim() === '' && english.trim() !== '' ? 'is missing' : faultOf(english, text);
      return fault === null ? [] : [`${place}: ${key} ${fault}.`];
    }),
    ...Object.keys(own).flatMap((key) => (key in entries.en ? [] : [`${place}: ${key} is not in English.`])),
  ];
}

/** The stored form of a text file: non-breaking spaces are escaped, so that they can be seen. */
const fileText = (value: unknown): string => `${JSON.stringify(value, null, 2).replaceAll('\u00a0', '\\u00a0')}\n`;

/** The texts in the order and the groups of the English file; missing ones are left out. */
function inPlaceOf(english: unknown, texts: Entries, key = ''): unknown {
  if (typeof english !== 'object' || english === null) return texts[key];
  const part = ([name, value]: [string, unknown]) => inPlaceOf(value, texts, key === '' ? name : `${key}.${name}`);
  return Array.isArray(english)
    ? Object.entries(english).map(part)
    : Object.fromEntries(Object.entries(english).map((entry) => [entry[0], part(entry)]));
}

function exportLanguage(root: string, language: LanguageCode): string {
  const rows = readTextFiles(root).flatMap(({ path, entries }) =>
    Object.entries(entries.en).map(([key, english]) => ({
      file: path,
      key,
      english,
      translation: entries[language][key] ?? '',
    })),
  );
  return fileText(rows);
}

/** Writes a translator's texts into the files, all or none; empty ones are skipped. Returns the problems. */
function importLanguage(root: string, language: LanguageCode, text: string): readonly string[] {
  const files = new Map(readTextFiles(root).map((file) => [file.path, file]));
  const changed = new Map<string, Record<string, string>>();
  const problems: string[] = [];
  for (const { file: path, key, english, translation } of v.parse(Translations, JSON.parse(text))) {
    const current = files.get(path)?.entries.en[key];
    const fault =
      current === undefined
        ? 'is not in English'
        : current !== english
          ? `has another English text now: ${current}`
          : translation.trim() === ''
            ? null
            : faultOf(english, translation);
    if (fault !== null) problems.push(`${path}: ${key} ${fault}.`);
    else if (translation.trim() !== '') changed.set(path, { ...changed.get(path), [key]: translation });
  }
  if (problems.length > 0) return problems;
  for (const [path, texts] of changed) {
    const english: unknown = JSON.parse(readFileSync(join(root, path), 'utf8'));
    const translated = inPlaceOf(english, { ...files.get(path)?.entries[language], ...texts });
    writeFileSync(join(root, translationPath(path, language)), fileText(translated));
  }
  return [];
}

const usage = `npm run words -- missing                 what a language lacks, has too much or takes otherwise than English
npm run words -- export LANGUAGE FILE    every text with its English, for a translator
npm run words -- import LANGUAGE FILE    puts a translator's texts into their files`;

/** `npm run words`: returns the lines to print, and whether everything is correct. */
export function runWords(
  args: readonly string[],
  root: string = projectRoot,
): { isOk: boolean; lines: readonly string[] } {
  const [command, name, file] = args;
  if (command === 'missing') {
    const lines = readTextFiles(root).flatMap((each) => languageCodes.flatMap((code) => problemsIn(each, code)));
    return { isOk: lines.length === 0, lines };
  }
  const language = languageOf(name);
  if (language === undefined || language === 'en' || file === undefined) return { isOk: false, lines: [usage] };
  if (command === 'export') {
    writeFileSync(file, exportLanguage(root, language));
    return { isOk: true, lines: [] };
  }
  if (command !== 'import') return { isOk: false, lines: [usage] };
  const lines = importLanguage(root, language, readFileSync(file, 'utf8'));
  return { isOk: lines.length === 0, lines };
}
