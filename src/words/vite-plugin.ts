import { fileURLToPath } from 'node:url';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { type Plugin, runnerImport } from 'vite';
import { languageCodes } from '../api/values.ts';
import type { Texts } from './catalog.ts';
import type { MessageBarCode } from './messageBarCodes.ts';

type Found = typeof import('./found.ts');
const moduleOf = (name: string, language: string) => `virtual:words/${name}/${language}`;

let read: Promise<{ readonly found: Found; readonly files: readonly string[] }> | null = null;

/** The catalogues, read once for all builds of a process. */
const readCatalogs = () =>
  (read ??= runnerImport<Found>(fileURLToPath(new URL('./found.ts', import.meta.url)), {
    configFile: false,
    logLevel: 'error',
  }).then(({ module, dependencies }) => ({ found: module, files: dependencies })));

/** The texts of a catalogue: `layout` also has what every module says of itself before its own texts are there. */
function entriesOf({ catalogs, messageBarCodes }: Found, name: string): Record<string, Texts> {
  const own: Record<string, Texts> = { ...catalogs[name]?.texts };
  if (name === 'layout') for (const { labels } of Object.values(catalogs)) Object.assign(own, labels);
  for (const [code, { in: home, text, action }] of Object.entries<MessageBarCode>(messageBarCodes)) {
    if (home !== name) continue;
    own[`bar.${code}`] = text;
    if (action) own[`bar.${code}.action`] = action;
  }
  return own;
}

/** Its text for a message without values, else its parts. */
function compiled(text: string) {
  const parts = parse(text, { ignoreTag: true, captureLocation: false });
  const [only] = parts;
  return parts.length === 1 && only?.type === TYPE.literal ? only.value : parts;
}

/** What a code has beyond the usual: it is in the first download. */
const differing = ({ kind, keepDisplay, priority, in: home }: MessageBarCode) => ({
  ...(kind === 'error' ? {} : { kind }),
  ...(keepDisplay ? { keepDisplay } : {}),
  ...(priority === 0 ? {} : { priority }),
  ...(home === 'bar' ? {} : { in: home }),
});

/**
 * Splits the catalogues by language and compiles their messages, so that a browser downloads one language and no parser.
 * `virtual:words/<catalogue>/<language>` has the compiled messages, `virtual:words` the loaders, `virtual:words/bar` what the
 * message bar needs of each code besides its text. `only` names the catalogues of an app that has not all pages.
 */
export function words(only?: readonly string[]): Plugin {
  return {
    name: 'words',
    resolveId: (id) => (id.startsWith('virtual:words') ? `\0${id}` : undefined),
    watchChange() {
      read = null;
    },
    async load(id) {
      if (!id.startsWith('\0virtual:words')) return undefined;
      const [, name, language] = id.split('/');
      const { found, files } = await readCatalogs();
      for (const file of files) this.addWatchFile(file);
      if (name === undefined) {
        const rows = (only ?? [...Object.keys(found.catalogs), 'bar']).map((catalog) => {
          const loaders = languageCodes.map((code) => `${code}: () => import('${moduleOf(catalog, code)}')`);
          return `  ${catalog}: { ${loaders.join(', ')} },`;
        });
        return `export default {\n${rows.join('\n')}\n};`;
      }
      if (name === 'bar' && language === undefined) {
        const rows = Object.entries<MessageBarCode>(found.messageBarCodes)
          .map(([code, facts]) => [code, differing(facts)] as const)
          .filter(([, facts]) => Object.keys(facts).length > 0);
        return `export default ${JSON.stringify(Object.fromEntries(rows))};`;
      }
      const inLanguage = languageCodes.find((code) => code === language);
      if (inLanguage === undefined) return this.error(`There is no language ${language}.`);
      const messages = Object.entries(entriesOf(found, name)).map(([key, texts]) => [key, compiled(texts[inLanguage])]);
      return `export default ${JSON.stringify(Object.fromEntries(messages))};`;
    },
  };
}
