import { join } from 'node:path';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';
import { languageCodes } from '../api/values.ts';
import { messageBarCodes } from './messageBarCodes.ts';
import {
  type Catalog,
  type Texts,
  catalogsOf,
  languageOf,
  projectRoot,
  readTextFiles,
  translationPath,
} from './textFiles.ts';

type Catalogs = Readonly<Record<string, Catalog>>;
const moduleOf = (name: string, language: string) => `virtual:words/${name}/${language}`;

let read: { readonly catalogs: Catalogs; readonly paths: readonly string[] } | null = null;

/** The catalogues, read once for all builds of a process. */
function readCatalogs() {
  if (read === null) {
    const files = readTextFiles();
    const paths = files.flatMap(({ path }) =>
      languageCodes.map((code) => join(projectRoot, translationPath(path, code))),
    );
    read = { catalogs: catalogsOf(files), paths };
  }
  return read;
}

/** The catalogue with a text of the message bar. */
const homeOf = (barKey: string): string =>
  Object.entries(messageBarCodes).find(([code]) => code === barKey.split('.')[1])?.[1].in ?? 'bar';

/** The texts of a catalogue. `layout` also has each module's labels, which are needed before the module's own texts are loaded. */
function entriesOf(catalogs: Catalogs, name: string): Readonly<Record<string, Texts>> {
  const labels = name === 'layout' ? Object.values(catalogs).map((catalog) => catalog.labels) : [];
  const ofBar = Object.entries(catalogs.bar?.texts ?? {}).filter(([key]) => homeOf(key) === name);
  const own = name === 'bar' ? {} : catalogs[name]?.texts;
  return Object.assign({}, own, ...labels, Object.fromEntries(ofBar));
}

/** A plain text for a message without values, else its parts. */
function compiled(text: string) {
  const parts = parse(text, { ignoreTag: true, captureLocation: false });
  const [only] = parts;
  return parts.length === 1 && only?.type === TYPE.literal ? only.value : parts;
}

/**
 * Splits the catalogues by language and compiles their messages, so that a browser downloads one language and no parser.
 * `virtual:words/<catalogue>/<language>` has the compiled messages, `virtual:words` the loaders. `only` names the catalogues of an app that
 * does not have all pages.
 */
export function words(only?: readonly string[]): Plugin {
  return {
    name: 'words',
    resolveId: (id) => (id.startsWith('virtual:words') ? `\0${id}` : undefined),
    watchChange() {
      read = null;
    },
    load(id) {
      if (!id.startsWith('\0virtual:words')) return undefined;
      const [, name, code] = id.split('/');
      const { catalogs, paths } = readCatalogs();
      for (const path of paths) this.addWatchFile(path);
      if (name === undefined) {
        const rows = (only ?? Object.keys(catalogs)).map((catalog) => {
          const loaders = languageCodes.map((each) => `${each}: () => import('${moduleOf(catalog, each)}')`);
          return `  ${catalog}: { ${loaders.join(', ')} },`;
        });
        return `export default {\n${rows.join('\n')}\n};`;
      }
      const language = languageOf(code);
      if (language === undefined) return this.error(`There is no language ${code}.`);
      const messages = Object.entries(entriesOf(catalogs, name)).map(([key, { [language]: text }]) =>
        text === '' ? this.error(`The text ${key} is missing in ${language}.`) : [key, compiled(text)],
      );
      return `export default ${JSON.stringify(Object.fromEntries(messages))};`;
    },
  };
}

const partPrefix = 'personalData.part_';

/**
 * `virtual:part-names` has the activity log's names for the parts of a record, by language. Each module has the name of its section among
 * its own texts, and the server's report of the log uses them too.
 */
export function partNames(): Plugin {
  return {
    name: 'part-names',
    resolveId: (id) => (id === 'virtual:part-names' ? `\0${id}` : undefined),
    load(id) {
      if (id !== '\0virtual:part-names') return undefined;
      const { catalogs, paths } = readCatalogs();
      for (const path of paths) this.addWatchFile(path);
      const parts = Object.entries(catalogs['personalData']?.texts ?? {}).filter(([key]) => key.startsWith(partPrefix));
      const names = languageCodes.map((language) => [
        language,
        Object.fromEntries(parts.map(([key, texts]) => [key.slice(partPrefix.length), texts[language]])),
      ]);
      return `export default ${JSON.stringify(Object.fromEntries(names))};`;
    },
  };
}
