import { createRootRoute, createRoute, createRouter, notFound, redirect } from '@tanstack/react-router';
import { hideSecret } from './portal/addressSecret.ts';
import { engine } from './portal/lazyEngine.ts';
import { RoutedLoginPage } from './portal/RoutedLoginPage.tsx';
import { modules, pageOf, pages } from './routes.ts';
import { lazyPage, type LoadModule } from './shell/lazyPage.tsx';
import type { Page } from './shell/page.ts';
import { loginSearch } from './shell/redirect.ts';
import { Root } from './shell/Root.tsx';
import { ErrorPage, NotFoundHere, NotFoundPage } from './shell/WaysOn.tsx';
import { parseSearch, stringifySearch, textsOf } from './shell/search.ts';
import { loadWords } from './words/index.ts';

/** What every route of a declared page shares. */
function pageOptions<const P extends Page>(page: P, load: LoadModule) {
  return {
    path: page.path as P['path'],
    staticData: { page },
    validateSearch: (search: Record<string, unknown>) => textsOf(search),
    beforeLoad: async () => {
      await engine();
    },
    loaderDeps: ({ search }: { search: Record<string, string> }) => search,
    loader: async ({ deps }: { deps: Record<string, string> }) => {
      const [module] = await Promise.all([load(), loadWords(...page.words)]);
      module.load?.(deps);
    },
    component: lazyPage(load),
  };
}

const root = createRootRoute({ component: Root, notFoundComponent: NotFoundPage, errorComponent: ErrorPage });

const login = createRoute({
  getParentRoute: () => root,
  path: pages.login.path,
  staticData: { page: pages.login },
  validateSearch: (search: Record<string, unknown>) => textsOf(search),
  component: RoutedLoginPage,
});
const logout = createRoute({ getParentRoute: () => root, ...pageOptions(pages.logout, modules.gate['/logout']) });
const terms = createRoute({ getParentRoute: () => root, ...pageOptions(pages.terms, modules.gate['/termsOfUse']) });
const updatePassword = createRoute({ getParentRoute: () => root, ...pageOptions(pages.updatePassword, modules.gate['/update-password']) });
const linkLogin = createRoute({ getParentRoute: () => root, ...pageOptions(pages.linkLogin, modules.gate['/linkLogin']) });
const singleSignOn = createRoute({ getParentRoute: () => root, ...pageOptions(pages.singleSignOn, modules.gate['/singleSignOn']) });
const singleSignOnFailed = createRoute({ getParentRoute: () => root, ...pageOptions(pages.singleSignOnFailed, modules.gate['/singleSignOnFailed']) });
const ssoLogout = createRoute({ getParentRoute: () => root, ...pageOptions(pages.ssoLogout, modules.gate['/ssoLogout']) });
const resetPassword = createRoute({ getParentRoute: () => root, ...pageOptions(pages.resetPassword, modules.gate['/reset-password']) });
const confirmEmail = createRoute({ getParentRoute: () => root, ...pageOptions(pages.confirmEmail, modules.gate['/confirm-email']) });
const provideEmail = createRoute({ getParentRoute: () => root, ...pageOptions(pages.provideEmail, modules.gate['/provide-email']) });
const signUp = createRoute({
  getParentRoute: () => root,
  ...pageOptions(pages.signUp, modules.work['/sign-up']),
  beforeLoad: async ({ search }) => {
    const [{ takeFromAddress }] = await Promise.all([import('./portal/signUpAddress.ts'), engine()]);
    const others = await takeFromAddress(search);
    if (others !== null) throw redirect({ to: '/sign-up', search: others, replace: true });
  },
});
const createAccount = createRoute({ getParentRoute: () => root, ...pageOptions(pages.createAccount, modules.work['/create-account']) });
const representativeSignUp = createRoute({ getParentRoute: () => root, ...pageOptions(pages.representativeSignUp, modules.work['/auth-rep-sign-up']) });

