import type { RegisteredRouter } from '@tanstack/react-router';

let router: RegisteredRouter | null = null;

/** Sets the router for code outside of its pages; called once, by the start of the app. */
export const setAppRouter = (made: RegisteredRouter): void => void (router = made);

/** The router of this document. Throws before the app has started. */
export function appRouter(): RegisteredRouter {
  if (router === null) throw new Error('The app has not started.');
  return router;
}
