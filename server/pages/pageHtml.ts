import type { LanguageCode } from '@portal/api';
import type { IconName } from '../facilities/icons.ts';
import type { FacilityPhone } from '../facilities/phone.ts';
import { escapeHtml } from '../html/escapeHtml.ts';
import type { RoutePreload } from '../http/builtRoutes.ts';
import type { Surface } from '../http/handler.ts';
import { oldBrowserHead, oldBrowserPage } from './oldBrowsers.ts';

interface PageParts {
  readonly surface: Surface;
  readonly nonce: string;
  /** What `src/data/config.ts` reads. */
  readonly config: object;
  /** The facility's colours. */
  readonly css: string;
  /** Null: the facility is not known. */
  readonly portalName: string | null;
  /** The name of the facility where there is no app to show it. */
  readonly name: string;
  readonly brand: string | null;
  readonly phone: FacilityPhone | null;
  readonly language: LanguageCode;
  readonly tabIcon: ((icon: IconName) => string) | null;
  /** The files that this page needs besides the entry's own. */
  readonly preload: RoutePreload | null;
}

/** Fills a built page with the facility's data and with what this page loads first. */
export function filledPage(
  html: string,
  { surface, nonce, config, css, portalName, name, brand, phone, language, tabIcon, preload }: PageParts,
): string {
  const prefetch = preload?.prefetch ?? null;
  const noApp = {
    facility: escapeHtml(name),
    phone: phone === null ? null : { shown: escapeHtml(phone.shown), href: escapeHtml(phone.href) },
    surface,
  };
  const head = [
    `<meta name="vestibule-config" content="${escapeHtml(JSON.stringify(config))}">`,
    `<style nonce="${nonce}">${css}</style>`,
    oldBrowserHead(nonce),
    ...(portalName === null ? [] : [`<title>${escapeHtml(portalName)}</title>`]),
    `<link rel="manifest" href="/manifest.webmanifest?language=${language}">`,
    ...(brand === null ? [] : [`<meta name="theme-color" content="${escapeHtml(brand)}">`]),
    // Placed before the page's files, or its first calls would queue behind them.
    ...(prefetch === null
      ? []
      : [
          `<meta name="vestibule-first-calls" content="${escapeHtml(prefetch.calls)}">`,
          `<script>${prefetch.script}</script>`,
        ]),
    // Only preloaded here and applied by the page itself: a style sheet before the entry's would decide the order of the CSS layers.
    ...(preload?.styles ?? []).map((href) => `<link rel="preload" as="style" crossorigin href="${escapeHtml(href)}">`),
  ].join('');
  // After the entry's own files: the entry is the largest, and a browser requests six files at a time.
  const modules = [...(preload?.scripts ?? []), ...(preload?.words(language) ?? [])];
  return (
    html
      .replace('<!--head-->', () => head)
      // Last on the page, so that the link to the content stays the first link.
      .replace('</body>', (end) => oldBrowserPage(noApp, language) + end)
      .replace(
        '</head>',
        () =>
          `${modules.map((href) => `<link rel="modulepreload" crossorigin href="${escapeHtml(href)}">`).join('')}</head>`,
      )
      .replace(/(<link\s+rel="icon"[^>]*href=)"[^"]*"( type=)"[^"]*"/, (whole, link: string, type: string) =>
        tabIcon === null ? whole : `${link}"${tabIcon('any-192')}"${type}"image/png"`,
      )
      .replace(/(<link\s+rel="apple-touch-icon"[^>]*href=)"[^"]*"/, (whole, link: string) =>
        tabIcon === null ? whole : `${link}"${tabIcon('touch-180')}"`,
      )
      // What a deep link shows is more urgent than the font.
      .replace(preload === null ? '' : /<link\s+rel="preload"[^>]*\sas="font"[^>]*>/, '')
  );
}
