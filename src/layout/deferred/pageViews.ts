import { countPageView } from '@portal/api';
import { send } from '../../data/http.ts';
import { shownPage, whenPageShown } from '../routing/shownPage.ts';

let started = false;

function count(path: string | null): void {
  if (path !== null) send(countPageView, { body: { route: path } }).catch(() => undefined);
}

/** Tells the facility's own server which pages are opened: the declared path alone. Only where the facility has switched it on. */
export function startPageViews(): void {
  if (started) return;
  started = true;
  // The standalone page, which the router does not report.
  count(shownPage() ?? (location.pathname.toLowerCase() === '/login' ? '/login' : null));
  whenPageShown(count);
}
