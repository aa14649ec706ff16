import { countUnreadMessages, listThreads } from '@portal/api';
import { declareModule, declarePage, type FirstCall } from '../../layout/module.ts';
import { Mail } from '../../ui/icons.ts';

const messages = {
  who: 'signedIn',
  words: ['form', 'records'],
  capability: 'SecureMessages',
  auditEvent: 'securemessageviewauditevent',
} as const;

const firstCalls: readonly FirstCall[] = [
  { call: 'listThreads', query: { includeArchived: 'true' } },
  { call: 'listMessageRecipients' },
];

/** Messages between a patient, or whoever acts for them, and the care team. */
export default declareModule({
  name: 'secureMessages',
  toDo: { capability: 'SecureMessages', atServer: null, load: () => import('./pages/toDo.ts') },
  pages: [
    declarePage({
      ...messages,
      path: '/secure-messages',
      title: 'secureMessages.title',
      layout: 'home',
      tab: {
        order: 8,
        shortLabel: 'secureMessages.tab',
        icon: Mail,
        badge: {
          call: countUnreadMessages,
          words: 'secureMessages.unread',
          news: {
            title: 'secureMessages.news',
            named: { list: listThreads, load: () => import('./pages/newItems.ts') },
          },
        },
      },
      firstCalls,
      load: () => import('./pages/SecureMessagesPage.tsx'),
    }),
    declarePage({
      ...messages,
      path: '/secure-message',
      title: 'secureMessages.titleOne',
      layout: 'work',
      firstCalls,
      load: () => import('./pages/SecureMessagePage.tsx'),
    }),
  ],
  keeps: {
    title: 'secureMessages.title',
    counts: [{ name: 'getThread' }],
    load: async () => (await import('./keeps.ts')).keepsAhead,
  },
});
