import './first.ts';
import '../src/ui/tokens.css.ts';
import '../src/ui/base.css.ts';
import './tablet/tablet.css.ts';
import { hasTabSession } from '../src/data/tabSession.ts';
import { currentFace } from './face.ts';
import { Frame } from './Frame.tsx';
import { hasHandOver } from './handover/address.ts';
import { showLanguage } from './language.ts';
import { app } from './lazyApp.ts';
import { show, showInstead } from './screen.tsx';
import { Page as Login } from './staff/Login.tsx';
import { watchFullScreen } from './tablet/fullScreen.ts';
import { lockDown } from './tablet/lockdown.ts';
import { keepAwake } from './tablet/wakeLock.ts';
import { tabletLanguage } from './tabletLanguage.ts';
import { signedOutAddress } from './target.ts';
import { registerWorker } from './worker.ts';

lockDown();
watchFullScreen();
keepAwake();

// A document that is left may be kept by the browser for its Back button: it is emptied, and never shown again as it was.
addEventListener('pagehide', () => showInstead(null));
addEventListener('pageshow', (event) => { if (event.persisted) location.replace('/'); });

document.documentElement.dataset['scheme'] = currentFace().scheme;

await showLanguage(tabletLanguage());
if (hasTabSession('kiosk') || hasHandOver()) {
  const { enter } = await app();
  enter(location.pathname + location.search);
} else {
  // Nobody is signed in: the form needs neither the router nor sessions to be shown.
  history.replaceState(null, '', signedOutAddress(location.pathname, location.search));
  show(<Frame><Login /></Frame>);
}
registerWorker();
