import { declarePage } from './shell/page.ts';

const around = { who: 'everyone', words: ['session', 'form'], capability: null, layout: 'gate', tab: null, auditEvent: null } as const;
const resource = { who: 'signedIn', words: ['shell', 'resources'], capability: null, layout: 'home', tab: null, auditEvent: null } as const;
const signingUp = { who: 'everyone', words: ['signUp', 'form'], capability: null, layout: 'work', tab: null, auditEvent: null } as const;
const contacts = { who: 'signedIn', words: ['shell', 'contacts', 'form', 'resources'], layout: 'work', tab: null, auditEvent: null } as const;
const questionnaires = { who: 'signedIn', words: ['shell', 'questionnaires'], capability: 'Questionnaires' } as const;

/** Every page of the portal, declared once. Deleting a module is deleting its rows here and its folder. */
export const pages = {
  login: declarePage({ ...around, path: '/login', title: 'core.logIn', words: [] }),
  logout: declarePage({ ...around, path: '/logout', title: 'session.logoutTitle' }),
  terms: declarePage({ ...around, path: '/termsOfUse', aliases: ['/termsofuse'], title: 'session.termsTitle', who: 'signedIn' }),
  updatePassword: declarePage({ ...around, path: '/update-password', title: 'session.passwordTitle' }),
  linkLogin: declarePage({ ...around, path: '/linkLogin', title: 'session.linkTitle' }),
  singleSignOn: declarePage({ ...around, path: '/singleSignOn', title: 'session.ssoTitle' }),
  singleSignOnFailed: declarePage({ ...around, path: '/singleSignOnFailed', title: 'session.ssoFailedTitle' }),
  ssoLogout: declarePage({ ...around, path: '/ssoLogout', aliases: ['/ssologout'], title: 'session.ssoLogoutTitle' }),
  resetPassword: declarePage({ ...around, path: '/reset-password', title: 'session.resetTitle' }),
  confirmEmail: declarePage({ ...around, path: '/confirm-email', title: 'session.confirmEmailTitle' }),
  provideEmail: declarePage({ ...around, path: '/provide-email', title: 'session.provideEmailTitle', who: 'signedIn' }),
  signUp: declarePage({ ...signingUp, path: '/sign-up', title: 'signUp.identityTitle' }),
  createAccount: declarePage({ ...signingUp, path: '/create-account', title: 'signUp.accountTitle' }),
  representativeSignUp: declarePage({ ...signingUp, path: '/auth-rep-sign-up', title: 'signUp.invitationTitle' }),
  start: declarePage({ path: '/', title: 'shell.titleStart', who: 'signedIn', words: ['shell'], capability: null, layout: 'home', tab: null, auditEvent: null }),
  /** For everyone who signs in: whoever does not have the module is led to the first page they have. */
  dashboard: declarePage({
    path: '/dashboard',
    title: 'shell.dashboard',
    who: 'signedIn',
    words: ['shell', 'dashboard'],
    capability: null,
    layout: 'home',
    tab: { order: 0, shortLabel: 'shell.dashboardShort', icon: 'home', badge: null, capability: 'Dashboard' },
    auditEvent: null,
  }),
  appointments: declarePage({
    path: '/appointments',
    title: 'shell.appointments',
    who: 'signedIn',
    words: ['shell', 'table', 'visits', 'appointments'],
    capability: 'Appointments',
    layout: 'home',
    tab: { order: 1, shortLabel: 'shell.appointmentsShort', icon: 'appointments', badge: null },
    auditEvent: 'appointmentsviewauditevent',
  }),
  followUpPlan: declarePage({
    path: '/followup-plan',
    title: 'shell.followUpPlan',
    who: 'signedIn',
    words: ['shell', 'table', 'visits', 'followUpPlan'],
    capability: 'FollowUpPlan',
    layout: 'home',
    tab: { order: 3, shortLabel: 'shell.followUpPlanShort', icon: 'followUpPlan', badge: null },
    auditEvent: 'followupplanviewauditevent',
  }),
  questionnaires: declarePage({
    ...questionnaires,
    path: '/questionnaires',
    title: 'shell.questionnaires',
    layout: 'home',
    tab: { order: 5, shortLabel: 'shell.questionnairesShort', icon: 'questionnaires', badge: 'newQuestionnaires' },
    auditEvent: 'questionnairelistauditevent',
  }),
  fill: declarePage({ ...questionnaires, path: '/complete-questionnaire', title: 'shell.titleFill', layout: 'work', tab: null, auditEvent: 'questionnaireviewauditevent' }),
  scoring: declarePage({ ...questionnaires, path: '/questionnaire-scoring', title: 'shell.titleScoring', layout: 'work', tab: null, auditEvent: null }),
  review: declarePage({ ...questionnaires, path: '/review-questionnaire', title: 'shell.titleReview', layout: 'work', tab: null, auditEvent: 'questionnairereviewauditevent' }),
  education: declarePage({
    path: '/education-articles',
    title: 'shell.education',
    who: 'signedIn',
    words: ['shell', 'education', 'resources'],
    capability: 'Education',
    layout: 'home',
    tab: { order: 4, shortLabel: 'shell.educationShort', icon: 'education', badge: 'unreadEducation' },
    auditEvent: 'educationviewauditevent',
  }),
  addContact: declarePage({ ...contacts, path: '/add-contact', title: 'contacts.addTitle', capability: 'Dashboard.AddContact' }),
  editContact: declarePage({ ...contacts, path: '/edit-contact', title: 'contacts.editTitle', capability: 'Dashboard.AddContact' }),
  inviteStatement: declarePage({ ...contacts, path: '/invite-auth-statement', title: 'contacts.inviteTitle', capability: 'Dashboard.InviteContact' }),
  contactPin: declarePage({ ...contacts, path: '/contact-pin', title: 'contacts.inviteTitle', capability: 'Dashboard.InviteContact' }),
  faqs: declarePage({ ...resource, path: '/faqs', title: 'shell.faqs', menu: 'resources', resource: 'faqs' }),
  usefulLinks: declarePage({ ...resource, path: '/useful-links', title: 'shell.usefulLinks', menu: 'resources', resource: 'usefulLinks' }),
  downloadForms: declarePage({ ...resource, path: '/download-forms', title: 'shell.downloadForms', menu: 'resources', resource: 'downloadableForms' }),
  contactUs: declarePage({ ...resource, path: '/contact-us', words: ['shell', 'table', 'resources'], title: 'shell.contactUs', capability: 'ContactUs', menu: 'contact' }),
  help: declarePage({ ...resource, path: '/help', title: 'shell.help', menu: 'help' }),
};

