import { type AnyRoute, createRootRoute, createRoute, createRouter, notFound, redirect } from '@tanstack/react-router';
import { lazyPage } from '../../browser/lazyPage.tsx';
import { parseSearch, stringifySearch, textsOf } from '../../browser/search.ts';
import { loadWords } from '../../words/index.ts';
import { hideSecrets } from './addressSecret.ts';
import { letBackCloseDialogs } from './backClosesDialogs.ts';
import { ErrorPage, SignedInNotFound, NotFoundPage } from './ErrorPages.tsx';
import { firstAnswers } from './firstAnswers.ts';
import { loadSessionRuntime } from '../session/loadSessionRuntime.ts';
import { Page as Home } from '../signedIn/Home.tsx';
import { load, Page as SignedIn } from '../signedIn/SignedIn.tsx';
import { allPages, type KnownPage, pageOf } from './pages.ts';
import { loginSearch } from './redirect.ts';
import { Root } from './Root.tsx';

/** `isFirst`: whether no page behind the log-in has been shown yet. */
function routeOf(page: KnownPage, parent: AnyRoute, isFirst: () => boolean): AnyRoute {
  const { path, load, words, takeFromAddress } = page;
  return createRoute({
    getParentRoute: () => parent,
    path,
    staticData: { page },
    validateSearch: (search: Record<string, unknown>) => textsOf(search),
    beforeLoad: async ({ search }) => {
      const [others] = await Promise.all([takeFromAddress?.(search) ?? null, loadSessionRuntime()]);
      if (others !== null) throw redirect({ to: path, search: others, replace: true });
    },
    loaderDeps: ({ search }) => search,
    loader: async ({ deps }) => {
      const [module] = await Promise.all([load(), loadWords(...words)]);
      module.load?.(deps);
      if (page.who === 'signedIn' && page.layout !== 'gate' && isFirst()) await firstAnswers();
    },
    component: lazyPage(load),
  });
}

/** The portal's router, made of the declared pages. Paths ignore case, so `/termsofuse` is `/termsOfUse`. */
export function createPortalRouter() {
  const root = createRootRoute({ component: Root, notFoundComponent: NotFoundPage, errorComponent: ErrorPage });
  /** The parent of all pages that need a session: redirects to the login page without one, and loads what only a session needs. */
  const signedIn = createRoute({
    getParentRoute: () => root,
    id: 'signedIn',
    beforeLoad: async ({ location }) => {
      const { currentSession } = await loadSessionRuntime();
      if (currentSession() !== null) return;
      // "Not found" rather than the login page: after signing in there would be no page to show.
      if (pageOf(location.pathname) === null) throw notFound();
      throw redirect({ to: '/login', search: loginSearch(location.pathname, textsOf(location.search)) });
    },
    loader: async () => {
      await loadWords('layout');
      load();
    },
    component: SignedIn,
  });
  const home = createRoute({ getParentRoute: () => signedIn, id: 'home', component: Home });
  /** Any other path, for a person who is signed in, with the navigation around it (specification 1, section 2). */
  const unknown = createRoute({ getParentRoute: () => home, path: '$', component: SignedInNotFound });

  // Pages with the sign-in layout have no parent route, even if they need a session.
  const parentOf = ({ who, layout }: KnownPage) =>
    who === 'everyone' || layout === 'gate' ? 'root' : layout === 'home' ? 'home' : 'signedIn';
  const isFirst = () => {
    const shown = router.state.resolvedLocation;
    return shown === undefined || pageOf(shown.pathname)?.layout === 'gate';
  };
  const below = (parent: ReturnType<typeof parentOf>, route: AnyRoute) =>
    allPages().flatMap((page) => (parentOf(page) === parent ? [routeOf(page, route, isFirst)] : []));
  const routeTree = root.addChildren([
    ...below('root', root),
    signedIn.addChildren([home.addChildren([...below('home', home), unknown]), ...below('signedIn', signedIn)]),
  ]);
  // Runs before the router reads the address.
  hideSecrets();
  const router = createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    caseSensitive: false,
  });
  letBackCloseDialogs(router.history);
  return router;
}

type PortalRouter = ReturnType<typeof createPortalRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: PortalRouter;
  }
}
