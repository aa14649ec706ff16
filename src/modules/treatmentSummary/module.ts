import { countUnseenTreatmentSummary } from '@portal/api';
import { declareModule, declarePage } from '../../layout/module.ts';
import { ListChecks } from '../../ui/icons.ts';

/** What is known of an illness and its treatment, in groups. */
export default declareModule({
  name: 'treatmentSummary',
  pages: [
    declarePage({
      path: '/treatment-summary',
      title: 'treatmentSummary.title',
      who: 'signedIn',
      words: ['records', 'timing'],
      capability: 'TreatmentSummary',
      layout: 'home',
      tab: {
        order: 2,
        shortLabel: 'treatmentSummary.tab',
        icon: ListChecks,
        badge: {
          call: countUnseenTreatmentSummary,
          words: 'treatmentSummary.notSeen',
          news: { title: 'treatmentSummary.news' },
        },
      },
      auditEvent: 'treatmentsummaryviewauditevent',
      firstCalls: [{ call: 'listTreatmentSummary' }],
      load: () => import('./pages/TreatmentSummaryPage.tsx'),
    }),
  ],
  keeps: {
    title: 'treatmentSummary.title',
    counts: [],
    load: async () => (await import('./keeps.ts')).keepsAhead,
  },
});
