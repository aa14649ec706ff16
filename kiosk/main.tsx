import './first.ts';
import '../src/ui/tokens.css.ts';
import '../src/ui/base.css.ts';
import './tablet/tablet.css.ts';
import { hasTabSession } from '../src/data/tabSession.ts';
import { addMissingBuiltIns } from '../src/browser/missingBuiltIns.ts';
import { currentBranding } from '../src/browser/branding.ts';
import { Frame } from './Frame.tsx';
import { hasHandOver } from './handover/address.ts';
import { chosenInVisit, forgetChosenInVisit } from './language.ts';
import { setManifestLanguage } from '../src/browser/manifestLanguage.ts';
import { showLanguage } from '../src/browser/showLanguage.ts';
import { refuseSecondTaps } from '../src/browser/secondTap.ts';
import { watchStyleSheets } from '../src/browser/styleSheets.ts';
import { runtime, setRuntime } from './runtime.ts';
import { showApp, showInstead } from './screen.tsx';
import { Page as Login } from './staff/Login.tsx';
import { setEntryScript } from './tablet/appBuild.ts';
import { watchFullScreen } from './tablet/fullScreen.ts';
import { lockDown } from './tablet/lockdown.ts';
import { keepAwake } from './tablet/wakeLock.ts';
import { tabletLanguage } from '../src/browser/startLanguage.ts';
import { parseSearch } from '../src/browser/search.ts';
import { languageOfVisit, loginPath } from './target.ts';
import { registerWorker } from './worker.ts';

setEntryScript(import.meta.url);
refuseSecondTaps();
watchStyleSheets();
setRuntime(async () => {
  const app = await import('./app.tsx');
  app.start();
  return app;
});
lockDown();
watchFullScreen();
keepAwake();

// The browser may keep a document for its Back button, so it is emptied when it is left and never shown again as it was.
addEventListener('pagehide', () => showInstead(null));
addEventListener('pageshow', (event) => {
  if (event.persisted) location.replace('/');
});

// Awaited in a function: the build merges small files only where no module has an await at its top.
async function start(): Promise<void> {
  await addMissingBuiltIns();
  document.documentElement.dataset['scheme'] = currentBranding().scheme;

  // What a patient chose is for the pages of their own visit, not for staff's form nor for whom comes next.
  if (location.pathname === loginPath || hasHandOver()) forgetChosenInVisit();
  await showLanguage(languageOfVisit(parseSearch(location.search)) ?? chosenInVisit() ?? tabletLanguage());
  // The table of screens is fetched only where the address is not that of the form.
  const signedOut =
    location.pathname === loginPath
      ? loginPath + location.search
      : await import('./signedOutAddress.ts').then(
          ({ signedOutAddress }) => signedOutAddress(location.pathname, location.search),
          () => loginPath,
        );
  if (hasTabSession('kiosk') || hasHandOver() || signedOut === null) {
    const { enter } = await runtime();
    enter(location.pathname + location.search);
  } else {
    // Nobody is signed in, and the form shows without router and sessions.
    history.replaceState(null, '', signedOut);
    showApp(
      <Frame>
        <Login />
      </Frame>,
    );
  }
  // The installed app has staff's language, whatever language a patient reads.
  setManifestLanguage(tabletLanguage());
  registerWorker();
}

void start();
