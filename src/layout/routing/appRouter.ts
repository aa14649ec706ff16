import type { PortalRouter } from './router.tsx';

let router: PortalRouter | null = null;

/** Makes the router known to what works outside of its pages; called once, by the start of the app. */
export const setAppRouter = (made: PortalRouter): void => void (router = made);

/** The router of this document. Throws before the app has started. */
export function appRouter(): PortalRouter {
  if (router === null) throw new Error('The app has not started.');
  return router;
}
