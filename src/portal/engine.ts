import { startPortalData } from '../data/portal.ts';
import { currentProfile, subscribeToIdentity } from '../data/profile.ts';
import { currentSession, logoutPath, onSessionEnd, type SessionEndListener } from '../data/session.ts';
import { router } from '../router.tsx';
import { modules, pageOf, pages } from '../routes.ts';
import { loginSearch } from '../shell/redirect.ts';
import { redirectTarget } from '../shell/redirectTarget.ts';
import { parseSearch, textsOf } from '../shell/search.ts';
import { clearMessage, currentMessage, loadWords, showMessage } from '../words/index.ts';
import { isTarget } from './afterSignIn.ts';
import { mendReminder } from './arrival.ts';

export { currentSession, signIn } from '../data/session.ts';
export { arrive } from './arrival.ts';

let started = false;

/**
 * A session has ended, in this tab or another: the page comes where a session of its kind ends (specification 1, section 4); to
 * the login page with the way back.
 */
export const sessionOver: SessionEndListener = (reason, loginType) => {
  const { pathname, search } = router.state.location;
  const path = pathname.toLowerCase();
  // A log-out that keeps unsent answers only locks the device, but the person asked for it.
  const locked = (reason === 'inactive' || reason === 'ended') && path !== '/logout' && path !== '/ssologout';
  if (locked) showMessage('sessiontimeout');
  // What the bar said was said to whoever has left.
  else clearMessage();
  const to = path === '/ssologout' ? '/ssoLogout' : logoutPath(loginType);
  if (to === '/kioskLogin') {
    location.assign(to);
    return;
  }
  const back = locked && loginType === 'userNamePassword' ? loginSearch(pathname, textsOf(search)) : {};
  // Nothing may hold the page back: what was being filled in is safe already, and nobody is there to be asked.
  void router.navigate({ to, search: back, replace: true, ignoreBlocker: true });
};

/** Whoever stands before the sign-in is about to be led on: the page to come is fetched while they type. */
function fetchNextPage(): void {
  if (currentSession() !== null || pageOf(location.pathname) !== pages.login) return;
  const next = pageOf(redirectTarget(parseSearch(location.search), isTarget)?.path ?? '') ?? pages.dashboard;
  const load: Readonly<Partial<Record<string, () => Promise<unknown>>>> = { ...modules.gate, ...modules.home, ...modules.work };
  const fetched: Promise<unknown>[] = [import('./SignedIn.tsx'), loadWords(...next.words)];
  if (next.layout === 'home') fetched.push(import('./Home.tsx'));
  const page = load[next.path];
  if (page) fetched.push(page());
  // What does not come now is asked for again when it is needed.
  Promise.all(fetched).catch(() => undefined);
}

/** Switches on the data rooms and ties the session to the router. */
export function start(): void {
  if (started) return;
  started = true;
  startPortalData();
  const mend = () => {
    const profile = currentProfile();
    if (profile !== null) mendReminder(profile);
  };
  subscribeToIdentity(mend);
  // A page that stands without the router has asked who it is before this.
  mend();
  // It outlived a tab that was closed: nobody is there to be reminded.
  if (currentSession() === null && currentMessage()?.code === 'confirmEmailRequired') clearMessage();
  onSessionEnd(sessionOver);
  fetchNextPage();
}
