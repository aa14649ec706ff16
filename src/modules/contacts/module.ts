import { declareModule, declarePage } from '../../layout/module.ts';

const contacts = {
  who: 'signedIn',
  words: ['form', 'records'],
  layout: 'work',
} as const;

/** The patient's own contacts: adding and changing one, and inviting one to act for the patient. */
export default declareModule({
  name: 'contacts',
  setUp: [
    {
      name: 'helper',
      order: 4,
      capability: 'Dashboard.InviteContact',
      load: async () => (await import('./pages/setUp.ts')).helperStep,
    },
  ],
  pages: [
    declarePage({
      ...contacts,
      path: '/add-contact',
      title: 'contacts.addTitle',
      capability: 'Dashboard.AddContact',
      load: () => import('./pages/AddContactPage.tsx'),
    }),
    declarePage({
      ...contacts,
      path: '/edit-contact',
      title: 'contacts.editTitle',
      // This page also exists at a facility where nobody may add contacts, because a contact's access can always be ended.
      capability: 'Dashboard.PersonalContacts',
      load: () => import('./pages/EditContactPage.tsx'),
    }),
    declarePage({
      ...contacts,
      path: '/invite-auth-statement',
      title: 'contacts.invite',
      capability: 'Dashboard.InviteContact',
      load: () => import('./pages/InviteAuthStatementPage.tsx'),
    }),
    declarePage({
      ...contacts,
      path: '/contact-pin',
      title: 'contacts.invite',
      capability: 'Dashboard.InviteContact',
      load: () => import('./pages/ContactPinPage.tsx'),
    }),
  ],
});
