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
