import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Db } from '../db/pool.ts';
import { keyFor, seal, unseal } from '../http/serverKey.ts';

const [gzipped, gunzipped] = [promisify(gzip), promisify(gunzip)];

/** Where a message is stored: its content can be read for this place alone. */
const placeOf = (interfaceId: number, controlId: string): string => `hl7 ${String(interfaceId)} ${controlId}`;

export interface Place {
  readonly interfaceId: number;
  readonly controlId: string;
}

/** Seals messages under `SERVER_KEY` and reads them, also under the keys before it: what was acknowledged must not get lost with a new key. */
export class Contents {
  readonly #db: Db;
  readonly #serverKeys: readonly [string, ...string[]];

  constructor(db: Db, serverKey: string, before: readonly string[]) {
    this.#db = db;
    this.#serverKeys = [serverKey, ...before, ''];
  }

  async sealed({ interfaceId, controlId }: Place, bytes: Buffer): Promise<Buffer> {
    const key = await keyFor(this.#db, this.#serverKeys[0], 'hl7-message');
    return seal(key, placeOf(interfaceId, controlId), (await gzipped(bytes)).toString('base64'));
  }

  /** The bytes as they came; null if they were sealed under a key that is not known here. */
  async unsealed({ interfaceId, controlId }: Place, content: Buffer): Promise<Buffer | null> {
    for (const serverKey of this.#serverKeys) {
      const key = await keyFor(this.#db, serverKey, 'hl7-message');
      const packed = unseal(key, placeOf(interfaceId, controlId), content);
      if (packed !== null) return gunzipped(Buffer.from(packed, 'base64'));
    }
    return null;
  }
}
