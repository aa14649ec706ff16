import { trustedHtml } from '../../../ui/trustedHtml.ts';
import { frameRoot, sections } from './frame.css.ts';

/** The Trusted Types policy for the document of the frame and for nothing else; in the frame scripts do not run and forms go nowhere. */
const framedHtml = trustedHtml('vestibule-summary-frame');

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Escaped for an attribute's value or for text. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);

interface FrameSource {
  /** Allow-listed sections, as the server writes them. */
  readonly html: string;
  readonly lang: string;
  /** Addresses of the style sheets of the page. */
  readonly sheets: readonly string[];
  /** Style elements of the page, including the facility's colours, with the page's nonce. */
  readonly styles: readonly { readonly nonce: string; readonly css: string }[];
  /** The colour scheme that the reader chose, from the page's root element. */
  readonly scheme: string | undefined;
}

/** The document of the frame: the page's own style sheets around the sections. */
export const frameSource = ({ html, lang, sheets, styles, scheme }: FrameSource): string =>
  [
    '<!doctype html>',
    `<html lang="${escaped(lang)}" class="${frameRoot}"${scheme === undefined ? '' : ` data-scheme="${escaped(scheme)}"`}>`,
    '<head><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark"><title></title>',
    ...sheets.map((sheet) => `<link rel="stylesheet" href="${escaped(sheet)}">`),
    // From the beginning: if they were added later, a long document would be styled twice.
    ...styles.map(({ nonce, css }) => `<style nonce="${escaped(nonce)}">${css.replaceAll('</', '<\\/')}</style>`),
    `</head><body><div class="${sections}">${html}</div></body></html>`,
  ].join('');

export function fillFrame(frame: HTMLIFrameElement, source: string): void {
  frame.srcdoc = framedHtml(source);
}

/** The style sheets of a page that are files, in their order. */
export const sheetsOf = (page: Document): string[] =>
  [...page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href }) => href);

export const stylesOf = (page: Document): FrameSource['styles'] =>
  [...page.querySelectorAll('style')].map(({ nonce, textContent }) => ({ nonce, css: textContent }));
