import { countOverdueFollowUps, getFollowUpPlan } from '@portal/api';
import { declareModule, declarePage, firstPreference } from '../../layout/module.ts';
import { Route } from '../../ui/icons.ts';
import { followUpFilterPreference } from './preferences.ts';

/** What should be done after a treatment, and when. */
export default declareModule({
  name: 'followUpPlan',
  toDo: {
    capability: 'FollowUpPlan',
    atServer: { count: countOverdueFollowUps, list: getFollowUpPlan },
    load: () => import('./pages/toDo.ts'),
  },
  pages: [
    declarePage({
      path: '/followup-plan',
      title: 'followUpPlan.title',
      who: 'signedIn',
      words: ['table', 'records'],
      capability: 'FollowUpPlan',
      layout: 'home',
      tab: {
        order: 3,
        shortLabel: 'followUpPlan.tab',
        icon: Route,
        badge: { call: countOverdueFollowUps, words: 'followUpPlan.overdueCount', news: null },
      },
      auditEvent: 'followupplanviewauditevent',
      firstCalls: [
        { call: 'getFollowUpPlan' },
        firstPreference(followUpFilterPreference),
        { call: 'getNotificationSettings', query: { type: 'Followups' } },
      ],
      load: () => import('./pages/FollowUpPlanPage.tsx'),
    }),
  ],
  keeps: {
    title: 'followUpPlan.title',
    counts: [],
    load: async () => (await import('./keeps.ts')).keepsAhead,
  },
});
