import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { type Root, createRoot, hydrateRoot } from 'react-dom/client';
import { hasPrerenderedLogin } from '../src/browser/prerendered.ts';

const place = document.getElementById('root');
let root: Root | null = null;

/** Shows the app. The first call hydrates the prerendered sign-in, if it is on the screen. */
export function showApp(app: ReactNode): void {
  if (root !== null) root.render(app);
  else if (place !== null && hasPrerenderedLogin()) root = hydrateRoot(place, app);
  else if (place !== null) {
    root = createRoot(place);
    root.render(app);
  }
}

/** Replaces everything with one screen synchronously; null: with nothing. */
export const showInstead = (screen: ReactNode): void => flushSync(() => root?.render(screen));
