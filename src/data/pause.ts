/** Resolves with null after some milliseconds, to race against work that may take longer. */
export const pause = (milliseconds: number) =>
  new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), milliseconds);
  });

/** Resolves when the work has ended or failed, and after `bound` milliseconds at the latest. */
export const waitAtMost = (bound: number, work: Promise<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, bound);
    work
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(timer);
        resolve();
      });
  });
