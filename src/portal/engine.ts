import { startPortalData } from '../data/portal.ts';
import { onSessionEnd } from '../data/session.ts';
import { router } from '../router.tsx';
import { loginSearch } from '../shell/redirect.ts';
import { textsOf } from '../shell/search.ts';
import { clearMessage, showMessage } from '../words/index.ts';

export { currentSession, signIn } from '../data/session.ts';

let started = false;

/** Switches on the data rooms and ties the session to the router: when it ends, in this tab or another, the login page comes, with the way back. */
export function start(): void {
  if (started) return;
  started = true;
  startPortalData();
  onSessionEnd((reason) => {
    const { pathname, search } = router.state.location;
    // A log-out that keeps unsent answers only locks the device, but the person asked for it.
    const locked = (reason === 'inactive' || reason === 'ended') && pathname !== '/logout';
    if (locked) showMessage('sessiontimeout');
    // What the bar said was said to whoever has left.
    else clearMessage();
    // Nothing may hold the page back: what was being filled in is safe already, and nobody is there to be asked.
    void router.navigate({ to: '/login', search: locked ? loginSearch(pathname, textsOf(search)) : {}, replace: true, ignoreBlocker: true });
  });
}
