import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { type Root, createRoot, hydrateRoot } from 'react-dom/client';
import { hasPrerenderedLogin } from '../src/browser/prerendered.ts';

const place = document.getElementById('root');
let root: Root | null = null;

/** Shows the app. The first to be shown takes over the sign-in that stands already, where it does. */
export function show(app: ReactNode): void {
  if (root !== null) root.render(app);
  else if (place !== null && hasPrerenderedLogin()) root = hydrateRoot(place, app);
  else if (place !== null) {
    root = createRoot(place);
    root.render(app);
  }
}

/** Puts one screen in the place of everything, at once: what was shown is gone from the document. Null: nothing. */
export const showInstead = (screen: ReactNode): void => flushSync(() => root?.render(screen));
