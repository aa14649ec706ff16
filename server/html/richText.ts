import sanitizeHtml from 'sanitize-html';
import { textTags } from './safeHtml.ts';

/** The allow-listed form of a question's text, on its way in and, once more, on its way out. No link, image, style or attribute passes (rulings, section 4). */
export const safeHtml = (html: string): string =>
  sanitizeHtml(html, { allowedTags: [...textTags], allowedAttributes: {}, disallowedTagsMode: 'discard' }).trim();

/** The same with links that dial a number. */
export const safeHtmlWithTelephones = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: [...textTags, 'a'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
  }).trim();

/** Plain text as HTML: nothing of it is markup, its line breaks stay. */
export const htmlOfText = (text: string): string =>
  text
    .trim()
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/\r\n|\r|\n/g, '<br />');

/** True when the allow-list would take something away that a person would miss. */
export const losesContent = (html: string): boolean => /<\s*(img|table|video|audio|object|iframe|svg|a)\b/i.test(html);
