const [begins, ends] = [0x0b, 0x1c];

/** A message between its marks, or why the connection cannot be read any further. */
export type Frame =
  | { readonly kind: 'message'; readonly bytes: Buffer }
  | { readonly kind: 'broken'; readonly why: 'too_large' | 'no_frame' };

/** Between two frames, senders write CR and LF at most. */
const mostBetween = 1000;

/**
 * Cuts a stream of bytes into MLLP frames. It holds no more than the largest message, whatever comes. A frame that begins within another one
 * replaces it: its sender has started anew.
 */
export class FrameReader {
  readonly #largest: number;
  #parts: Buffer[] = [];
  #size = 0;
  #between = 0;
  #isInside = false;
  #isBroken = false;

  constructor(largest: number) {
    this.#largest = largest;
  }

  /** Whether a message has begun and not ended. */
  get isInside(): boolean {
    return this.#isInside;
  }

  #begin(): void {
    [this.#parts, this.#size, this.#between, this.#isInside] = [[], 0, 0, true];
  }

  #break(why: 'too_large' | 'no_frame'): Frame {
    [this.#parts, this.#size, this.#isInside, this.#isBroken] = [[], 0, false, true];
    return { kind: 'broken', why };
  }

  /** The messages that end in this chunk. After `broken`, nothing is read any more. */
  *push(chunk: Buffer): Generator<Frame> {
    let left = chunk;
    while (left.length > 0 && !this.#isBroken) {
      if (!this.#isInside) {
        const begin = left.indexOf(begins);
        this.#between += begin === -1 ? left.length : begin;
        if (this.#between > mostBetween) yield this.#break('no_frame');
        if (begin === -1 || this.#isBroken) return;
        this.#begin();
        left = left.subarray(begin + 1);
        continue;
      }
      const end = left.indexOf(ends);
      const text = end === -1 ? left : left.subarray(0, end);
      const again = text.lastIndexOf(begins);
      if (again !== -1) this.#begin();
      const part = again === -1 ? text : text.subarray(again + 1);
      this.#size += part.length;
      if (this.#size > this.#largest) {
        yield this.#break('too_large');
        return;
      }
      // A copy, because a small part would keep the whole chunk in memory.
      this.#parts.push(end === -1 ? Buffer.from(part) : part);
      if (end === -1) return;
      const bytes = Buffer.concat(this.#parts, this.#size);
      [this.#parts, this.#size, this.#isInside] = [[], 0, false];
      left = left.subarray(end + 1);
      yield { kind: 'message', bytes };
    }
  }
}

/** A message between the marks of MLLP. */
export const framed = (message: Buffer): Buffer =>
  Buffer.concat([Buffer.from([begins]), message, Buffer.from([ends, 0x0d])]);
