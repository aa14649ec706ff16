import { startPrerenderedPage } from '../../src/browser/prerendered.ts';
import { hasTabSession } from '../../src/data/tabSession.ts';
import { localeOf } from '../../src/words/locale.ts';
import { currentBranding } from '../../src/browser/branding.ts';
import { tabletLanguage } from '../../src/browser/startLanguage.ts';
import { parseSearch } from '../../src/browser/search.ts';
import { returnReason } from '../target.ts';

// Built apart from the app and written into the page. A tablet that comes back from a patient shows another page than the sign-in.
const isLogin =
  /^\/(kioskLogin\/?)?$/i.test(location.pathname) &&
  !hasTabSession('kiosk') &&
  returnReason(parseSearch(location.search)['return']) === null;
document.documentElement.dataset['scheme'] = currentBranding().scheme;
const language = tabletLanguage();
startPrerenderedPage(isLogin ? { language, locale: localeOf(language) } : null);
