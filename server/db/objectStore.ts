/** A store of sealed files beside the database, such as S3. Objects are named by random ids and never change. */
export interface ObjectStore {
  /** The secrets whose keys may have sealed an object; the first seals new ones. */
  readonly serverKeys: readonly [string, ...string[]];
  put(id: string, sealed: Buffer): Promise<void>;
  /** The object, which has exactly `bytes` bytes; null: there is none of that name and length. */
  get(id: string, bytes: number): Promise<Buffer | null>;
  /** Does nothing where there is none. */
  remove(id: string): Promise<void>;
  /** Some of the objects whose ids come after this one, in their order, and after which to go on; null: there are no more. */
  list(after: string): Promise<{ readonly objects: readonly StoredObject[]; readonly next: string | null }>;
}
export interface StoredObject {
  readonly id: string;
  readonly storedAt: Date;
}

/** The store cannot be reached, refuses, or does not answer in time. `code` says how. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  readonly code: string;

  constructor(code: string) {
    super(`the store of FILES_URL does not answer as it should: ${code}`);
    this.code = code;
  }
}
