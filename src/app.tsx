import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { router } from './router.tsx';
import type { Target } from './shell/redirect.ts';
import { stringifySearch } from './shell/search.ts';

/** Every page, by the router. `target`: where to begin, in place of the address of the moment. */
export function app(target: Target | null): ReactNode {
  if (target !== null) router.history.replace(target.path + stringifySearch(target.search));
  return <RouterProvider router={router} />;
}
