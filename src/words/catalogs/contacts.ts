import { catalog } from './catalog.ts';

/** Personal contacts, and who of them may act for the patient (specification 2, sections 2 to 5). */
export default catalog({
  'contacts.inviteTitle': { en: 'Invite Contact', es: 'Invitar al contacto', fr: 'Inviter le contact', pt: 'Convidar contato', zh: '邀请联系人' },
});
