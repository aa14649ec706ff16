const last = new Map<string, Promise<unknown>>();

/** Begins `work` once what was given before under the same name has ended, well or not: two saves of one thing must not overtake each other. */
export function inOrder<T>(name: string, work: () => Promise<T>): Promise<T> {
  const done = (last.get(name) ?? Promise.resolve()).then(work, work);
  last.set(name, done);
  const forget = () => {
    if (last.get(name) === done) last.delete(name);
  };
  done.then(forget, forget);
  return done;
}
