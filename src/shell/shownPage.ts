const listeners = new Set<(path: string) => void>();
let shown: string | null = null;

/** The declared path of the page on the screen, never the address itself; null before the first page of the router. */
export const shownPage = (): string | null => shown;

/** A declared page has come on the screen. */
export function notePage(path: string): void {
  shown = path;
  for (const listener of listeners) listener(path);
}

/** Calls back with each page that comes; returns the way to stop. */
export function whenPageShown(listener: (path: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
