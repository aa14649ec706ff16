import { declareModule, declarePage } from '../../layout/module.ts';

/** The account of whoever is signed in, and what registration knows of the patient. */
export default declareModule({
  name: 'account',
  pages: [
    declarePage({
      path: '/account-settings',
      title: 'account.title',
      who: 'signedIn',
      words: ['form', 'records'],
      capability: null,
      layout: 'home',
      menu: 'you',
      firstCalls: [{ call: 'getSystemReminderSettings' }],
      load: () => import('./pages/AccountSettingsPage.tsx'),
    }),
    declarePage({
      path: '/notification-settings',
      title: 'account.notifications',
      who: 'signedIn',
      words: ['form', 'records'],
      capability: null,
      layout: 'home',
      firstCalls: [{ call: 'getSystemReminderSettings' }, { call: 'getNotificationSettings' }],
      load: () => import('./pages/NotificationSettingsPage.tsx'),
    }),
    declarePage({
      path: '/stop-notices',
      title: 'account.stopTitle',
      who: 'everyone',
      words: ['form'],
      capability: null,
      layout: 'gate',
      addressSecret: { from: 'search', name: 'token' },
      load: () => import('./pages/StopNoticesPage.tsx'),
    }),
  ],
  setUp: [
    {
      name: 'email',
      order: 1,
      capability: null,
      load: async () => (await import('./pages/setUp.ts')).emailStep,
    },
    {
      name: 'notices',
      order: 2,
      capability: null,
      load: async () => (await import('./pages/setUp.ts')).noticesStep,
    },
    {
      name: 'install',
      order: 3,
      capability: null,
      load: async () => (await import('./pages/setUp.ts')).installStep,
    },
    {
      name: 'passkey',
      order: 2,
      capability: null,
      load: async () => (await import('./pages/setUp.ts')).passkeyStep(),
    },
    {
      name: 'keep',
      order: 5,
      capability: null,
      load: async () => (await import('./pages/setUp.ts')).keepStep,
    },
  ],
  keeps: {
    title: 'account.title',
    counts: [],
    load: async () => (await import('./keeps.ts')).keepsAhead,
  },
});
