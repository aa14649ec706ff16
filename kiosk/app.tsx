import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { facility, loadFacility } from '../src/data/facility.ts';
import { keepWatchOnConnection } from '../src/data/http.ts';
import { queryClient } from '../src/data/query/query.ts';
import { brandingOfFacility, showBranding } from '../src/browser/branding.ts';
import { loadFacilityWords } from '../src/data/languagePack.ts';
import { watchIdle } from './idle/warning.ts';
import { router } from './routes.ts';
import { showApp } from './screen.tsx';
import { watchSessionEnds } from './sessionEnds.ts';
import { followAddress } from './tablet/backButton.ts';
import { reportToServer } from './tablet/contact.ts';

/** The facility's identity systems; undefined where it has none. */
export const identityProviders = () => facility()?.identityProviders;

export { adoptTokens, signIn } from '../src/data/session.ts';

let started = false;

/** Starts what runs beside the pages: the connection, the sessions and their ends, the idle warning. */
export function start(): void {
  if (started) return;
  started = true;
  watchSessionEnds();
  keepWatchOnConnection();
  watchIdle();
  void reportToServer();
  void loadFacilityWords();
  // A facility's own back end puts nothing into the page, so its name and settings are loaded here.
  if (!facility()) {
    loadFacility().then(
      (facility) => showBranding(brandingOfFacility(facility, null, null)),
      () => undefined,
    );
  }
}

/** Replaces the current page with the page of an address of this build. */
export function enter(address: string): void {
  followAddress(() => router.state.location.href);
  if (address !== location.pathname + location.search) router.history.replace(address);
  showApp(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
