import { declareModule, declarePage } from '../../layout/module.ts';

const around = {
  who: 'everyone',
  words: ['form'],
  capability: null,
  layout: 'gate',
} as const;

/** Every way into a session but signing up, and the ways out. */
export default declareModule({
  name: 'session',
  pages: [
    declarePage({
      ...around,
      path: '/login',
      title: 'core.logIn',
      words: null,
      load: () => import('./pages/RoutedLoginPage.tsx'),
    }),
    declarePage({
      ...around,
      path: '/logout',
      title: 'session.logoutTitle',
      load: () => import('./pages/LogoutPage.tsx'),
    }),
    declarePage({
      ...around,
      path: '/termsOfUse',
      aliases: ['/termsofuse'],
      title: 'core.termsOfUse',
      who: 'signedIn',
      load: () => import('./pages/TermsPage.tsx'),
    }),
    declarePage({
      ...around,
      path: '/update-password',
      title: 'session.passwordTitle',
      load: () => import('./pages/UpdatePasswordPage.tsx'),
    }),
    declarePage({
      ...around,
      path: '/linkLogin',
      title: 'session.linkTitle',
      addressSecret: { from: 'search', name: 'data' },
      load: () => import('./pages/LinkLoginPage.tsx'),
    }),
    declarePage({
      ...around,
      path: '/singleSignOn',
      title: 'session.ssoTitle',
      addressSecret: { from: 'search', name: 'sso-id' },
      load: () => import('./pages/SingleSignOnPage.tsx'),
    }),
    declarePage({
      ...around,
      path: '/singleSignOnFailed',
      title: 'session.ssoFailedTitle',
      load: () => import('./pages/SingleSignOnFailedPage.tsx'),
    }),
    declarePage({
      ...around,
      path: '/ssoLogout',
      aliases: ['/ssologout'],
      title: 'session.ssoLogoutTitle',
      load: () => import('./pages/SsoLogoutPage.tsx'),
    }),
    declarePage({
      ...around,
      path: '/reset-password',
      title: 'session.resetTitle',
      addressSecret: { from: 'hash', name: 't' },
      load: () => import('./pages/ResetPasswordPage.tsx'),
    }),
    declarePage({
      ...around,
      path: '/forgot-username',
      title: 'session.usernameTitle',
      load: () => import('./pages/ForgotUsernamePage.tsx'),
    }),
    declarePage({
      ...around,
      path: '/undo-email',
      title: 'session.undoEmailTitle',
      addressSecret: { from: 'hash', name: 't' },
      load: () => import('./pages/UndoEmailPage.tsx'),
    }),
    declarePage({
      ...around,
      path: '/confirm-email',
      title: 'session.confirmEmailTitle',
      load: () => import('./pages/ConfirmEmailPage.tsx'),
    }),
    declarePage({
      ...around,
      path: '/provide-email',
      title: 'session.provideEmailTitle',
      who: 'signedIn',
      load: () => import('./pages/ProvideEmailPage.tsx'),
    }),
  ],
});
