import type { LanguageCode } from '@portal/api';
import sanitizeHtml from 'sanitize-html';
import { absoluteAddress, headingsBelowTitle, safeDefaults, tableTags, textTags } from './safeHtml.ts';

const picture = /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]+$/;

/** Links open a new window, because the document may be in a frame of the portal. */
function outward(tagName: string, { href }: Readonly<Record<string, string>>): sanitizeHtml.Tag {
  const target = absoluteAddress(href);
  if (target === null) return { tagName: 'span', attribs: {} };
  return { tagName, attribs: { href: target, target: '_blank', rel: 'noopener noreferrer' } };
}

const ownTags = ['hr', 'dl', 'dt', 'dd', 'div', 'section', 'a', 'img', 'figure', 'figcaption'];

/** An article's body through the allow-list: nothing runs, loads from elsewhere or styles itself, and `h1` is left for the title. */
export const safeArticleHtml = (html: string): string =>
  sanitizeHtml(html, {
    ...safeDefaults,
    allowedTags: [...textTags, ...tableTags, ...ownTags],
    allowedAttributes: {
      a: ['href', 'target', 'rel'],
      img: ['src', 'alt', 'width', 'height'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan', 'scope'],
    },
    allowedSchemesByTag: { img: ['data'] },
    nestingLimit: 60,
    transformTags: { ...headingsBelowTitle, a: outward },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !picture.test(attribs['src'] ?? ''),
  }).trim();

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

const look = `:root{color-scheme:light dark}body{font:1.0625rem/1.6 system-ui,sans-serif;max-inline-size:44rem;margin:0 auto;padding:1.5rem;overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.25}h2{font-size:1.25rem}h3,h4{font-size:1.0625rem}img{max-inline-size:100%;block-size:auto}
table{border-collapse:collapse}th,td{border:1px solid;padding:.4em .6em;text-align:start}@media print{body{padding:0}}`;

/** A whole HTML document from an article's title and body. The body is sanitized once more. */
export const articleDocument = (title: string, language: LanguageCode, body: string): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title><style>${look}</style></head><body><main><h1>${escaped(title)}</h1>${safeArticleHtml(body)}</main></body></html>`;
