import type { Db } from '../db/pool.ts';
import { SealedContent } from '../http/sealedContent.ts';

/** Where a message is stored: its content can be read for this place alone. */
const placeOf = ({ interfaceId, controlId }: Place): string => `hl7 ${String(interfaceId)} ${controlId}`;

export interface Place {
  readonly interfaceId: number;
  readonly controlId: string;
}

/** Seals messages and reads them. */
export class Contents {
  readonly #content: SealedContent;

  constructor(db: Db, serverKey: string, before: readonly string[]) {
    this.#content = new SealedContent(db, serverKey, before, 'hl7-message');
  }

  sealed = (place: Place, bytes: Buffer): Promise<Buffer> => this.#content.seal(placeOf(place), bytes);

  /** The bytes as they came; null if they were sealed under a key that is not known here. */
  unsealed = (place: Place, content: Buffer): Promise<Buffer | null> => this.#content.unseal(placeOf(place), content);
}
