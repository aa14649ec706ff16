import { declareModule, declarePage, declinedSteps, firstPreference } from '../../layout/module.ts';
import { House } from '../../ui/icons.ts';
import { upcomingCount } from './upcomingCount.ts';

/** The first page: what comes next, who cares for the patient, and what is new in the other modules. */
export default declareModule({
  name: 'dashboard',
  pages: [
    declarePage({
      path: '/',
      title: 'layout.titleStart',
      who: 'signedIn',
      words: ['records'],
      capability: null,
      layout: 'home',
      isForLinkUsers: true,
      leadsTo: '/dashboard',
      load: () => import('./pages/StartPage.tsx'),
    }),
    // For everyone who signs in: a person without the module is led to the first page that they have.
    declarePage({
      path: '/dashboard',
      title: 'dashboard.title',
      who: 'signedIn',
      words: ['records'],
      capability: null,
      layout: 'home',
      tab: {
        order: 0,
        shortLabel: 'dashboard.tab',
        icon: House,
        badge: null,
        countsToDo: true,
        capability: 'Dashboard',
      },
      auditEvent: 'dashboardviewauditevent',
      isForLinkUsers: true,
      namesPatient: true,
      firstCalls: [
        { call: 'listUpcomingAppointments', params: { count: upcomingCount } },
        { call: 'listCareTeam' },
        { call: 'listContacts' },
        { call: 'listQuestionnaires' },
        { call: 'getFollowUpPlan' },
        firstPreference(declinedSteps),
      ],
      load: () => import('./pages/DashboardPage.tsx'),
    }),
  ],
  keeps: {
    title: 'dashboard.kept',
    counts: [],
    load: async () => (await import('./keeps.ts')).keepsAhead,
  },
});
