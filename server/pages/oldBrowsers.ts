import { languageCodes } from '@portal/api';
import type { FacilityPhone } from '../facilities/phone.ts';
import type { Surface } from '../http/handler.ts';
import { scriptSource } from '../http/securityHeaders.ts';
import { pageLocales, pageTexts } from './texts.ts';

/**
 * Runs in browsers of any age, so it is in the JavaScript of 2009. It checks for modules, `inert` and lookbehind in regular expressions;
 * Chrome 102, Safari 16.4 and Firefox 112 are the first to have all three. The polyfills of `src/browser` provide the rest of what we use.
 */
const script = `(function(d){var ok="noModule" in d.createElement("script")&&"inert" in d.documentElement;try{new RegExp("(?<=a)b")}catch(e){ok=false}if(!ok)d.documentElement.className+=" too-old"})(document)`;

/** Allows the script in the content security policy. */
export const oldBrowserScript = scriptSource(script);

const style =
  '#no-app{display:none;max-width:34em;margin:0 auto;padding:24px;font:18px/1.5 sans-serif}.too-old #no-app{display:block}.too-old #root{display:none}';

/** Part of each page's head: decides whether the app can run. */
export const oldBrowserHead = (nonce: string): string =>
  `<script>${script}</script><style nonce="${nonce}">${style}</style>` +
  `<noscript><style nonce="${nonce}">#no-app{display:block}</style></noscript>`;

/** Shown when the app cannot run: in every language, the person's first. Facility and telephone are HTML. No link leaves a kiosk. */
export function oldBrowserPage(
  { facility, phone, surface }: Readonly<{ facility: string; phone: FacilityPhone | null; surface: Surface }>,
  language: string,
): string {
  const ordered = languageCodes.toSorted((a, b) => Number(b === language) - Number(a === language));
  const number = surface === 'kiosk' ? phone?.shown : `<a href="${phone?.href}">${phone?.shown}</a>`;
  const call = (text: string): string => (phone === null ? '' : `<p>${text} ${number}</p>`);
  const parts = ordered.map((code) => {
    const { title, text, call: callText } = pageTexts[code].oldBrowser;
    return `<section lang="${pageLocales[code]}"><h2>${title}</h2><p>${text}</p>${call(callText)}</section>`;
  });
  return `<div id="no-app"><p><strong>${facility}</strong></p>${parts.join('')}</div>`;
}
