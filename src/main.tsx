import './ui/tokens.css.ts';
import './ui/base.css.ts';
import { type ReactNode, StrictMode } from 'react';
import { type Root, createRoot, hydrateRoot } from 'react-dom/client';
import { hasPrerenderedLogin } from './browser/prerendered.ts';
import { hasTabSession } from './data/tabSession.ts';
import { PrerenderedLogin } from './prerender/PrerenderedLogin.tsx';
import { pageTable } from 'virtual:page-table';
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
import { keepMessages, loadWords, subscribeToWords, words } from './words/index.ts';

const loadApp = () => import('./app.tsx');
provideSessionRuntime(loadApp);
refuseSecondTaps();
watchStyleSheets();
guardMissingChunks();
keepInstallPrompt();
keepMessages(() => sessionStorage);
await addMissingBuiltIns();

const place = document.getElementById('root');
if (place) {
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
  const page = pageTable.find(({ path }) => path.toLowerCase() === location.pathname.toLowerCase()) ?? null;
  const isLogin = page?.path === '/login';
  const asksWho = isLogin || (page?.who === 'signedIn' && page.layout !== 'gate');
  await showLanguage(startLanguage());
  const nameManifest = () => setManifestLanguage(words().language);
  nameManifest();
  subscribeToWords(nameManifest);
  if (asksWho && !hasTabSession('portal')) {
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
  } else {
    // The texts of a deep link are loaded in parallel with its page and its answers.
    const texts = loadWords(...(page?.words ?? []));
    texts.catch(() => undefined);
    await enter(null);
  }
}
