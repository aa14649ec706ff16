import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { stringifySearch } from './browser/search.ts';
import { setAppRouter } from './layout/routing/appRouter.ts';
import { registerModules } from './layout/routing/pages.ts';
import type { SignInTarget } from './layout/routing/redirect.ts';
import { createPortalRouter } from './layout/routing/router.tsx';
import * as modules from './modules.ts';

export * from './layout/session/sessionRuntime.ts';

registerModules(Object.values(modules));
const router = createPortalRouter();
setAppRouter(router);

/** Every page, with the router. `target`: the page to start at, instead of the current address. */
export function app(target: SignInTarget | null): ReactNode {
  // The page before has already asked about open work.
  if (target !== null)
    router.history.replace(target.path + stringifySearch(target.search), undefined, { ignoreBlocker: true });
  return <RouterProvider router={router} />;
}