/** Everything that needs a person: the guard, what only a session needs, and the wait for who it is. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signedIn',
  beforeLoad: async ({ location }) => {
    const { currentSession } = await engine();
    if (currentSession() !== null) return;
    // There is nothing to sign in for.
    if (pageOf(location.pathname) === null) throw notFound();
    throw redirect({ to: '/login', search: loginSearch(location.pathname, textsOf(location.search)) });
  },
  loader: async () => {
    const [module] = await Promise.all([import('./portal/SignedIn.tsx'), loadWords('shell')]);
    module.load();
  },
  component: lazyPage(() => import('./portal/SignedIn.tsx')),
});
const home = createRoute({ getParentRoute: () => signedIn, id: 'home', component: lazyPage(() => import('./portal/Home.tsx')) });
const start = createRoute({ getParentRoute: () => home, ...pageOptions(pages.start, modules.home['/']) });
const dashboard = createRoute({ getParentRoute: () => home, ...pageOptions(pages.dashboard, modules.home['/dashboard']) });
const appointments = createRoute({ getParentRoute: () => home, ...pageOptions(pages.appointments, modules.home['/appointments']) });
const followUpPlan = createRoute({ getParentRoute: () => home, ...pageOptions(pages.followUpPlan, modules.home['/followup-plan']) });
const questionnaires = createRoute({ getParentRoute: () => home, ...pageOptions(pages.questionnaires, modules.home['/questionnaires']) });
const education = createRoute({ getParentRoute: () => home, ...pageOptions(pages.education, modules.home['/education-articles']) });
const faqs = createRoute({ getParentRoute: () => home, ...pageOptions(pages.faqs, modules.home['/faqs']) });
const usefulLinks = createRoute({ getParentRoute: () => home, ...pageOptions(pages.usefulLinks, modules.home['/useful-links']) });
const downloadForms = createRoute({ getParentRoute: () => home, ...pageOptions(pages.downloadForms, modules.home['/download-forms']) });
const contactUs = createRoute({ getParentRoute: () => home, ...pageOptions(pages.contactUs, modules.home['/contact-us']) });
const help = createRoute({ getParentRoute: () => home, ...pageOptions(pages.help, modules.home['/help']) });
const addContact = createRoute({ getParentRoute: () => signedIn, ...pageOptions(pages.addContact, modules.work['/add-contact']) });
const editContact = createRoute({ getParentRoute: () => signedIn, ...pageOptions(pages.editContact, modules.work['/edit-contact']) });
const inviteStatement = createRoute({ getParentRoute: () => signedIn, ...pageOptions(pages.inviteStatement, modules.work['/invite-auth-statement']) });
const contactPin = createRoute({ getParentRoute: () => signedIn, ...pageOptions(pages.contactPin, modules.work['/contact-pin']) });
const fill = createRoute({ getParentRoute: () => signedIn, ...pageOptions(pages.fill, modules.work['/complete-questionnaire']) });
const scoring = createRoute({ getParentRoute: () => signedIn, ...pageOptions(pages.scoring, modules.work['/questionnaire-scoring']) });
const review = createRoute({ getParentRoute: () => signedIn, ...pageOptions(pages.review, modules.work['/review-questionnaire']) });

/** Any other path: for whoever is signed in, inside the tabbed shell (specification 1, section 2). */
const unknown = createRoute({ getParentRoute: () => home, path: '$', component: NotFoundHere });

const homeTree = home.addChildren([start, dashboard, appointments, followUpPlan, questionnaires, education, faqs, usefulLinks, downloadForms, contactUs, help, unknown]);
const signedInTree = signedIn.addChildren([homeTree, fill, scoring, review, addContact, editContact, inviteStatement, contactPin]);
const waysIn = [linkLogin, singleSignOn, singleSignOnFailed, ssoLogout, resetPassword, confirmEmail, provideEmail, signUp, createAccount, representativeSignUp] as const;
const routeTree = root.addChildren([login, logout, terms, updatePassword, ...waysIn, signedInTree]);
// Before the router reads the address.
hideSecret();

/** The portal's router. Paths are found whatever their capitals, so `/termsofuse` is `/termsOfUse`. */
export const router = createRouter({ routeTree, parseSearch, stringifySearch, defaultErrorComponent: ErrorPage, defaultNotFoundComponent: NotFoundPage, caseSensitive: false });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
