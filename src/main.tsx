import './ui/tokens.css.ts';
import './ui/base.css.ts';
import { type ReactNode, StrictMode } from 'react';
import { type Root, createRoot, hydrateRoot } from 'react-dom/client';
import { hasPrerenderedLogin } from './browser/prerendered.ts';
import { hasTabSession } from './data/tabSession.ts';
import { PrerenderedLogin } from './prerender/PrerenderedLogin.tsx';
import { paths as loginPaths } from 'virtual:login-paths';
import { provideSessionRuntime } from './layout/session/loadSessionRuntime.ts';
import { keepInstallPrompt } from './browser/install.ts';
import { showLanguage } from './browser/showLanguage.ts';
import { addMissingBuiltIns } from './browser/missingBuiltIns.ts';
import { guardMissingChunks } from './browser/missingChunk.ts';
import { refuseSecondTaps } from './browser/secondTap.ts';
import { watchStyleSheets } from './browser/styleSheets.ts';
import { loginSearch, type SignInTarget } from './layout/routing/redirect.ts';
import { parseSearch, stringifySearch } from './browser/search.ts';
import { setManifestLanguage } from './browser/manifestLanguage.ts';
import { startLanguage } from './browser/startLanguage.ts';
import { keepMessages, subscribeToWords, words } from './words/index.ts';

const loadApp = () => import('./app.tsx');
provideSessionRuntime(loadApp);
refuseSecondTaps();
watchStyleSheets();
guardMissingChunks();
keepInstallPrompt();
keepMessages(() => sessionStorage);
// Awaited in a function: the build merges small files only where no module has an await at its top.
async function start(place: HTMLElement): Promise<void> {
  await addMissingBuiltIns();
  let root: Root | null = null;
  let isRouted = false;
  const show = (app: ReactNode) => {
    root ??= createRoot(place, {
      // An error of a page without the router would leave an empty document. The router has an error page.
      onUncaughtError: (error) => {
        reportError(error);
        if (!isRouted) void enter(null);
      },
    });
    root.render(<StrictMode>{app}</StrictMode>);
  };
  const enter = async (target: SignInTarget | null) => {
    const { app } = await loadApp();
    isRouted = true;
    show(app(target));
  };
  const asked = location.pathname.toLowerCase();
  const isLogin = asked === '/login';
  await showLanguage(startLanguage());
  const nameManifest = () => setManifestLanguage(words().language);
  nameManifest();
  subscribeToWords(nameManifest);
  if (!hasTabSession('portal') && loginPaths.some((path) => path.toLowerCase() === asked)) {
    // Nobody is signed in, so the form shows without the router and sessions.
    if (!isLogin)
      history.replaceState(
        null,
        '',
        '/login' + stringifySearch(loginSearch(location.pathname, parseSearch(location.search))),
      );
    const login = <PrerenderedLogin enter={enter} />;
    if (hasPrerenderedLogin()) root = hydrateRoot(place, <StrictMode>{login}</StrictMode>);
    else show(login);
  } else await enter(null);
}

const place = document.getElementById('root');
if (place) void start(place);
