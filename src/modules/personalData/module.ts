import { declareModule, declarePage } from '../../layout/module.ts';

/** What was done with a record, and a copy of all of it. */
export default declareModule({
  name: 'personalData',
  pages: [
    declarePage({
      path: '/personal-data',
      title: 'personalData.title',
      who: 'signedIn',
      words: ['form', 'records'],
      capability: null,
      layout: 'home',
      menu: 'you',
      load: () => import('./pages/PersonalDataPage.tsx'),
    }),
  ],
});
