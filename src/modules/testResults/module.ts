import { countNotReviewedLabResults, listLabResults } from '@portal/api';
import { declareModule, declarePage, firstPreference } from '../../layout/module.ts';
import { FlaskConical } from '../../ui/icons.ts';
import { dateFilterPreference, viewPreference } from './preferences.ts';

/** Results of laboratories. */
export default declareModule({
  name: 'testResults',
  pages: [
    declarePage({
      path: '/test-results',
      title: 'testResults.title',
      who: 'signedIn',
      words: ['records'],
      capability: 'TestResults',
      layout: 'home',
      tab: {
        order: 6,
        shortLabel: 'testResults.tab',
        icon: FlaskConical,
        badge: {
          call: countNotReviewedLabResults,
          news: {
            title: 'testResults.news',
            named: { list: listLabResults, load: () => import('./pages/newItems.ts') },
          },
        },
      },
      auditEvent: 'labresultsviewauditevent',
      firstCalls: [{ call: 'listLabResults' }, firstPreference(dateFilterPreference), firstPreference(viewPreference)],
      load: () => import('./pages/TestResultsPage.tsx'),
    }),
  ],
  keeps: {
    title: 'testResults.title',
    counts: [{ name: 'getLabResult' }],
    load: async () => (await import('./keeps.ts')).keepsAhead,
  },
});