export type PagePath = (typeof pages)[keyof typeof pages]['path'];

/** The module of each page, by the layout around it; the build reads these rows to have them preloaded, so keep one to a line. */
export const modules = {
  gate: {
    '/logout': () => import('./portal/LogoutPage.tsx'),
    '/termsOfUse': () => import('./portal/TermsPage.tsx'),
    '/update-password': () => import('./portal/UpdatePasswordPage.tsx'),
    '/linkLogin': () => import('./portal/LinkLoginPage.tsx'),
    '/singleSignOn': () => import('./portal/SingleSignOnPage.tsx'),
    '/singleSignOnFailed': () => import('./portal/SingleSignOnFailedPage.tsx'),
    '/ssoLogout': () => import('./portal/SsoLogoutPage.tsx'),
    '/reset-password': () => import('./portal/ResetPasswordPage.tsx'),
    '/confirm-email': () => import('./portal/ConfirmEmailPage.tsx'),
    '/provide-email': () => import('./portal/ProvideEmailPage.tsx'),
  },
  home: {
    '/': () => import('./portal/StartPage.tsx'),
    '/dashboard': () => import('./portal/DashboardPage.tsx'),
    '/appointments': () => import('./portal/AppointmentsPage.tsx'),
    '/followup-plan': () => import('./portal/FollowUpPlanPage.tsx'),
    '/questionnaires': () => import('./portal/QuestionnairesPage.tsx'),
    '/education-articles': () => import('./portal/EducationArticlesPage.tsx'),
    '/faqs': () => import('./portal/FaqsPage.tsx'),
    '/useful-links': () => import('./portal/UsefulLinksPage.tsx'),
    '/download-forms': () => import('./portal/DownloadFormsPage.tsx'),
    '/contact-us': () => import('./portal/ContactUsPage.tsx'),
    '/help': () => import('./portal/HelpPage.tsx'),
  },
  work: {
    '/sign-up': () => import('./portal/SignUpPage.tsx'),
    '/create-account': () => import('./portal/CreateAccountPage.tsx'),
    '/auth-rep-sign-up': () => import('./portal/RepresentativeSignUpPage.tsx'),
    '/add-contact': () => import('./portal/AddContactPage.tsx'),
    '/edit-contact': () => import('./portal/EditContactPage.tsx'),
    '/invite-auth-statement': () => import('./portal/InviteAuthStatementPage.tsx'),
    '/contact-pin': () => import('./portal/ContactPinPage.tsx'),
    '/complete-questionnaire': () => import('./portal/FillPage.tsx'),
    '/questionnaire-scoring': () => import('./portal/ScoringPage.tsx'),
    '/review-questionnaire': () => import('./portal/ReviewPage.tsx'),
  },
};

/** The page of a path, whatever its capitals; null where there is none. */
export function pageOf(path: string): (typeof pages)[keyof typeof pages] | null {
  const wanted = path.toLowerCase();
  return Object.values(pages).find((page) => page.path.toLowerCase() === wanted) ?? null;
}
