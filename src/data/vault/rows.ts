/** The device refuses to store: its storage is full, forbidden or missing. */
export class StorageRefused extends Error {
  constructor(cause: unknown) {
    super('the device refused to store', { cause });
    this.name = 'StorageRefused';
  }
}

/** A newer version of the app wrote what is on the device, so this version does not touch it. */
export class WrittenByNewerVersion extends Error {
  constructor() {
    super('written by a newer version of the app');
    this.name = 'WrittenByNewerVersion';
  }
}

/** A decision about a row: leave it, replace it or remove it. */
export type Decision =
  | { readonly kind: 'leave' }
  | { readonly kind: 'put'; readonly row: unknown }
  | { readonly kind: 'remove' };

/** A small durable table: IndexedDB in a browser, a map in tests. Every method rejects with `StorageRefused` when the device refuses. */
export interface Rows {
  get(key: string): Promise<unknown>;
  /** Decides on the stored row in one transaction. Durable when it resolves. */
  change(key: string, decide: (standing: unknown) => Decision): Promise<void>;
  entries(): Promise<readonly (readonly [string, unknown])[]>;
  /** The row of a key and the rows of `key.` with a suffix, as they were at one moment, by key. */
  group(key: string): Promise<ReadonlyMap<string, unknown>>;
  /** Removes each group and stores the rows, all in one transaction. Durable when it resolves. */
  replace(groups: readonly string[], rows: ReadonlyMap<string, unknown>): Promise<void>;
  /** Removes everything, the table included. Nothing is written through this object afterwards. */
  destroy(): Promise<void>;
  /** Refuses everything from now on, so that work in progress cannot bring back what was locked or deleted. */
  close(): void;
}

/** Opens the table of a name; a name never says whose it is. `comesBack`: it is created again if it was deleted while it was open. */
export type OpenRows = (name: string, options?: { readonly comesBack: boolean }) => Rows;
