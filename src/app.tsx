import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { router } from './router.tsx';
import type { Target } from './shell/redirect.ts';
import { stringifySearch } from './shell/search.ts';

/** Every page, by the router. `target`: where to begin, in place of the address of the moment. */
export function app(target: Target | null): ReactNode {
  // The page that leads on has asked by itself, where there was something to ask.
  if (target !== null) router.history.replace(target.path + stringifySearch(target.search), undefined, { ignoreBlocker: true });
  return <RouterProvider router={router} />;
}
