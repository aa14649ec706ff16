import sanitizeHtml from 'sanitize-html';
import { absoluteAddress, headingsBelowTitle, safeDefaults, tableTags, textTags } from '../html/safeHtml.ts';

/** A link that leads nowhere by itself keeps its words. */
function outward(tagName: string, { href }: Readonly<Record<string, string>>): sanitizeHtml.Tag {
  const target = absoluteAddress(href);
  return { tagName, attribs: target === null ? {} : { href: target } };
}

/**
 * The allow-listed form of a facility's rich text (FAQs, useful links, instructions): on its way in and, once more, on its way
 * out (rulings, section 4). Nothing in it runs, loads, looks like a form or changes the page's look; links lead to http,
 * https, mailto and tel.
 */
export const safeFacilityHtml = (html: string): string =>
  sanitizeHtml(html, {
    ...safeDefaults,
    allowedTags: [...textTags, ...tableTags, 'a'],
    allowedAttributes: { a: ['href'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] },
    nestingLimit: 40,
    transformTags: { ...headingsBelowTitle, a: outward },
  }).trim();
