import type { Texts } from './catalog.ts';
import { type MessageBarCode, messageBarCodes } from './messageBarCodes.ts';

type Entries = Readonly<Record<string, Texts>>;
interface CatalogFile {
  readonly texts: Entries;
  readonly labels?: Entries;
}

const files = import.meta.glob<CatalogFile>(
  ['./catalogs/*.ts', '../*/words.ts', '../modules/*/words.ts', '../../kiosk/words.ts'],
  { eager: true },
);

/** The name of a catalogue: of its folder, or of its file for those that lie in `catalogs`. */
const nameOf = (path: string): string => /([^/]+)(?:\/words)?\.ts$/.exec(path)?.[1] ?? path;

/**
 * Every text of both apps by catalogue, found by where the files lie. Never imported by code that runs in a browser: the build
 * turns it into one module per catalogue and language.
 */
export const catalogs: Readonly<Record<string, CatalogFile>> = Object.fromEntries(
  Object.entries(files).map(([path, file]) => [nameOf(path), file]),
);

/** Every text with its key, those of the message bar as well. */
export const allTexts: ReadonlyMap<string, Texts> = new Map([
  ...Object.values(catalogs).flatMap(({ texts, labels }) => Object.entries({ ...texts, ...labels })),
  ...Object.entries<MessageBarCode>(messageBarCodes).flatMap(([code, { text, action }]): [string, Texts][] => [
    [`bar.${code}`, text],
    ...(action ? [[`bar.${code}.action`, action] satisfies [string, Texts]] : []),
  ]),
]);

export { messageBarCodes };
