import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LanguageCode, languageCodes } from '../api/values.ts';

/** One text in every language; empty when its translation is missing. */
export type Texts = Readonly<Record<LanguageCode, string>>;
/** The texts of one file by key, in ICU message syntax. */
export type Entries = Readonly<Record<string, string>>;

/** An English file with its translations beside it. */
export interface TextFile {
  /** The English file's path from the root of the project: `src/modules/account/words/labels.en.json`. */
  readonly path: string;
  readonly entries: Readonly<Record<LanguageCode, Entries>>;
}

/** The texts of one part of the apps. */
export interface Catalog {
  readonly texts: Record<string, Texts>;
  /** The texts of a module that `layout` loads before any of its pages is open. */
  readonly labels: Record<string, Texts>;
}

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

export const translationPath = (english: string, language: LanguageCode): string =>
  english.replace(/en\.json$/, `${language}.json`);

/** The texts of a file. The apps' files are flat; the server's have groups, whose names are put before the key. */
function entriesIn(value: unknown, key = ''): [string, string][] {
  if (typeof value === 'string') return [[key, value]];
  if (typeof value !== 'object' || value === null) throw new Error(`The text ${key} is no text.`);
  return Object.entries(value).flatMap(([name, part]) => entriesIn(part, key === '' ? name : `${key}.${name}`));
}

const readEntries = (path: string): Entries =>
  existsSync(path) ? Object.fromEntries(entriesIn(JSON.parse(readFileSync(path, 'utf8')))) : {};

function perLanguage<T>(make: (language: LanguageCode) => T): Readonly<Record<LanguageCode, T>> {
  return { en: make('en'), es: make('es'), fr: make('fr'), pt: make('pt'), zh: make('zh') };
}

/** Every file of texts in the project, found by its name, sorted by path. A facility's own words, as in the demo's folder, are none of them. */
export function readTextFiles(root: string = projectRoot): readonly TextFile[] {
  return ['kiosk', 'server', 'src']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (path) => `${folder}/${path.replaceAll('\\', '/')}`,
      ),
    )
    .filter((path) => /\/(labels\.)?en\.json$/.test(path) && !/\/(node_modules|language-pack)\//.test(path))
    .toSorted()
    .map((path) => ({
      path,
      entries: perLanguage((language) => readEntries(join(root, translationPath(path, language)))),
    }));
}

/** The catalogues of both apps by name. A text belongs to the catalogue with which its key begins. */
export function catalogsOf(files: readonly TextFile[]): Readonly<Record<string, Catalog>> {
  const catalogs: Record<string, Catalog> = {};
  for (const { path, entries } of files) {
    if (path.startsWith('server/')) continue;
    for (const key of Object.keys(entries.en)) {
      const { texts, labels } = (catalogs[key.split('.', 1)[0] ?? ''] ??= { texts: {}, labels: {} });
      (path.endsWith('/labels.en.json') ? labels : texts)[key] = perLanguage(
        (language) => entries[language][key] ?? '',
      );
    }
  }
  return catalogs;
}

export const languageOf = (name: string | undefined): LanguageCode | undefined =>
  languageCodes.find((code) => code === name);
