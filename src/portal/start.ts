import { onSessionEnd } from '../data/session.ts';
import type { router } from '../router.tsx';
import { loginSearch } from '../shell/redirect.ts';
import { textsOf } from '../shell/search.ts';
import { showMessage } from '../words/index.ts';

/** Ties the session to the router: when it ends, in this tab or another, the login page comes, with the way back. */
export function startPortal(own: typeof router): void {
  onSessionEnd((reason) => {
    const { pathname, search } = own.state.location;
    const locked = reason === 'inactive' || reason === 'ended';
    if (locked) showMessage('sessiontimeout');
    // Nothing may hold the page back: what was being filled in is safe already, and nobody is there to be asked.
    void own.navigate({ to: '/login', search: locked ? loginSearch(pathname, textsOf(search)) : {}, replace: true, ignoreBlocker: true });
  });
}
