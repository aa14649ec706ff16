import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';
import { languageCodes } from '../api/values.ts';
import { type CatalogName, catalogs, messageBarCodes } from './catalogs/index.ts';
import type { Texts } from './catalogs/catalog.ts';
import type { MessageBarCode } from './catalogs/messageBar.ts';

const moduleOf = (name: string, language: string) => `virtual:words/${name}/${language}`;

/**
 * Splits the catalogues by language and compiles their messages, so that a browser downloads one language and no parser.
 * `virtual:words/<catalogue>/<language>` has the compiled messages, `virtual:words` the loaders, `virtual:words/bar` what the
 * message bar needs of each code besides its text. `only` names the catalogues of an app that has not all pages.
 */
export function words(only?: readonly CatalogName[]): Plugin {
  const names = only ?? Object.keys(catalogs);
  const codes = Object.entries<MessageBarCode>(messageBarCodes);
  const entriesOf = (name: string): Record<string, Texts> => {
    const own: Record<string, Texts> = { ...catalogs[name as keyof typeof catalogs] };
    for (const [code, { in: home, text, action }] of codes) {
      if (home !== name) continue;
      own[`bar.${code}`] = text;
      if (action) own[`bar.${code}.action`] = action;
    }
    return own;
  };
  const compiled = (text: string) => {
    const parts = parse(text, { ignoreTag: true, captureLocation: false });
    const [only] = parts;
    return parts.length === 1 && only?.type === TYPE.literal ? only.value : parts;
  };
  return {
    name: 'words',
    resolveId: (id) => (id.startsWith('virtual:words') ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith('\0virtual:words')) return undefined;
      const [, name, language] = id.split('/');
      if (name === undefined) {
        const rows = names.map((catalog) => {
          const loaders = languageCodes.map((code) => `${code}: () => import('${moduleOf(catalog, code)}')`);
          return `  ${catalog}: { ${loaders.join(', ')} },`;
        });
        return `export default {\n${rows.join('\n')}\n};`;
      }
      if (name === 'bar' && language === undefined) {
        // In the first download, so only what differs from most.
        const differing = ({ kind, keepDisplay, priority, in: home }: MessageBarCode) => ({
          ...(kind === 'error' ? {} : { kind }),
          ...(keepDisplay ? { keepDisplay } : {}),
          ...(priority === 0 ? {} : { priority }),
          ...(home === 'bar' ? {} : { in: home }),
        });
        const rows = codes.map(([code, facts]) => [code, differing(facts)] as const).filter(([, facts]) => Object.keys(facts).length > 0);
        return `export default ${JSON.stringify(Object.fromEntries(rows))};`;
      }
      const messages = Object.entries(entriesOf(name)).map(([key, texts]) => [key, compiled(texts[language as keyof Texts])]);
      return `export default ${JSON.stringify(Object.fromEntries(messages))};`;
    },
  };
}
