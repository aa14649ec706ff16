import { type AnyRoute, createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { lazyPage } from '../src/browser/lazyPage.tsx';
import { parseSearch, type Search, stringifySearch, textsOf } from '../src/browser/search.ts';
import { currentSession } from '../src/data/session.ts';
import { loadWords } from '../src/words/index.ts';
import { currentVisit } from './patient/visit.ts';
import { KioskErrorPage, Root } from './Root.tsx';
import { allScreens, type ScreenPath } from './screens.ts';

const isStaff = (): boolean => currentSession()?.loginType === 'patientKioskManagement';
const isPatient = (): boolean => currentSession()?.loginType === 'patientKioskUser';

/** Redirects an address that is no page: to staff's list, the patient's page, or the sign-in. */
function toTheStart(): never {
  if (isStaff()) throw redirect({ to: '/kioskQuestionnaires', replace: true });
  if (isPatient()) throw redirect({ to: '/patientKioskUserLogin', replace: true });
  throw redirect({ to: '/kioskLogin', replace: true });
}

/** Opens a screen for those who may see it and redirects everybody else. */
function guard(path: ScreenPath, search: Search): void {
  const { who, isReady } = allScreens[path];
  switch (who) {
    case 'everyone':
      if (search['return'] === undefined && (isPatient() || isStaff())) toTheStart();
      return;
    case 'notInVisit':
      if (isPatient()) toTheStart();
      return;
    case 'staff': {
      if (isPatient()) throw redirect({ to: '/patientKioskUserLogin', replace: true });
      const query = stringifySearch(search);
      if (!isStaff())
        throw redirect({ to: '/kioskLogin', search: query === '' ? {} : { redirect: path + query }, replace: true });
      return;
    }
    case 'handOver':
      return;
    case 'visit': {
      // The patient has said who they are in this document.
      const visit = currentVisit();
      if (visit === null || !isPatient()) toTheStart();
      if (isReady?.(visit) === false) throw redirect({ to: '/patientKioskQuestionnaires', replace: true });
    }
  }
}

const root = createRootRoute({ component: Root, errorComponent: KioskErrorPage, notFoundComponent: Root });

function screenRoute<const Path extends ScreenPath>(path: Path) {
  const { words, load } = allScreens[path];
  return createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: (search: Readonly<Record<string, unknown>>) => textsOf(search),
    beforeLoad: ({ search }: { readonly search: Search }) => guard(path, search),
    loader: () => loadWords(...words),
    component: lazyPage(load),
  });
}

function screenRoutes(): { readonly [Path in ScreenPath]: ReturnType<typeof screenRoute<Path>> };
function screenRoutes(): Readonly<Record<string, AnyRoute>> {
  const paths = Object.keys(allScreens).filter((path): path is ScreenPath => path in allScreens);
  return Object.fromEntries(paths.map((path) => [path, screenRoute(path)]));
}

const start = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: toTheStart });
const anythingElse = createRoute({ getParentRoute: () => root, path: '$', beforeLoad: toTheStart });

const tree = root.addChildren({ start, anythingElse, ...screenRoutes() });

export const router = createRouter({
  routeTree: tree,
  parseSearch,
  stringifySearch,
  defaultPreload: false,
  defaultPendingMs: 500,
  // A later person must not get what a loader or a search has read.
  defaultGcTime: 0,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
