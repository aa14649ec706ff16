export const handOverPath = '/patientKioskUserLogin';

/** Whether an address takes a hand-over, however it is spelt. */
export const isHandOverPath = (path: string): boolean => path.toLowerCase() === handOverPath.toLowerCase();

let query: string | null = null;

/** Removes the hand-over from the address before anything else can read, send or store it. Must run first. */
export function takeHandOverFromAddress(): void {
  if (!isHandOverPath(location.pathname) || location.search === '') return;
  query = location.search;
  history.replaceState(null, '', handOverPath);
}

/** Returns the query of the hand-over once; null after that, or where there was none. */
export function giveUpQuery(): string | null {
  const taken = query;
  query = null;
  return taken;
}

/** True while a hand-over waits to be taken. */
export const hasHandOver = (): boolean => query !== null;
