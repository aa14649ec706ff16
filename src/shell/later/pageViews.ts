import { countPageView, pageRoutes } from '@portal/api';
import { send } from '../../data/http.ts';
import { shownPage, whenPageShown } from '../shownPage.ts';

let started = false;

function count(path: string | null): void {
  const route = pageRoutes.find((one) => one === path);
  if (route !== undefined) send(countPageView, { body: { route } }).catch(() => undefined);
}

/** Tells the facility's own server which pages are opened: the declared path alone. Only where the facility has switched it on. */
export function startPageViews(): void {
  if (started) return;
  started = true;
  // The one page that stands without the router.
  count(shownPage() ?? (location.pathname.toLowerCase() === '/login' ? '/login' : null));
  whenPageShown(count);
}
