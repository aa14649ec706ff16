import type { SharedTextKey } from '@portal/api';
import type core from './catalogs/core/en.json';
import type form from './catalogs/form/en.json';
import type table from './catalogs/table/en.json';
import type { MessageBarCode, MessageBarCodeName } from './messageBarCodes.ts';

/**
 * The catalogues and their keys, by the name of their folder. Each `words/keys.ts` adds its own, so that a TypeScript project knows only
 * the keys of the folders that it may import, and a misspelt key does not compile.
 */
export interface Catalogs {
  core: typeof core;
  form: typeof form;
  table: typeof table;
  /** When a medicine is taken and how often; only two pages say it. */
  timing: SharedTexts<'timing'>;
  /** Messages that are not in the first download. */
  bar: Readonly<Record<`bar.${MessageBarCodeName}` | `bar.${MessageBarCodeName}.action`, unknown>>;
}

/** The texts of a catalogue that the server's documents use too. */
export type SharedTexts<Name extends string> = Readonly<Record<Extract<SharedTextKey, `${Name}.${string}`>, unknown>>;

export type CatalogName = keyof Catalogs | MessageBarCode['in'];
type KeysOf<C> = C extends unknown ? keyof C : never;
export type MessageKey = Extract<KeysOf<Catalogs[keyof Catalogs]>, string>;
