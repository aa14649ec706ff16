import { createEvents } from '../../words/smallStore.ts';

const pageShown = createEvents<[path: string]>();
let shown: string | null = null;

/** The declared path of the page on the screen, never the address itself; null before the first page of the router. */
export const shownPage = (): string | null => shown;

/** Notes that a declared page is shown. */
export function notePage(path: string): void {
  shown = path;
  pageShown.emit(path);
}

/** Calls back with each page that is shown; returns a function that stops it. */
export const whenPageShown = pageShown.on;
