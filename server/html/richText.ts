import sanitizeHtml from 'sanitize-html';
import { textTags } from './safeHtml.ts';

/** Sanitizes a question's text on its way in and out: no link, image, style or attribute passes (rulings, section 4). */
export const safeHtml = (html: string): string =>
  sanitizeHtml(html, { allowedTags: [...textTags], allowedAttributes: {}, disallowedTagsMode: 'discard' }).trim();

/** The same, but links that dial a telephone number pass. */
export const safeHtmlWithTelephones = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: [...textTags, 'a'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
  }).trim();

/** Plain text as HTML: all of it is escaped, and its line breaks stay. */
export const htmlOfText = (text: string): string =>
  text
    .trim()
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/\r\n|\r|\n/g, '<br />');

/** True if the allow-list would remove something that a reader would miss. */
export const losesContent = (html: string): boolean => /<\s*(img|table|video|audio|object|iframe|svg|a)\b/i.test(html);
