import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { facility, loadFacility } from '../src/data/facility.ts';
import { keepWatchOnConnection } from '../src/data/http.ts';
import { queryClient } from '../src/data/query/query.ts';
import type { ShownMessage } from '../src/data/errors.ts';
import { signIn } from '../src/data/session.ts';
import type { SignInOutcome } from '../src/data/signInOutcome.ts';
import type { SignIn } from '../src/data/signInRequest.ts';
import { parseSearch } from '../src/browser/search.ts';
import { clearMessage } from '../src/words/index.ts';
import { brandingOfFacility, showBranding } from '../src/browser/branding.ts';
import { loadFacilityWords } from '../src/data/languagePack.ts';
import { watchIdle } from './idle/warning.ts';
import { router } from './routes.ts';
import { showApp } from './screen.tsx';
import { watchSessionEnds } from './sessionEnds.ts';
import { offerPasskey } from './staff/offerPasskey.ts';
import { followAddress } from './tablet/backButton.ts';
import { reportToServer } from './tablet/contact.ts';
import { newPasswordPath, secondStepPath, setUpPath, staffTarget } from './target.ts';

export { adoptTokens } from '../src/data/session.ts';

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

/** Opens the page that follows what a log-in of staff has come to; gives what to say where there is none. */
export function followLogIn(outcome: SignInOutcome): ShownMessage | null {
  const { search } = location;
  switch (outcome.kind) {
    case 'signedIn':
      clearMessage();
      enter(staffTarget(parseSearch(search)['redirect']));
      return null;
    case 'tabletNotSetUp':
      enter(setUpPath);
      return null;
    case 'unfinished':
      enter((outcome.path === '/second-step' ? secondStepPath : newPasswordPath) + search);
      return null;
    case 'failed':
      return outcome.message;
  }
}

/** Logs staff in, and the same. */
export async function logIn(way: SignIn): Promise<ShownMessage | null> {
  const outcome = await signIn(way);
  if (outcome.kind === 'signedIn' && way.kind === 'password') offerPasskey();
  return followLogIn(outcome);
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
