import './first.ts';
import '../src/ui/tokens.css.ts';
import '../src/ui/base.css.ts';
import './lockdown.css.ts';
import { RouterProvider } from '@tanstack/react-router';
import { facility, loadFacility } from '../src/data/facility.ts';
import { keepWatchOnConnection } from '../src/data/http.ts';
import { watchIdle } from './idle/warning.ts';
import { showLanguage, tabletLanguage } from './language.ts';
import { router } from './routes.ts';
import { show, showInstead } from './screen.tsx';
import { watchSessionEnds } from './sessionEnds.ts';
import { followAddress } from './tablet/backButton.ts';
import { watchFullScreen } from './tablet/fullScreen.ts';
import { lockDown } from './tablet/lockdown.ts';
import { keepAwake } from './tablet/wakeLock.ts';
import { registerWorker } from './worker.ts';

followAddress(() => router.state.location.href);
lockDown();
watchFullScreen();
keepAwake();

// A document that is left may be kept by the browser for its Back button: it is emptied, and never shown again as it was.
addEventListener('pagehide', () => showInstead(null));
addEventListener('pageshow', (event) => { if (event.persisted) location.replace('/'); });

document.documentElement.dataset['scheme'] = facility()?.kioskScheme ?? 'light';
// A facility's own back end puts nothing into the page: then its name and settings follow when they are there.
if (!facility()) void loadFacility().then(({ kioskScheme }) => { document.documentElement.dataset['scheme'] = kioskScheme; }, () => undefined);

watchSessionEnds();
keepWatchOnConnection();
watchIdle();
await showLanguage(tabletLanguage());
show(<RouterProvider router={router} />);
registerWorker();
