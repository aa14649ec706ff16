import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import * as v from 'valibot';
import { currentSession } from '../src/data/session.ts';
import { loadWords } from '../src/words/index.ts';
import { lazyPage } from './lazyPage.tsx';
import { pages } from './pages.ts';
import { currentVisit } from './patient/visit.ts';
import { Broken, Root } from './Root.tsx';
import { parseSearch, stringifySearch } from './target.ts';

const ListSearch = v.object({ startIfOnlyOne: v.optional(v.string()) });

const isStaff = (): boolean => currentSession()?.loginType === 'patientKioskManagement';
const isPatient = (): boolean => currentSession()?.loginType === 'patientKioskUser';

/** Where everything starts that is no page: staff's list, the patient who has the tablet, or the sign-in. */
function toTheStart(): never {
  if (isStaff()) throw redirect({ to: '/kioskQuestionnaires', search: {}, replace: true });
  if (isPatient()) throw redirect({ to: '/patientKioskUserLogin', replace: true });
  throw redirect({ to: '/kioskLogin', search: {}, replace: true });
}

/** Pages of the visit need the patient to have said who they are, in this document. */
function needsVisit(): void {
  if (!currentVisit() || !isPatient()) toTheStart();
}

const kioskWords = (): Promise<void> => loadWords('kiosk');
const questionWords = (): Promise<void> => loadWords('kiosk', 'questionnaires');

const root = createRootRoute({ component: Root, errorComponent: Broken, notFoundComponent: Root });

/** The page reads its own query, because it is shown without the router as well. */
const login = createRoute({
  getParentRoute: () => root,
  path: '/kioskLogin',
  validateSearch: (search: Readonly<Record<string, unknown>>) => search,
  beforeLoad: ({ search }) => {
    if (search['return'] !== undefined) return;
    if (isPatient() || isStaff()) toTheStart();
  },
  component: lazyPage(pages['/kioskLogin']),
});

const list = createRoute({
  getParentRoute: () => root,
  path: '/kioskQuestionnaires',
  validateSearch: ListSearch,
  beforeLoad: ({ search }) => {
    if (isPatient()) throw redirect({ to: '/patientKioskUserLogin', replace: true });
    const target = `/kioskQuestionnaires${stringifySearch(search)}`;
    if (!isStaff()) throw redirect({ to: '/kioskLogin', search: target === '/kioskQuestionnaires' ? {} : { redirect: target }, replace: true });
  },
  loader: kioskWords,
  component: lazyPage(pages['/kioskQuestionnaires']),
});

const handOver = createRoute({
  getParentRoute: () => root,
  path: '/patientKioskUserLogin',
  loader: kioskWords,
  component: lazyPage(pages['/patientKioskUserLogin']),
});

const questionnaires = createRoute({
  getParentRoute: () => root,
  path: '/patientKioskQuestionnaires',
  beforeLoad: needsVisit,
  loader: kioskWords,
  component: lazyPage(pages['/patientKioskQuestionnaires']),
});

const fill = createRoute({
  getParentRoute: () => root,
  path: '/complete-kiosk-questionnaire',
  beforeLoad: () => {
    needsVisit();
    if (!currentVisit()?.open) throw redirect({ to: '/patientKioskQuestionnaires', replace: true });
  },
  loader: questionWords,
  component: lazyPage(pages['/complete-kiosk-questionnaire']),
});

const scoring = createRoute({
  getParentRoute: () => root,
  path: '/kiosk-questionnaire-scoring',
  beforeLoad: () => {
    needsVisit();
    if (!currentVisit()?.completed) throw redirect({ to: '/patientKioskQuestionnaires', replace: true });
  },
  loader: questionWords,
  component: lazyPage(pages['/kiosk-questionnaire-scoring']),
});

const start = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: toTheStart });
const anythingElse = createRoute({ getParentRoute: () => root, path: '$', beforeLoad: toTheStart });

const tree = root.addChildren([start, login, list, handOver, questionnaires, fill, scoring, anythingElse]);

export const router = createRouter({
  routeTree: tree,
  parseSearch,
  stringifySearch,
  defaultPreload: false,
  defaultPendingMs: 500,
  // Nothing that a loader or a search has seen may come back to a later person.
  defaultGcTime: 0,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
