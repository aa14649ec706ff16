/** A body that is still on its way. */
export interface HeldBody {
  /** So many bytes of it are here by now. */
  grown(bytes: number): void;
  /** It is whole, or nobody waits for it any more. */
  done(): void;
}

/**
 * What the bodies that are still on their way may hold together. Where it is more, the one that has stood still for longest goes: connections
 * that stall in the middle of a body cost no memory worth speaking of, and one that moves on is not disturbed by them.
 */
export class BodyBudget {
  readonly #most: number;
  /** From the one that has stood still for longest to the one that moved last. */
  readonly #bodies = new Map<() => void, number>();
  #held = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** `evict` is called when the body has to go; nothing of it may be kept then. */
  begin(evict: () => void): HeldBody {
    const done = (): void => {
      this.#held -= this.#bodies.get(evict) ?? 0;
      this.#bodies.delete(evict);
    };
    return {
      grown: (bytes) => {
        done();
        this.#bodies.set(evict, bytes);
        this.#held += bytes;
        for (const [oldest, size] of this.#bodies) {
          if (this.#held <= this.#most) break;
          this.#bodies.delete(oldest);
          this.#held -= size;
          oldest();
        }
      },
      done,
    };
  }
}
