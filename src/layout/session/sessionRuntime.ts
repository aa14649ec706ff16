import { facility } from '../../data/facility.ts';
import { startPortalData } from '../../data/portal.ts';
import { currentProfile, subscribeToIdentity } from '../../data/profile.ts';
import { currentSession, onSessionEnd, type SessionEndListener } from '../../data/session.ts';
import { logoutPath } from '../../data/logoutPath.ts';
import { appRouter } from '../routing/appRouter.ts';
import { allToDos, pageOf } from '../routing/pages.ts';
import { loginSearch } from '../routing/redirect.ts';
import { redirectTarget } from '../routing/redirectTarget.ts';
import { parseSearch, textsOf } from '../../browser/search.ts';
import { clearMessage, currentMessage, loadWords, showMessage } from '../../words/index.ts';
import { followAccountLanguage, watchAccountLanguage } from './accountLanguage.ts';
import { afterSignIn, isTarget } from './afterSignIn.ts';
import { mendReminder } from './completeSignIn.ts';

export { currentSession, signIn } from '../../data/session.ts';
export { completeSignIn } from './completeSignIn.ts';

let started = false;

/**
 * Navigates when a session has ended, in this tab or another: to the page for its kind of sign-in (specification 1, section 4). The login
 * page gets the address to return to.
 */
const sessionOver: SessionEndListener = (reason, loginType) => {
  if (reason === 'replaced') return;
  const { pathname, search } = appRouter().state.location;
  const path = pathname.toLowerCase();
  // A log-out that keeps unsent answers only locks the device, but the person asked for it.
  const locked = (reason === 'inactive' || reason === 'ended') && path !== '/logout' && path !== '/ssologout';
  const to = path === '/ssologout' ? '/ssoLogout' : logoutPath(loginType);
  // After single sign-on and links, the page itself says why.
  if (locked && to === '/login') showMessage('sessiontimeout');
  // The current message was for the person who has left.
  else clearMessage();
  // The server signs the person out at the identity system too, if that is where they came from, and leads back to `/ssoLogout`.
  if (to === '/ssoLogout' && reason === 'asked' && facility()?.identityProviders !== undefined) {
    location.assign('/openid/logout');
    return;
  }
  if (to === '/kioskLogin') {
    location.assign(to);
    return;
  }
  const back =
    to === '/linkLogin'
      ? { ended: locked ? 'idle' : 'true' }
      : !locked
        ? {}
        : to === '/ssoLogout'
          ? { ended: 'true' }
          : loginSearch(pathname, textsOf(search));
  // Asks nothing about open work: the answers are stored already, and the session cannot continue.
  void appRouter().navigate({ to, search: back, replace: true, ignoreBlocker: true });
};

/** Prefetches the page that follows the sign-in while the person types, and makes its calls as soon as it is known who they are. */
function prefetchNextPage(): void {
  if (currentSession() !== null || pageOf(location.pathname)?.path !== '/login') return;
  const search = parseSearch(location.search);
  const next = pageOf(redirectTarget(search, isTarget)?.path ?? '') ?? pageOf('/dashboard');
  if (next === null) return;
  const toDos = next.tab?.countsToDo ? allToDos() : [];
  const page = next.load();
  // What fails to load now loads again when it is needed.
  Promise.all([page, loadWords(...next.words), ...toDos.map((toDo) => toDo.load())]).catch(() => undefined);
  const stop = subscribeToIdentity(() => {
    const profile = currentProfile();
    if (profile === null) return;
    stop();
    const target = afterSignIn(profile, search);
    if (pageOf(target.path) === next) page.then((module) => module.load?.(target.search)).catch(() => undefined);
  });
}

/** Starts `src/data` for the portal and connects the session with the router; once per document. */
export function startSessionRuntime(): void {
  if (started) return;
  started = true;
  startPortalData();
  watchAccountLanguage();
  const mend = () => {
    const profile = currentProfile();
    if (profile === null) return;
    mendReminder(profile);
    followAccountLanguage(profile);
  };
  subscribeToIdentity(mend);
  // The profile may have been loaded before this subscription.
  mend();
  // A message of an earlier visit; nobody is signed in, so it reminds nobody.
  if (currentSession() === null && currentMessage()?.code === 'confirmEmailRequired') clearMessage();
  onSessionEnd(sessionOver);
  prefetchNextPage();
}
