export const handOverPath = '/patientKioskUserLogin';

/** True for the address that takes a hand-over, however it is spelt. */
export const isHandOverPath = (path: string): boolean => path.toLowerCase() === handOverPath.toLowerCase();

let query: string | null = null;

/** Takes the hand-over out of the address before anything else can read, send or keep it. Runs as the first thing of the app. */
export function takeHandOverFromAddress(): void {
  if (!isHandOverPath(location.pathname) || location.search === '') return;
  query = location.search;
  history.replaceState(null, '', handOverPath);
}

/** Gives the query of the hand-over out, once; null after that, or where none came. */
export function giveUpQuery(): string | null {
  const taken = query;
  query = null;
  return taken;
}

/** True while a hand-over waits to be taken. */
export const hasHandOver = (): boolean => query !== null;
