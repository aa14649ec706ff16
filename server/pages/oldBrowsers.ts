import { createHash } from 'node:crypto';
import { type LanguageCode, languageCodes } from '@portal/api';
import type { FacilityPhone } from '../facilities/phone.ts';
import type { Surface } from '../http/handler.ts';

interface Words {
  readonly locale: string;
  readonly title: string;
  readonly text: string;
  readonly call: string;
}
const words: Readonly<Record<LanguageCode, Words>> = {
  en: {
    locale: 'en',
    title: 'This page cannot run in your browser',
    text: 'Your browser is too old, or JavaScript is switched off. Update your browser, or use another device.',
    call: 'Or call us:',
  },
  es: {
    locale: 'es-MX',
    title: 'Esta página no funciona en su navegador',
    text: 'Su navegador es demasiado antiguo o JavaScript está desactivado. Actualice su navegador o use otro dispositivo.',
    call: 'O llámenos:',
  },
  fr: {
    locale: 'fr-CA',
    title: 'Cette page ne fonctionne pas dans votre navigateur',
    text: 'Votre navigateur est trop ancien, ou JavaScript est désactivé. Mettez votre navigateur à jour ou utilisez un autre appareil.',
    call: 'Ou appelez-nous :',
  },
  pt: {
    locale: 'pt-BR',
    title: 'Esta página não funciona no seu navegador',
    text: 'Seu navegador é muito antigo ou o JavaScript está desativado. Atualize o navegador ou use outro dispositivo.',
    call: 'Ou ligue para nós:',
  },
  zh: {
    locale: 'zh-CN',
    title: '您的浏览器无法打开此页面',
    text: '您的浏览器版本过旧，或者 JavaScript 已关闭。请更新浏览器，或换用其他设备。',
    call: '或致电我们：',
  },
};

/**
 * Runs in browsers of any age, so in the JavaScript of 2009. Modules, `inert` and what a regular expression may look back at came, the last
 * of them, with Chrome 102, Safari 16.4 and Firefox 112; the polyfills of `src/browser` bring the rest of what we use.
 */
const script = `(function(d){var ok="noModule" in d.createElement("script")&&"inert" in d.documentElement;try{new RegExp("(?<=a)b")}catch(e){ok=false}if(!ok)d.documentElement.className+=" too-old"})(document)`;

/** Names the script for the security policy. */
export const oldBrowserScript = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const style =
  '#no-app{display:none;max-width:34em;margin:0 auto;padding:24px;font:18px/1.5 sans-serif}.too-old #no-app{display:block}.too-old #root{display:none}';

/** What stands in the head of each page: it decides whether the app can run. */
export const oldBrowserHead = (nonce: string): string =>
  `<script>${script}</script><style nonce="${nonce}">${style}</style>` +
  `<noscript><style nonce="${nonce}">#no-app{display:block}</style></noscript>`;

/** What is shown where the app cannot run, in every language, the person's first. Facility and telephone as HTML. No link leads out of a kiosk. */
export function oldBrowserPage(
  { facility, phone, surface }: Readonly<{ facility: string; phone: FacilityPhone | null; surface: Surface }>,
  language: string,
): string {
  const ordered = languageCodes.toSorted((a, b) => Number(b === language) - Number(a === language));
  const number = surface === 'kiosk' ? phone?.shown : `<a href="${phone?.href}">${phone?.shown}</a>`;
  const call = (text: string): string => (phone === null ? '' : `<p>${text} ${number}</p>`);
  const parts = ordered.map((code) => {
    const { locale, title, text, call: callText } = words[code];
    return `<section lang="${locale}"><h2>${title}</h2><p>${text}</p>${call(callText)}</section>`;
  });
  return `<div id="no-app"><p><strong>${facility}</strong></p>${parts.join('')}</div>`;
}
