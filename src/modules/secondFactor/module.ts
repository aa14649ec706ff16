import { declareModule, declarePage } from '../../layout/module.ts';

/** The second step at login: the page that asks for it, and its settings. */
export default declareModule({
  name: 'secondFactor',
  pages: [
    declarePage({
      path: '/second-step',
      title: 'secondFactor.stepTitle',
      who: 'everyone',
      words: ['form', 'bar'],
      capability: null,
      layout: 'gate',
      load: () => import('./pages/SecondStepPage.tsx'),
    }),
    declarePage({
      path: '/second-step-settings',
      title: 'secondFactor.title',
      who: 'signedIn',
      words: ['form', 'records', 'bar'],
      capability: null,
      layout: 'home',
      load: () => import('./pages/SecondStepSettingsPage.tsx'),
    }),
  ],
  setUp: [
    {
      name: 'secondStep',
      order: 0,
      capability: null,
      load: async () => (await import('./pages/setUp.ts')).secondStep,
    },
  ],
});
