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

/** Every page, by the router. `target`: where to begin, in place of the address of the moment. */
export function app(target: SignInTarget | null): ReactNode {
  // The page before has asked about open work itself.
  if (target !== null)
    router.history.replace(target.path + stringifySearch(target.search), undefined, { ignoreBlocker: true });
  return <RouterProvider router={router} />;
}
