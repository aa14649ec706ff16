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

  constructor(db: Db, serverKey: string, before: readonly string[], purpose: KeyPurpose) {
    this.#db = db;
    this.#serverKeys = [serverKey, ...before, ''];
    this.#purpose = purpose;
  }

  async seal(place: string, bytes: Buffer): Promise<Buffer> {
    const key = await keyFor(this.#db, this.#serverKeys[0], this.#purpose);
    return seal(key, place, (await gzipped(bytes)).toString('base64'));
  }

  /** The bytes as they came; null if they were sealed under a key that is not known here. */
  async unseal(place: string, content: Buffer): Promise<Buffer | null> {
    for (const serverKey of this.#serverKeys) {
      const key = await keyFor(this.#db, serverKey, this.#purpose);
      const packed = unseal(key, place, content);
      if (packed !== null) return gunzipped(Buffer.from(packed, 'base64'));
    }
    return null;
  }
}
