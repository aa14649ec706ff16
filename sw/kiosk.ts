import { startWorker } from './worker.ts';

declare const self: ServiceWorkerGlobalScope;

/** The portal's routes, which the server leads to the portal's address (rulings, section 1): as in its list in `server/app/pages.ts`. */
const portalRoutes =
  `login linkLogin singleSignOn singleSignOnFailed termsOfUse update-password reset-password confirm-email logout ssoLogout
    sign-up create-account auth-rep-sign-up provide-email dashboard secure-message secure-messages questionnaires complete-questionnaire questionnaire-scoring
    review-questionnaire add-contact edit-contact invite-auth-statement contact-pin appointments treatment-summary followup-plan education-articles test-results
    medical-notes account-settings help contact-us faqs useful-links download-forms health-summary personal-data`.split(/\s+/);

startWorker(self, {
  target: 'kiosk',
  files: self.__WB_MANIFEST,
  starts: ['/', '/kioskLogin'],
  toServer: new RegExp(`^/(api|token|healthz|readyz|assets|icons|manifest\\.webmanifest)|^/(${portalRoutes.join('|')})/?$`, 'i'),
});
