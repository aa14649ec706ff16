import { startPrerenderedPage } from '../browser/prerendered.ts';
import { hasTabSession } from '../data/tabSession.ts';
import { startLanguage } from '../browser/startLanguage.ts';
import { localeOf } from '../words/locale.ts';

// Built separately from the app and written into the page. `main.tsx` shows every page other than the two handled here.
const isLogin = /^\/(login\/?)?$/i.test(location.pathname) && !hasTabSession('portal');
const language = startLanguage();
startPrerenderedPage(isLogin ? { language, locale: localeOf(language) } : null);
