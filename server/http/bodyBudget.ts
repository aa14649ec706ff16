interface HeldBody {
  /** This many bytes of it have arrived so far. */
  grown(bytes: number): void;
  /** It is complete, or nobody waits for it any more. */
  done(): void;
}

/** Limits the memory of all unfinished bodies: the one longest without progress is evicted, so that stalled connections cost little. */
export class BodyBudget {
  readonly #most: number;
  /** Ordered by last progress, the longest without any first. */
  readonly #bodies = new Map<() => void, number>();
  #held = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** `evict` is called when the body has to go, and must release what has been received of it. */
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
