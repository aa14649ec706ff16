import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

const place = document.getElementById('root');
const root = place ? createRoot(place) : null;

/** Shows the app. */
export const show = (app: ReactNode): void => root?.render(app);

/** Puts one screen in the place of everything, at once: what was shown is gone from the document. Null: nothing. */
export const showInstead = (screen: ReactNode): void => flushSync(() => root?.render(screen));
