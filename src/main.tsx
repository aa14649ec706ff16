import './ui/tokens.css.ts';
import './ui/base.css.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { FirstLogin } from './portal/FirstLogin.tsx';
import { pageOf, pages } from './routes.ts';
import { keepInstallPrompt } from './shell/install.ts';
import { showLanguage, startLanguage } from './shell/language.ts';
import { guardMissingChunks } from './shell/missingChunk.ts';
import { loginSearch, type Target } from './shell/redirect.ts';
import { parseSearch, stringifySearch } from './shell/search.ts';
import { keepMessages, loadWords } from './words/index.ts';

guardMissingChunks();
keepInstallPrompt();
keepMessages(() => localStorage);

/** Whether this tab has a session, of whomever; only that it is there, `src/data` reads it. */
function hasSession(): boolean {
  try {
    return sessionStorage.getItem('vestibule.portal') !== null;
  } catch {
    return false;
  }
}

const place = document.getElementById('root');
if (place) {
  const root = createRoot(place);
  const enter = async (target: Target | null) => {
    const { app } = await import('./app.tsx');
    root.render(<StrictMode>{app(target)}</StrictMode>);
  };
  const page = pageOf(location.pathname);
  const asksWho = page !== null && (page === pages.login || (page.who === 'signedIn' && page.layout !== 'gate'));
  await showLanguage(startLanguage());
  if (asksWho && !hasSession()) {
    // Nobody is signed in: the form needs neither the router nor sessions to be shown.
    if (page !== pages.login) history.replaceState(null, '', pages.login.path + stringifySearch(loginSearch(location.pathname, parseSearch(location.search))));
    root.render(
      <StrictMode>
        <FirstLogin enter={enter} />
      </StrictMode>,
    );
  } else {
    // The words of a deep link come beside its page and its answers, not after them.
    const texts = loadWords(...(page?.words ?? []));
    texts.catch(() => undefined);
    if (page === pages.fill) {
      const { FirstFill, load } = await import('./portal/FirstFill.tsx');
      load();
      await texts.then(
        () =>
          root.render(
            <StrictMode>
              <FirstFill page={page} enter={enter} />
            </StrictMode>,
          ),
        () => enter(null),
      );
    } else await enter(null);
  }
}
