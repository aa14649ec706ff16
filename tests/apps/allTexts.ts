import { type Texts, catalogsOf, readTextFiles } from '../../src/words/textFiles.ts';

/** Every catalogue, for tests: a browser gets one module per catalogue and language. */
export const catalogs = catalogsOf(readTextFiles());

/** Every text of both apps with its key. */
export const allTexts: ReadonlyMap<string, Texts> = new Map(
  Object.values(catalogs).flatMap(({ texts, labels }) => Object.entries({ ...texts, ...labels })),
);
