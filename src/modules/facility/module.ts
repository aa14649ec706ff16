import { declareModule, declarePage } from '../../layout/module.ts';

const resource = {
  who: 'signedIn',
  words: ['records'],
  capability: null,
  layout: 'home',
} as const;

/** What the facility says of itself: questions and answers, links, forms, how to reach it, help. */
export default declareModule({
  name: 'facility',
  pages: [
    declarePage({
      ...resource,
      path: '/faqs',
      title: 'facility.faqs',
      menu: 'resources',
      resource: 'faqs',
      firstCalls: [{ call: 'listFaqs', query: { language: '{language}' } }],
      load: () => import('./pages/FaqsPage.tsx'),
    }),
    declarePage({
      ...resource,
      path: '/useful-links',
      title: 'facility.usefulLinks',
      menu: 'resources',
      resource: 'usefulLinks',
      load: () => import('./pages/UsefulLinksPage.tsx'),
    }),
    declarePage({
      ...resource,
      path: '/download-forms',
      title: 'facility.downloadForms',
      menu: 'resources',
      resource: 'downloadableForms',
      firstCalls: [{ call: 'listDownloadableForms', query: { language: '{language}' } }],
      load: () => import('./pages/DownloadFormsPage.tsx'),
    }),
    declarePage({
      ...resource,
      path: '/contact-us',
      words: ['table', 'records'],
      title: 'facility.contactUs',
      capability: 'ContactUs',
      menu: 'contact',
      firstCalls: [{ call: 'listFacilityContacts', query: { language: '{language}' } }],
      load: () => import('./pages/ContactUsPage.tsx'),
    }),
    declarePage({
      ...resource,
      path: '/help',
      title: 'facility.help',
      menu: 'help',
      load: () => import('./pages/HelpPage.tsx'),
    }),
  ],
  keeps: {
    title: 'facility.downloadForms',
    counts: [],
    load: async () => (await import('./keeps.ts')).keepsAhead,
  },
});
