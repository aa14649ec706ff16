import type { texts as core } from './catalogs/core.ts';
import type { texts as form } from './catalogs/form.ts';
import type { texts as table } from './catalogs/table.ts';
import type { MessageBarCode, messageBarCodes } from './messageBarCodes.ts';

export type MessageBarCodeName = keyof typeof messageBarCodes;

/**
 * The catalogues and their keys, by the name of their folder. Each `words.ts` adds its own, so that a project knows the keys of
 * the folders it may see and a misspelt one does not compile.
 */
export interface Catalogs {
  core: typeof core;
  form: typeof form;
  table: typeof table;
  /** Messages that the first download lacks. */
  bar: Readonly<Record<`bar.${MessageBarCodeName}` | `bar.${MessageBarCodeName}.action`, unknown>>;
}

export type CatalogName = keyof Catalogs | MessageBarCode['in'];
type KeysOf<C> = C extends unknown ? keyof C : never;
export type MessageKey = Extract<KeysOf<Catalogs[keyof Catalogs]>, string>;
