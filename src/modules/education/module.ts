import { countUnreadEducation } from '@portal/api';
import { declareModule, declarePage, firstPreference } from '../../layout/module.ts';
import { BookOpen } from '../../ui/icons.ts';
import { viewPreference } from './preferences.ts';

/** Articles that the care team has chosen for the patient. */
export default declareModule({
  name: 'education',
  pages: [
    declarePage({
      path: '/education-articles',
      title: 'education.title',
      who: 'signedIn',
      words: ['records'],
      capability: 'Education',
      layout: 'home',
      tab: {
        order: 4,
        shortLabel: 'education.tab',
        icon: BookOpen,
        badge: {
          call: countUnreadEducation,
          news: { title: 'education.news' },
        },
      },
      auditEvent: 'educationviewauditevent',
      firstCalls: [{ call: 'listEducation' }, { call: 'countArchivedEducation' }, firstPreference(viewPreference)],
      load: () => import('./pages/EducationArticlesPage.tsx'),
    }),
  ],
  keeps: {
    title: 'education.title',
    counts: [],
    load: async () => (await import('./keeps.ts')).keepsAhead,
  },
});
