import { countNewLetters } from '@portal/api';
import { declareModule, declarePage } from '../../layout/module.ts';
import { Mail } from '../../ui/icons.ts';

/** Letters of the facility. */
export default declareModule({
  name: 'letters',
  pages: [
    declarePage({
      path: '/letters',
      title: 'letters.title',
      who: 'signedIn',
      words: ['records'],
      capability: 'Letters',
      layout: 'home',
      tab: {
        order: 2,
        shortLabel: 'letters.tab',
        icon: Mail,
        badge: { call: countNewLetters, news: { title: 'letters.news' } },
      },
      auditEvent: 'lettersviewauditevent',
      load: () => import('./pages/LettersPage.tsx'),
    }),
  ],
  keeps: {
    title: 'letters.title',
    counts: [{ name: 'getLetterFile', record: 'letterId' }],
    load: async () => (await import('./keeps.ts')).keepsAhead,
  },
});
