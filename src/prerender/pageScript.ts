import { startPrerenderedPage } from '../browser/prerendered.ts';
import { hasTabSession } from '../data/tabSession.ts';
import { startLanguage } from '../browser/startLanguage.ts';
import { localeOf } from '../words/locale.ts';

// Built apart from the app and written into the page. Other pages than these two are shown by `main.tsx` alone.
const isLogin = /^\/(login\/?)?$/i.test(location.pathname) && !hasTabSession('portal');
const language = startLanguage();
startPrerenderedPage(isLogin ? { language, locale: localeOf(language) } : null);
