const last = new Map<string, Promise<unknown>>();

/** Starts `work` after earlier work of the same name has ended or failed, so that two saves of one thing cannot overtake each other. */
export function inOrder<T>(name: string, work: () => Promise<T>): Promise<T> {
  const done = (last.get(name) ?? Promise.resolve()).then(work, work);
  last.set(name, done);
  const forget = () => {
    if (last.get(name) === done) last.delete(name);
  };
  done.then(forget, forget);
  return done;
}
