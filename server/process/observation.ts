/** Something that happens again and again in this process, for those who count it. Where nobody listens, telling costs nothing. */
export interface Observation<Happened> {
  tell(happened: Happened): void;
  /** Gives the function that ends listening. */
  listen(listener: (happened: Happened) => void): () => void;
}

/** Declares an observation where it happens. What is told names patterns and codes, and never a person, an id or a value. */
export function observation<Happened>(): Observation<Happened> {
  const listeners = new Set<(happened: Happened) => void>();
  return {
    tell(happened) {
      for (const listener of listeners) listener(happened);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Does a piece of work, and may look at when it begins and how it ends. */
export type Follower<About> = <Result>(about: About, work: () => Promise<Result>) => Promise<Result>;

/** Work that may be followed from its beginning to its end. Where nobody follows, it costs nothing. */
export interface Followed<About> {
  run<Result>(about: About, work: () => Promise<Result>): Promise<Result>;
  /** Gives the function that ends following. */
  follow(follower: Follower<About>): () => void;
}

/** Declares work where it is done. What is said about it names patterns and codes, and never a person, an id or a value. */
export function followed<About>(): Followed<About> {
  let current: Follower<About> | null = null;
  return {
    run: (about, work) => (current === null ? work() : current(about, work)),
    follow(follower) {
      current = follower;
      return () => {
        current = null;
      };
    },
  };
}
