import './ui/tokens.css.ts';
import './ui/base.css.ts';
import { type ReactNode, StrictMode } from 'react';
import { type Root, createRoot, hydrateRoot } from 'react-dom/client';
import { hasFirstPicture } from './data/firstPicture.ts';
import { hasTabSession } from './data/tabSession.ts';
import { FirstLogin } from './portal/FirstLogin.tsx';
import { pageOf, pages } from './routes.ts';
import { keepInstallPrompt } from './shell/install.ts';
import { showLanguage } from './shell/language.ts';
import { guardMissingChunks } from './shell/missingChunk.ts';
import { loginSearch, type Target } from './shell/redirect.ts';
import { parseSearch, stringifySearch } from './shell/search.ts';
import { startLanguage } from './shell/startLanguage.ts';
import { keepMessages, loadWords } from './words/index.ts';

guardMissingChunks();
keepInstallPrompt();
keepMessages(() => localStorage);

const place = document.getElementById('root');
if (place) {
  let root: Root | null = null;
  const show = (app: ReactNode) => {
    root ??= createRoot(place);
    root.render(<StrictMode>{app}</StrictMode>);
  };
  const enter = async (target: Target | null) => {
    const { app } = await import('./app.tsx');
    show(app(target));
  };
  const page = pageOf(location.pathname);
  const asksWho = page !== null && (page === pages.login || (page.who === 'signedIn' && page.layout !== 'gate'));
  await showLanguage(startLanguage());
  if (asksWho && !hasTabSession('portal')) {
    // Nobody is signed in: the form needs neither the router nor sessions to be shown.
    if (page !== pages.login) history.replaceState(null, '', pages.login.path + stringifySearch(loginSearch(location.pathname, parseSearch(location.search))));
    const login = <FirstLogin enter={enter} />;
    if (hasFirstPicture()) root = hydrateRoot(place, <StrictMode>{login}</StrictMode>);
    else show(login);
  } else {
    // The words of a deep link come beside its page and its answers, not after them.
    const texts = loadWords(...(page?.words ?? []));
    texts.catch(() => undefined);
    if (page === pages.fill) {
      const { FirstFill, load } = await import('./portal/FirstFill.tsx');
      load();
      await texts.then(
        () => show(<FirstFill page={page} enter={enter} />),
        () => enter(null),
      );
    } else await enter(null);
  }
}
