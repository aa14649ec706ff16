import type { Db } from '../db/pool.ts';
import { SealedContent } from '../http/sealedContent.ts';

/** Where a message is stored: its content can be read for this place alone. */
const placeOf = ({ interfaceId, controlId }: MessageKey): string => `hl7 ${String(interfaceId)} ${controlId}`;

export interface MessageKey {
  readonly interfaceId: number;
  readonly controlId: string;
}

/** Seals messages and reads them. */
export class MessageContents {
  readonly #content: SealedContent;

  constructor(db: Db, serverKey: string, before: readonly string[]) {
    this.#content = new SealedContent(db, serverKey, before, 'hl7-message');
  }

  sealed = (place: MessageKey, bytes: Buffer): Promise<Buffer> => this.#content.seal(placeOf(place), bytes);

  /** The bytes as they came; null if they were sealed under a key that is not known here. */
  unsealed = (place: MessageKey, content: Buffer): Promise<Buffer | null> =>
    this.#content.unseal(placeOf(place), content);
}
