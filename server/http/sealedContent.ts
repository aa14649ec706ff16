import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Db } from '../db/pool.ts';
import { type KeyPurpose, keyFor, seal, unseal } from './serverKey.ts';

const [gzipped, gunzipped] = [promisify(gzip), promisify(gunzip)];

/**
 * Seals what other systems sent, under `SERVER_KEY`, and reads it, also under the keys before it: what was acknowledged must not get lost with a
 * new key. `place` says where it is stored, and the content can be read for that place alone.
 */
export class SealedContent {
  readonly #db: Db;
  readonly #serverKeys: readonly [string, ...string[]];
  readonly #purpose: KeyPurpose;
  readonly #keys = new Map<string, Buffer>();

  constructor(db: Db, serverKey: string, before: readonly string[], purpose: KeyPurpose) {
    this.#db = db;
    this.#serverKeys = [serverKey, ...before, ''];
    this.#purpose = purpose;
  }

  /** The key of a server key. The half in the database never changes, so each is made once. */
  async #keyOf(serverKey: string): Promise<Buffer> {
    const key = this.#keys.get(serverKey) ?? (await keyFor(this.#db, serverKey, this.#purpose));
    this.#keys.set(serverKey, key);
    return key;
  }

  async seal(place: string, bytes: Buffer): Promise<Buffer> {
    const key = await this.#keyOf(this.#serverKeys[0]);
    return seal(key, place, (await gzipped(bytes)).toString('base64'));
  }

  /** The bytes as they came; null if they were sealed under a key that is not known here. */
  async unseal(place: string, content: Buffer): Promise<Buffer | null> {
    for (const serverKey of this.#serverKeys) {
      const key = await this.#keyOf(serverKey);
      const packed = unseal(key, place, content);
      if (packed !== null) return gunzipped(Buffer.from(packed, 'base64'));
    }
    return null;
  }
}
