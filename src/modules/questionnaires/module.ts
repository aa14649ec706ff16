import { countOpenQuestionnaires, listQuestionnaires } from '@portal/api';
import { declareModule, declarePage } from '../../layout/module.ts';
import { ClipboardList } from '../../ui/icons.ts';

const questionnaires = {
  who: 'signedIn',
  words: [],
  capability: 'Questionnaires',
  isForLinkUsers: true,
} as const;

const answering = { section: 'Questionnaires', right: 'answer' } as const;

/** Questionnaires that the facility has assigned: the list, filling one in, its result, and what was answered before. */
export default declareModule({
  name: 'questionnaires',
  toDo: {
    preparesVisit: true,
    capability: 'Questionnaires',
    right: answering,
    atServer: { count: countOpenQuestionnaires, list: listQuestionnaires },
    load: () => import('./pages/toDo.ts'),
  },
  pages: [
    declarePage({
      ...questionnaires,
      path: '/questionnaires',
      words: ['records'],
      title: 'questionnaires.title',
      layout: 'home',
      tab: {
        order: 5,
        shortLabel: 'questionnaires.tab',
        icon: ClipboardList,
        badge: {
          call: countOpenQuestionnaires,
          words: 'questionnaires.openCount',
          news: null,
        },
      },
      auditEvent: 'questionnairelistauditevent',
      firstCalls: [{ call: 'listQuestionnaires' }],
      load: () => import('./pages/QuestionnairesPage.tsx'),
    }),
    declarePage({
      ...questionnaires,
      path: '/complete-questionnaire',
      right: answering,
      title: 'questionnaires.titleFill',
      layout: 'work',
      auditEvent: 'questionnaireviewauditevent',
      firstCalls: [{ call: 'getQuestionnaire' }],
      load: () => import('./pages/FillPage.tsx'),
    }),
    declarePage({
      ...questionnaires,
      path: '/questionnaire-scoring',
      words: ['records'],
      title: 'questionnaires.titleScoring',
      layout: 'work',
      firstCalls: [{ call: 'getQuestionnaireHistory' }],
      load: () => import('./pages/ScoringPage.tsx'),
    }),
    declarePage({
      ...questionnaires,
      path: '/review-questionnaire',
      words: ['records'],
      title: 'questionnaires.titleReview',
      layout: 'work',
      auditEvent: 'questionnairereviewauditevent',
      firstCalls: [{ call: 'getQuestionnaireHistory' }],
      load: () => import('./pages/ReviewPage.tsx'),
    }),
    // Not for people who came by an emailed link, which only opens its questionnaires.
    declarePage({
      path: '/questionnaire-scores',
      who: 'signedIn',
      words: ['records'],
      capability: 'Questionnaires',
      title: 'questionnaires.titleScores',
      layout: 'work',
      firstCalls: [{ call: 'getScoreHistory' }],
      load: () => import('./pages/ScoresPage.tsx'),
    }),
    declarePage({
      path: '/check-receipt',
      who: 'everyone',
      words: ['form'],
      capability: null,
      title: 'questionnaires.receiptTitle',
      layout: 'gate',
      load: () => import('./pages/CheckReceiptPage.tsx'),
    }),
  ],
  keeps: {
    title: 'questionnaires.title',
    counts: [{ name: 'getQuestionnaire' }, { name: 'getQuestionnaireHistory' }],
    load: async () => (await import('./keeps.ts')).keepsAhead,
  },
});
