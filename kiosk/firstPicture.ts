import { begin } from '../src/data/firstPicture.ts';
import { hasTabSession } from '../src/data/tabSession.ts';
import { localeOf } from '../src/words/locale.ts';
import { currentFace } from './face.ts';
import { tabletLanguage } from './tabletLanguage.ts';
import { parseSearch, returnReason } from './target.ts';

// Built apart from the app and written into the page. A tablet that comes back from a patient has another page.
const isLogin = /^\/(kioskLogin\/?)?$/i.test(location.pathname) && !hasTabSession('kiosk') && returnReason(parseSearch(location.search)['return']) === null;
document.documentElement.dataset['scheme'] = currentFace().scheme;
const language = tabletLanguage();
begin(isLogin ? { language, locale: localeOf(language) } : null);
