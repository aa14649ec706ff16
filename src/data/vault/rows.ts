/** The device would not store: full, forbidden, or no storage at all. */
export class StorageRefused extends Error {
  constructor(cause: unknown) {
    super('the device refused to store', { cause });
    this.name = 'StorageRefused';
  }
}

/** What stands on the device was written by a newer version of the app: it is not touched. */
export class WrittenByNewerVersion extends Error {
  constructor() {
    super('written by a newer version of the app');
    this.name = 'WrittenByNewerVersion';
  }
}

/** What a decision about a row can be: leave it, put another in its place, or take it away. */
export type Decision =
  | { readonly kind: 'leave' }
  | { readonly kind: 'put'; readonly row: unknown }
  | { readonly kind: 'remove' };

/**
 * A small durable table. Behind it stands IndexedDB in a browser and a map in tests. Every method rejects with
 * `StorageRefused` when the device would not.
 */
export interface Rows {
  get(key: string): Promise<unknown>;
  /** Decides, in one transaction, on what stands now. Durable when it resolves. */
  change(key: string, decide: (standing: unknown) => Decision): Promise<void>;
  entries(): Promise<readonly (readonly [string, unknown])[]>;
  /** The row of a key and those of `key.` with something behind it, as they stood at one moment, by key. */
  group(key: string): Promise<ReadonlyMap<string, unknown>>;
  /** Removes each group and puts the rows, all in one transaction. Durable when it resolves. */
  replace(groups: readonly string[], rows: ReadonlyMap<string, unknown>): Promise<void>;
  /** Removes everything, the table included. Nothing is written through this any more. */
  destroy(): Promise<void>;
  /** Everything after this is refused: work that was on its way must not bring back what was locked or deleted. */
  close(): void;
}

/** Opens the table of a name; a name never tells whose it is. `comesBack`: it is made anew where it was deleted while it was open. */
export type OpenRows = (name: string, options?: { readonly comesBack: boolean }) => Rows;
