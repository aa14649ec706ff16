import { declareModule, declarePage, firstPreference } from '../../layout/module.ts';
import { arrangementPreference } from './preferences.ts';

/** What clinics wrote down about the patient's health: their documents, and the same as lists. */
export default declareModule({
  name: 'healthSummary',
  pages: [
    declarePage({
      path: '/health-summary',
      title: 'healthSummary.title',
      who: 'signedIn',
      words: ['form', 'records', 'bar', 'timing'],
      capability: 'Dashboard.HealthSummary',
      layout: 'home',
      menu: 'you',
      // The audit records each document that is shown, not the page.
      mayOpen: () =>
        import('./pages/mayOpen.ts').then(
          ({ mayOpen }) => mayOpen(),
          () => true,
        ),
      firstCalls: [
        { call: 'listExternalSystems' },
        { call: 'listOfficeVisits' },
        firstPreference(arrangementPreference),
      ],
      load: () => import('./pages/HealthSummaryPage.tsx'),
    }),
    declarePage({
      path: '/bring-summary',
      title: 'healthSummary.bringTitle',
      who: 'signedIn',
      words: ['form', 'records', 'bar'],
      // What is brought is kept as a note.
      capability: 'MedicalNotes',
      layout: 'home',
      load: () => import('./pages/BringSummaryPage.tsx'),
    }),
    declarePage({
      path: '/shared-summary',
      title: 'healthSummary.openTitle',
      who: 'everyone',
      words: ['form'],
      capability: null,
      layout: 'gate',
      load: () => import('./pages/SharedSummaryPage.tsx'),
    }),
  ],
  keeps: {
    title: 'healthSummary.title',
    counts: [],
    load: async () => (await import('./keeps.ts')).keepsAhead,
  },
});
