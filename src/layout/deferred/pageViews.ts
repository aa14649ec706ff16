import { countPageView } from '@portal/api';
import { send } from '../../data/http.ts';
import { shownPage, whenPageShown } from '../routing/shownPage.ts';

let started = false;

function count(path: string | null): void {
  if (path !== null) send(countPageView, { body: { route: path } }).catch(() => undefined);
}

/** Tells the facility's own server which pages are opened, by their declared paths. Only where the facility has switched it on. */
export function startPageViews(): void {
  if (started) return;
  started = true;
  // The router does not report the login form that shows before it.
  count(shownPage() ?? (location.pathname.toLowerCase() === '/login' ? '/login' : null));
  whenPageShown(count);
}
