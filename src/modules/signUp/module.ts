import { declareModule, declarePage } from '../../layout/module.ts';

const signingUp = {
  who: 'everyone',
  words: ['form'],
  capability: null,
  layout: 'work',
} as const;

/** Making an account with an invitation, for patients and for their representatives. */
export default declareModule({
  name: 'signUp',
  pages: [
    declarePage({
      ...signingUp,
      path: '/sign-up',
      title: 'signUp.identityTitle',
      addressSecret: { from: 'search', name: 'pin' },
      takeFromAddress: async (search) => (await import('./pages/signUpAddress.ts')).takeFromAddress(search),
      load: () => import('./pages/SignUpPage.tsx'),
    }),
    declarePage({
      ...signingUp,
      path: '/create-account',
      title: 'signUp.accountTitle',
      load: () => import('./pages/CreateAccountPage.tsx'),
    }),
    declarePage({
      ...signingUp,
      path: '/link-sign-in',
      title: 'signUp.identityTitle',
      addressSecret: { from: 'hash', name: 'p' },
      load: () => import('./pages/LinkSignInPage.tsx'),
    }),
    declarePage({
      ...signingUp,
      path: '/auth-rep-sign-up',
      title: 'signUp.invitationTitle',
      load: () => import('./pages/RepresentativeSignUpPage.tsx'),
    }),
  ],
});
